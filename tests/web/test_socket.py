"""The WebSocket protocol: sequence numbers, reconnection, several tabs, and hostile clients."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

import kibitz
from kibitz.players.registry import OUTSIDE, PEOPLE
from kibitz.records.record_store import Store
from kibitz.service.commands import PROTOCOL
from kibitz.service.settings import Settings
from kibitz.web.app import OTHER_PROTOCOL, make_app
from tests.web.shapes import check_shape

SOCKET = "ws://localhost/socket"


def app_client(folder: Path, **settings: Any) -> TestClient:
    """A server whose clients are quicker than people."""
    quick = dict.fromkeys(("rate", "burst", "client_rate", "client_burst", "client_games"), 1000000000.0)
    bounds = {**quick, "thinking": 0.2, **settings}
    return TestClient(make_app(Settings(**bounds), Store(folder)), base_url="http://localhost")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with app_client(tmp_path_factory.mktemp("socket")) as found:
        yield found


def after(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A state after a change, as `docs/web.md` says."""
    assert change["seq"] == state["seq"] + 1
    assert change["game"] == state["game"]
    moves = state["moves"][: change["at"]] + change["moves"]
    data = {key: value for key, value in change.items() if key != "at"}
    return {**state, **data, "type": "state", "moves": moves}


def legal(state: dict[str, Any]) -> list[str]:
    return [gesture[0] for gesture in state["view"].get("gestures", [])]


