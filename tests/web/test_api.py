"""The HTTP interface: answers, errors, and agreement with its description."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from kibitz.records.record_store import Store
from kibitz.service.settings import Settings
from kibitz.web.app import make_app
from kibitz.web.files import STATIC, PageFiles
from tests.web.serving import Server

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    patience = Settings(rate=1e9, burst=1e9)
    with TestClient(
        make_app(patience, Store(tmp_path_factory.mktemp("api"))), base_url="http://localhost"
    ) as found:
        yield found


def test_games_and_players_with_options(client: TestClient) -> None:
    answer = client.get("/api/games").json()
    games = {game["name"]: game for game in answer["games"]}
    assert {"tictactoe", "numerical", "connect4", "ewn"} <= set(games)
    assert {"size", "setup", "begins"} <= {option["name"] for option in games["ewn"]["options"]}
    assert "random" in {player["name"] for player in answer["players"]}
    assert "random" in games["ewn"]["players"]


def test_analyse(client: TestClient) -> None:
    answer = client.post("/api/analyse", json={"game": "tictactoe", "moves": "1"}).json()
    assert answer["value"]["result"] == 0
    assert answer["share"] == 0.5
    assert [move["move"] for move in answer["moves"] if move["value"]["result"] == 0] == ["5"]


def test_picture(client: TestClient) -> None:
    answer = client.post("/api/picture", json={"game": "connect4", "moves": "4435"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_searches_at_work(client: TestClient) -> None:
    rows = client.post("/api/compare", json={"game": "connect4", "depth": 3}).json()["rows"]
    nodes = {(row["player"], row["depth"]): row["nodes"] for row in rows}
    assert nodes["minimax", 3] == 7 + 49 + 343
    assert nodes["alphabeta", 3] < nodes["minimax", 3]
    assert {row["judges"] for row in rows} == {""}
    rows = client.post("/api/compare", json={"game": "ewn", "depth": 1}).json()["rows"]
    assert {row["player"]: row["judges"] for row in rows}["negascout"] == "eval=learned"
    tree = client.post("/api/tree", json={"game": "tictactoe", "moves": "1 2 3", "depth": 2}).json()
    # Every node hangs on one before it, and the steps come to each of them and leave it again.
    assert [node["parent"] is None for node in tree["nodes"]].count(True) == 1
    assert all(node["parent"] < number for number, node in enumerate(tree["nodes"]) if number)
    entered = [step[1] for step in tree["steps"] if step[0] == "enter"]
    left = [step[1] for step in tree["steps"] if step[0] in ("leaf", "leave")]
    assert entered == list(range(len(tree["nodes"])))
    assert sorted(left) == entered
    for bad in ({"game": "tictactoe", "depth": 99}, {"game": "tictactoe", "player": "random"}, {}):
        assert client.post("/api/tree", json=bad).status_code == 422


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "no-such-game"}, "BadOption"),
        ({"game": "/etc/hosts.py"}, "BadOption"),
        ({"game": "nim.PY"}, "BadOption"),
        ({"game": "tictactoe", "moves": "1 1"}, "IllegalMove"),
        ({"game": "tictactoe", "position": "?"}, "BadNotation"),
        ({"game": "tictactoe", "seconds": 1e9}, "BadRequest"),
        ({"game": "tictactoe", "options": {"width": [1]}}, "BadRequest"),
        ({"game": 7}, "BadRequest"),
        ([], "BadRequest"),
        ({}, "BadRequest"),
    ],
)
def test_refusals_name_the_fault(client: TestClient, body: object, error: str) -> None:
    answer = client.post("/api/analyse", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == error
    assert answer.json()["message"]


def test_size_and_type_are_limited(client: TestClient) -> None:
    assert client.post("/api/analyse", content=b" " * 70_000, headers=JSON).status_code == 413
    assert client.post("/api/analyse", content=b'{"game":"tictactoe"}').status_code == 422
    assert (
        client.post("/api/analyse", content=b"[" * 60_000, headers=JSON).json()["message"]
        == "this is not JSON"
    )


def test_records(client: TestClient) -> None:
    assert client.get("/api/records").json() == {"records": []}
    for name in ("nothing", "..%2f..%2fetc%2fpasswd", "a" * 300, "x.pgn"):
        assert client.get(f"/api/records/{name}").status_code == 404


def test_other_machines_see_no_records_and_solve_nothing(tmp_path: Path) -> None:
    open_to_all = Settings(host="0.0.0.0", names=("play.example",))
    with TestClient(make_app(open_to_all, Store(tmp_path)), base_url="http://play.example") as client:
        assert client.get("/api/records").status_code == 403
        assert client.post("/api/solve", json={"game": "tictactoe"}).status_code == 403
        assert client.get("/api/games").status_code == 200


def test_searches_begin_at_decisions(client: TestClient) -> None:
    found = client.post("/api/tree", json={"game": "ewn", "depth": 1, "player": "alphabeta"}).json()
    assert found["nodes"][0]["kind"] == "decision"


def test_solving_with_progress_and_stop(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        assert client.post("/api/solve", json={"game": "tictactoe"}).status_code == 202
        job = _wait(client)
        assert (job["state"], job["game"]) == ("done", "tictactoe")
        assert "draws in 9" in job["message"]
        assert client.post("/api/solve", json={"game": "connect:width=5,height=5"}).status_code == 202
        assert client.post("/api/solve", json={"game": "tictactoe"}).status_code == 503
        client.delete("/api/solve")
        assert _wait(client)["state"] == "stopped"


def _wait(client: httpx.Client) -> dict[str, Any]:
    for _ in range(1200):
        job: dict[str, Any] = client.get("/api/solve").json()["job"]
        if job["state"] != "running":
            return job
        time.sleep(0.1)
    raise AssertionError(job)


# The door


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost.evil.example:8917"}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://localhost"}, 200),
        ({"Host": "127.0.0.1:8917"}, 200),
        ({"Host": "[::1]:8917"}, 200),
        ({"Host": "[::1]"}, 200),
    ],
)
def test_only_our_own_page_is_answered(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.get("/api/version", headers=headers).status_code == status


def test_every_answer_has_its_policy(client: TestClient) -> None:
    for path in ("/", "/static/main.js", "/api/version", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    page = client.get("/").text
    assert "<script>" not in page
    assert " style=" not in page
    assert " on" not in {word[:3] for word in page.split("<") if "=" in word and word.startswith(" on")}


def test_files_outside_are_not_served(client: TestClient) -> None:
    paths = ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/", "/static/x/")
    for path in (*paths, "/static/x/..%2fapp.py", "/static/x/index.html", "/static/x/nothing.js"):
        assert client.get(path).status_code == 404


def test_files_are_kept_until_the_program_changes(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    main = next(word for word in page.text.split('"') if word.endswith("/main.js"))
    assert "immutable" in client.get(main).headers["cache-control"]
    # A page from before a change still finds its files, but keeps none.
    older = client.get("/static/older/main.js")
    assert (older.text, older.headers["cache-control"]) == (client.get(main).text, "no-cache")


def test_page_is_light(client: TestClient) -> None:
    """Whoever opens everything there is, in every language, loads at most 200 KB in all."""
    own = ("index.html", "protocol.d.ts")  # the page itself, and what only the type check reads
    names = sorted(path.name for path in STATIC.iterdir() if path.name not in own)
    mark = PageFiles().mark
    sizes = {}
    for path in ("/", "/docs", "/api/games", *(f"/static/{mark}/{name}" for name in names)):
        with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.status_code == 200, path
            sizes[path] = sum(map(len, answer.iter_raw()))
    assert sum(sizes.values()) < 200_000, sizes
    # Nothing comes from elsewhere.
    for name in names:
        text = (STATIC / name).read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text
        assert "https://" not in text


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with TestClient(
        make_app(Settings(rate=0.001, burst=5), Store(tmp_path)), base_url="http://localhost"
    ) as client:
        codes = [client.get("/api/version").status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2


# The description


def test_description_is_complete(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    for path, operations in described["paths"].items():
        for method in operations:
            known = client.request(method, path.replace("{name}", "x"))
            assert known.status_code != 405, (method, path)
            assert str(known.status_code) in operations[method]["responses"], (
                method,
                path,
                known.status_code,
            )


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_GAMES = st.sampled_from(["tictactoe", "ewn", "connect4", "numerical", "mnk:width=99", "x"])


@given(
    body=_ANY
    | st.fixed_dictionaries(
        {"game": _GAMES | _ANY},
        optional={"position": _ANY, "moves": _ANY, "options": _ANY, "seconds": st.just(0.01) | _ANY},
    ),
    path=st.sampled_from(["/api/picture", "/api/analyse", "/api/solve"]),
)
@settings(max_examples=150)
def test_any_body_gets_a_described_answer(client: TestClient, body: object, path: str) -> None:
    if path == "/api/solve" and isinstance(body, dict) and body.get("game") != "x":
        path = "/api/picture"  # solving whatever comes along takes too long
    if path == "/api/analyse" and isinstance(body, dict):
        body = {**body, "seconds": 0.01} if not isinstance(body.get("seconds"), str) else body
    answer = client.post(path, content=json.dumps(body).encode(), headers=JSON)
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 422:
        assert set(answer.json()) == {"error", "message"}