class Tab:
    """One connection that records its messages."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._next = 0
        self._asked = ""
        self.states: list[dict[str, Any]] = []

    def ask(self, what: str, **fields: Any) -> dict[str, Any]:
        self._next += 1
        self._asked = what
        self._socket.send_text(json.dumps({"id": self._next, "do": what, **fields}))
        while True:
            message = self.hear()
            if message.get("id") == self._next and message["type"] != "progress":
                return message

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = self._socket.receive_json()
        check_shape(message, self._asked)
        if message["type"] == "state":
            self.states.append(message)
        elif message["type"] == "change":
            self.states.append(after(self.state, message))
        elif message["type"] == "variations":
            self.states[-1] |= {name: message[name] for name in ("variations", "comments")}
        return message

    def until(self, waits: str) -> dict[str, Any]:
        while not self.states or self.states[-1]["waits"] != waits:
            self.hear()
        return self.states[-1]

    def settled(self) -> dict[str, Any]:
        """The state in which nothing happens by itself."""
        while self.states[-1]["waits"] not in ("person", "over"):
            self.hear()
        return self.states[-1]

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1]


def test_every_change_has_the_next_number(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        name = tab.ask("new", rules="ewn", second="random", seed=3)["game"]
        while tab.until("person") and len(tab.states) < 12:
            tab.ask("play", move=legal(tab.state)[0], seq=tab.state["seq"])
        assert [state["seq"] for state in tab.states] == list(range(len(tab.states)))
        assert {state["game"] for state in tab.states} == {name}
        assert {"roll", "move", "joined"} == {state["event"]["kind"] for state in tab.states}


def test_same_seed_same_game(client: TestClient) -> None:
    positions = []
    for _ in range(2):
        with client.websocket_connect(SOCKET) as socket:
            tab = Tab(socket)
            tab.ask("new", rules="ewn", second="random", seed=11)
            positions.append(tab.until("person")["view"]["pieces"])
    assert positions[0] == positions[1]


def test_two_tabs_see_the_same_and_stale_moves_are_refused(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
        here, there = Tab(one), Tab(two)
        name = here.ask("new", rules="tictactoe", second="person")["game"]
        there.ask("join", game=name)
        here.ask("play", move="5", seq=0)
        refused = there.ask("play", move="1", seq=0)
        assert refused["type"] == "error"
        assert "has changed" in refused["message"]
        assert there.state["moves"] == [["5", "first"]]
        there.ask("play", move="1", seq=there.state["seq"])
        here.ask("record")
        assert [text for text, _ in here.state["moves"]] == ["5", "1"]


def test_games_survive_a_new_server(tmp_path: Path) -> None:
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        name = tab.ask("new", rules="tictactoe", options={"numbering": "keypad"}, second="random")["game"]
        tab.ask("play", move="5")
        before = tab.until("person")
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        assert tab.ask("join", game=name)["type"] == "reply"
        for what in ("view", "seats", "moves", "waits", "rules"):
            assert tab.state[what] == before[what]
        assert tab.ask("undo")["type"] == "reply"
        assert tab.state["moves"] == []


def test_record_goes_round(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="connect4", second="person")
        for move in "4435":
            tab.ask("play", move=move)
        record = tab.ask("record")["record"]
        first = tab.state["view"]
        tab.ask("load", record=record)
        assert tab.state["view"] == first
        assert tab.ask("load", record="nonsense")["kind"] == "BadNotation"
        # Whatever the door, a seat is looked at by the same eyes.
        for spec in ("alphabeta:tt=2G", "negascout:tt=1M,threads=64", "alphabeta:depth=many"):
            assert tab.ask("new", rules="tictactoe", second=spec)["kind"] == "BadOption"
            seated = record.replace('[Second "person"]', f'[Second "{spec}"]')
            assert seated != record
            assert tab.ask("load", record=seated)["kind"] == "BadOption"
            assert tab.ask("choices", at=0, players=[spec])["kind"] == "BadOption"
        # Its own game is still there.
        assert tab.ask("look", at=2)["at"] == 2


def test_the_clock_runs_with_clients_and_flags_at_once(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", second="person", clock=60)
        assert tab.state["clock"]["running"] == "first"
        tab.ask("play", move="5")
        clock = tab.state["clock"]
        assert (clock["seconds"], clock["running"]) == (60, "second")
        assert all(0 < left <= 60 for left in clock["left"])
        game = tab.state["game"]
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("join", game=game)
        assert tab.state["clock"]["left"][0] == clock["left"][0]
        # A record keeps the clock, too.
        record = tab.ask("record")["record"]
        tab.ask("load", record=record)
        assert tab.state["clock"]["seconds"] == 60
        # Without any action, time runs out, and every client is notified.
        tab.ask("new", rules="tictactoe", second="person", clock=0.2)
        over = tab.until("over")
        assert over["event"] == {"kind": "time"}
        ended = {"result": "0-1", "winner": "second", "by": "first", "how": "lost on time", "detail": ""}
        assert over["outcome"] == ended
        assert over["clock"] == {"seconds": 0.2, "increment": 0, "left": [0.0, 0.2], "running": None}
        assert tab.ask("play", move="5")["kind"] == "GameOver"
        assert tab.ask("new", rules="tictactoe", clock=0)["kind"] == "BadRequest"
        # As everywhere else, an increment is written behind a plus.
        assert tab.ask("new", rules="tictactoe", clock="5m+")["kind"] == "BadOption"
        tab.ask("new", rules="tictactoe", second="person", clock="5m+60s")
        tab.ask("play", move="5")
        clock = tab.state["clock"]
        assert (clock["seconds"], clock["increment"]) == (300, 60)
        assert 300 < clock["left"][0] <= 360


def test_a_changed_record_is_opened_only_if_asked_to(tmp_path: Path) -> None:
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", second="person")
        tab.ask("play", move="5")
        name = tab.state["game"]
        text = tab.ask("record")["record"].replace("1. 5", "1. 4")
        refused = tab.ask("load", record=text)
        assert (refused["type"], refused["kind"]) == ("error", "ChangedRecord")
        assert tab.ask("load", record=text, accept_changed="yes")["kind"] == "BadRequest"
        assert tab.ask("load", record=text, accept_changed=True)["type"] == "reply"
        assert tab.state["moves"][0][0] == "4"
    (tmp_path / f"{name}.pgn").write_text(text)
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        assert tab.ask("join", game=name)["kind"] == "ChangedRecord"
        assert name in [row["name"] for row in client.get("/api/records").json()["records"]]
        assert client.get(f"/api/records/{name}").json()["error"] == "ChangedRecord"
        assert "1. 4" in client.get(f"/api/records/{name}?accept_changed=yes").text
        assert tab.ask("join", game=name, accept_changed=True)["game"] == name
        assert tab.state["moves"][0][0] == "4"


def test_computers_keep_to_the_clock(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", first="negascout", second="alphabeta", clock=60, pace=0.001)
        assert "time" not in tab.until("over")["outcome"]["how"]


def test_advice(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", second="person")
        tab.ask("play", move="1")
        assert tab.ask("hint", at=1)["hint"]["move"] == "5"
        assert tab.ask("why", at=1)["why"]["move"] == "1"
        values = tab.ask("values", at=1)["values"]
        assert values["moves"][0]["value"]["text"] == "Draw(8)"
        assert tab.ask("review")["review"]["prospects"] == [0.5, 0.5]
        assert tab.ask("picture", at=1)["svg"].startswith("<svg")


def test_computers_play_only_with_clients(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", first="random", second="random", pace=0.01)
        over = tab.until("over")
        assert over["outcome"]["how"] == "by the rules"
        assert over["seq"] == over["ply"]


@pytest.mark.parametrize("name", [*OUTSIDE, *PEOPLE, "Engine", " engine "])
def test_no_program_is_run_for_a_page(client: TestClient, tmp_path: Path, name: str) -> None:
    mark = tmp_path / "ran"
    spec = f"{name}:cmd=touch {mark}"
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        refused = tab.ask("new", rules="ewn", second=spec)
        assert refused["kind"] == "BadOption"
        assert "can't play here" in refused["message"]
        # A record that names one is played by people.
        tab.ask("new", rules="tictactoe", second="person")
        record = tab.ask("record")["record"].replace('[Second "person"]', f'[Second "{spec}"]')
        assert tab.ask("load", record=record)["type"] == "reply"
        assert tab.state["seats"] == ["person", "person"]
        assert tab.ask("choices", at=0, players=[spec])["kind"] == "BadOption"
    for path in ("/api/tree", "/api/compare"):
        asked = {"game": "tictactoe", "player": spec, "players": [spec]}
        answer = client.post(path, json=asked)
        assert answer.status_code == 422
        assert "can't play here" in answer.json()["message"]
    assert not mark.exists()


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
def test_other_sites_get_no_socket(client: TestClient, headers: dict[str, str]) -> None:
    with (
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
        client.websocket_connect(SOCKET, headers=headers),
    ):
        pass


def test_flood_ends_its_own_connection_only(tmp_path: Path) -> None:
    with app_client(tmp_path, rate=0.001, burst=10) as client, client.websocket_connect(SOCKET) as calm:
        tab = Tab(calm)
        tab.ask("new", rules="tictactoe")
        with client.websocket_connect(SOCKET) as wild:
            for _ in range(20):
                wild.send_text("{}")
            _hear_to_the_end(wild)
        assert tab.ask("record")["type"] == "reply"


def test_connections_and_games_are_bounded(tmp_path: Path) -> None:
    with app_client(tmp_path, most_connections=2, most_rooms=2) as client:
        with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
            with client.websocket_connect(SOCKET) as three, pytest.raises(WebSocketDisconnect) as refused:
                three.receive_text()
            assert refused.value.code == 1013
            assert refused.value.reason == "too many people are connected to this server; try again later"
            tabs = [Tab(one), Tab(two)]
            for tab in tabs:
                tab.ask("new", rules="tictactoe", second="person")
                tab.ask("play", move="1")
        # Nobody is in those games any more, so there is room, and they can be come back to.
        with client.websocket_connect(SOCKET) as socket:
            tab = Tab(socket)
            for _ in range(3):
                assert tab.ask("new", rules="tictactoe", second="person")["type"] == "reply"
            assert tab.ask("join", game=tabs[0].state["game"])["type"] == "reply"
            assert tab.state["ply"] == 1


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "a/b", "", "x" * 80, "tictactoe", "..", "a\u0000b"]
)
def test_names_of_games_are_no_paths(client: TestClient, name: str) -> None:
    with client.websocket_connect(SOCKET) as socket:
        assert Tab(socket).ask("join", game=name)["type"] == "error"


_VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=30)
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3)
)
_KINDS = [
    *("new", "join", "load", "again", "sit", "play", "undo", "redo", "resign", "claim", "draw", "pause"),
    *("look", "line", "try", "drop", "promote", "comment", "record", "text", "picture"),
    *("hint", "why", "teach", "values", "choices", "review", "compare"),
    *("training", "mistakes", "puzzle", "answer", "clue", "reveal"),
]
_WHAT = st.sampled_from([*_KINDS, "nothing"])
_FIELDS = [
    "rules",
    "first",
    "second",
    "move",
    "seq",
    "at",
    "moves",
    "players",
    "paused",
    "analysis",
    "key",
    "text",
    "invitation",
    "depth",
    "game",
    "record",
    "options",
    "seed",
    "pace",
    "position",
    "clock",
]
_MESSAGES = st.fixed_dictionaries(
    {"do": _WHAT | _VALUES, "id": st.integers(0, 99) | _VALUES},
    optional={
        **dict.fromkeys(_FIELDS, _VALUES),
        "rules": st.sampled_from(["tictactoe", "ewn", "numerical:size=9", "mnk:width=1,height=1"]) | _VALUES,
        "second": st.sampled_from(["person", "random", "alphabeta:depth=1", "alphabeta:depth=x"]) | _VALUES,
        "move": st.sampled_from(["1", "5", "1=9", "d1", "x"]) | _VALUES,
        "at": st.sampled_from([0, 1, "v1", "v2", "v", -1]) | _VALUES,
        "depth": st.sampled_from([1, 2]) | _VALUES,
    },
)


def test_every_kind_of_message_is_tried_below(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        refused = Tab(socket).ask("nothing")["message"]
    assert sorted(refused.removeprefix("do must be one of ").split(", ")) == sorted(_KINDS)


@given(st.lists(_MESSAGES.map(json.dumps) | st.text(max_size=40), max_size=12))
@settings(max_examples=60)
def test_any_messages_leave_the_server_sound(client: TestClient, messages: list[str]) -> None:
    with client.websocket_connect(SOCKET) as socket:
        for message in messages:
            socket.send_text(message)
        tab = Tab(socket)
        tab._next = 10**6
        assert tab.ask("new", rules="tictactoe", second="person")["type"] == "reply"
        assert tab.ask("play", move="5")["type"] == "reply"


_DEEDS = st.sampled_from(
    [
        "play",
        "play",
        "play",
        "undo",
        "redo",
        "look",
        "try",
        "try",
        "drop",
        "promote",
        "comment",
        "values",
        "hint",
    ]
)


_REFUSED = ("IllegalMove", "GameOver", "BadRequest", "BadNotation")


@given(
    rules=st.sampled_from(["tictactoe", "ewn:size=3,stones=3", "connect:width=4,height=4,length=3"]),
    second=st.sampled_from(["person", "random"]),
    deeds=st.lists(st.tuples(_DEEDS, st.integers(0, 99)), max_size=15),
)
@settings(max_examples=40)
def test_later_visitors_see_the_same(
    client: TestClient, rules: str, second: str, deeds: list[tuple[str, int]]
) -> None:
    with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
        tab = Tab(one)
        game = tab.ask("new", rules=rules, second=second, seed=7)["game"]
        for what, number in deeds:
            state = tab.settled()
            if what == "play" and state["waits"] == "over":
                continue
            places = [*range(state["ply"] + 1), *(row[0] for row in state["variations"])]
            fields: dict[str, Any] = {"at": places[number % len(places)]}
            if what == "play":
                fields = {"move": legal(state)[number % len(legal(state))]}
            if what == "try":
                moves = legal(tab.ask("look", **fields))
                fields |= {"move": moves[number % len(moves)] if moves else "1"}
            if what == "comment":
                fields |= {"text": f"{{said}} {number}" if number % 3 else ""}
            answer = tab.ask(what, **fields)
            assert answer["type"] == "reply" or answer["kind"] in _REFUSED, answer
        state = tab.settled()
        assert [one["seq"] for one in tab.states] == list(range(len(tab.states)))
        # Another tab, and a copy made from the record, show what this one shows.
        other = Tab(two)
        other.ask("join", game=game)
        assert {**other.state, "event": None} == {**tab.settled(), "event": None}
        other.ask("load", record=tab.ask("record")["record"])
        for name in ("moves", "view", "waits", "seats", "outcome", "variations", "comments"):
            assert other.states[-1][name] == state[name], name


def test_bytes_and_long_messages_end_the_connection(client: TestClient) -> None:
    for send in (lambda socket: socket.send_bytes(b"\x00"), lambda socket: socket.send_text("x" * 70_000)):
        with client.websocket_connect(SOCKET) as socket:
            send(socket)
            _hear_to_the_end(socket)


def _hear_to_the_end(socket: Any) -> None:
    """Read until the server closes the connection."""
    with contextlib.suppress(WebSocketDisconnect):
        while socket.receive_text():
            pass


def test_variations_of_a_record_are_in_the_tree_and_written_again(tmp_path: Path) -> None:
    text = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 (1... c5! 2. Nf3 {is usual} (2. Nc3) d6) 2. Nf3 *'
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("load", record=text)
        lines = {name: (before, move) for name, before, move, _ in tab.state["variations"]}
        assert sorted(move for _, move in lines.values()) == ["Nc3", "Nf3", "c5", "d6"]
        assert [before for before, move in lines.values() if move == "c5"] == [1]
        tab.ask("try", at=0, move="d4")
        written = kibitz.Record.parse(tab.ask("record")["record"])
        given = kibitz.Record.parse(text)
        assert written.variations[1] == given.variations[1]
        assert [[str(move) for move in each.moves] for each in written.variations[0]] == [["d2d4"]]


def test_comments_and_the_order_of_variations_are_kept(tmp_path: Path) -> None:
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        game = tab.ask("new", rules="tictactoe", second="person")["game"]
        tab.ask("play", move="5")
        for move in ("1", "2", "3"):
            tab.ask("try", at=0, move=move)
        tab.ask("try", at="v3", move="1")
        assert tab.ask("promote", at="v4")["type"] == "reply"  # the line that it is on
        assert tab.ask("promote", at=1)["kind"] == "BadRequest"
        tab.ask("comment", at=1, text="the {centre}")
        tab.ask("comment", at="v4", text="a corner")
        tab.ask("comment", at="v1", text="gone again")
        assert tab.ask("comment", at="v1", text=" ")["type"] == "reply"
        assert tab.ask("comment", at=2, text="too far")["kind"] == "NotFound"
        assert [row[0] for row in tab.state["variations"]] == ["v3", "v4", "v1", "v2"]
        assert tab.state["comments"] == {"1": "the (centre)", "v4": "a corner"}
        record = tab.ask("record")["record"]
    assert "the (centre)" in record
    assert "a corner" in record
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("join", game=game)
        assert [row[0] for row in tab.state["variations"]] == ["v3", "v4", "v1", "v2"]
        assert tab.state["comments"] == {"1": "the (centre)", "v4": "a corner"}


@pytest.mark.parametrize(("asked", "served"), [("", True), (str(PROTOCOL), True), ("0", False), ("x", False)])
def test_a_page_of_another_protocol_is_asked_to_reload(client: TestClient, asked: str, served: bool) -> None:
    query = f"?protocol={asked}" if asked else ""
    with client.websocket_connect(SOCKET + query) as socket:
        if served:
            assert Tab(socket).ask("new", rules="tictactoe")["type"] == "reply"
        else:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == OTHER_PROTOCOL
    assert client.get("/api/version").json()["protocol"] == PROTOCOL
