"""Limits for each client: no client shuts out others, and the accounting stays small."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kibitz.base.errors import BadOption
from kibitz.cli.web import command
from kibitz.records.record_store import Store
from kibitz.service.client_address import CLIENT
from kibitz.service.client_limits import ClientLimits
from kibitz.service.errors import TooMany
from kibitz.service.game_session import GameSession
from kibitz.service.rate_limit import Bucket, Buckets
from kibitz.service.settings import Settings
from kibitz.service.shared_game import SharedGame
from kibitz.service.thread_pools import ThreadPools
from kibitz.web.app import make_app
from kibitz.web.server import make_server
from kibitz.web.trusted_proxies import TrustedProxies, counted_as
from tests.web.test_socket import SOCKET, Tab, app_client

_NEEDS = "needs addresses such as 127.0.0.2, which other systems don't have"
NARROW = Settings(client_sockets=5, client_games=3, thinking=0.1)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server in a thread, with narrow bounds for one client."""
    server = make_server(NARROW, make_app(NARROW, Store(tmp_path_factory.mktemp("narrow"))))
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


def _visit(port: int, source: str, **options: Any) -> ClientConnection:
    """A connection from an address of this machine."""
    wire = socket.create_connection(("127.0.0.1", port), 30, source_address=(source, 0))
    return connect(f"ws://127.0.0.1:{port}/socket", sock=wire, **options)


def _ask(web: ClientConnection, what: str, **fields: Any) -> dict[str, Any]:
    web.send(json.dumps({"id": 1, "do": what, **fields}))
    while (answer := json.loads(web.recv(30)))["type"] in ("state", "change"):
        pass
    return dict(answer)


@pytest.mark.skipif(sys.platform != "linux", reason=_NEEDS)
def test_one_client_leaves_sockets_for_others(port: int) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(NARROW.client_sockets):
            web = stack.enter_context(_visit(port, "127.0.0.1"))
            assert _ask(web, "nothing")["type"] == "error"
        with _visit(port, "127.0.0.1") as refused, pytest.raises(ConnectionClosed) as closed:
            refused.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        said = closed.value.rcvd.reason
        assert said == "your address has 5 connections, the most there may be; close a window"
        with _visit(port, "127.0.0.2") as other:
            assert _ask(other, "new", rules="tictactoe")["type"] == "reply"
    while True:  # the server soon notices that they have gone
        with _visit(port, "127.0.0.1") as again, contextlib.suppress(ConnectionClosed):
            assert _ask(again, "nothing")["type"] == "error"
            break


@pytest.mark.skipif(sys.platform != "linux", reason=_NEEDS)
def test_games_begun_too_fast_are_refused_with_a_time(port: int) -> None:
    with _visit(port, "127.0.0.3") as web, _visit(port, "127.0.0.4") as other:
        answers = [_ask(web, "new", rules="tictactoe") for _ in range(8)]
        refusals = [answer for answer in answers if answer["type"] == "error"]
        assert [answer["type"] for answer in answers[:6]] == ["reply"] * 6
        assert refusals
        assert refusals[-1]["kind"] == "TooMany"
        assert refusals[-1]["message"].startswith(
            "too many games were started from your address; try again in "
        )
        assert _ask(other, "new", rules="tictactoe")["type"] == "reply"


def test_saved_data_is_bounded(tmp_path: Path) -> None:
    record = '[Game "tictactoe"]\n\n{' + "x" * 20_000 + "} 5 *\n"
    app = make_app(Settings(client_disk=50_000), Store(tmp_path))
    with TestClient(app, base_url="http://localhost") as client, client.websocket_connect(SOCKET) as web:
        tab = Tab(web)
        answers = [tab.ask("load", record=record) for _ in range(6)]
        assert answers[0]["type"] == "reply"
        assert answers[-1]["kind"] == "TooMany"
        assert "too much was saved from your address; saved games stay" in answers[-1]["message"]
        assert tab.ask("comment", at=0, text="more")["kind"] == "TooMany"
        assert tab.ask("look", at=0)["type"] == "reply"


def test_the_disk_is_not_filled(tmp_path: Path) -> None:
    limits = ClientLimits(Settings(most_disk=1000))
    limits.begin_game()
    (tmp_path / "old.pgn").write_text("x" * 990)
    limits.count_disk(tmp_path)
    limits.begin_game()
    limits.wrote(20)
    with pytest.raises(TooMany, match="used up; who runs it can delete some, or give more with --disk"):
        limits.begin_game()
    (tmp_path / "old.pgn").unlink()
    limits.count_disk(tmp_path)
    limits.begin_game()


def _as(client: str, work: Any) -> Any:
    token = CLIENT.set(client)
    try:
        return work()
    finally:
        CLIENT.reset(token)


def test_clients_take_turns_and_none_has_all_threads() -> None:
    """One client's many searches leave a thread to another's only one, whatever was asked first."""
    workers = ThreadPools(1000, of_client=2)
    order: list[str] = []
    over = threading.Event()

    async def run() -> None:
        def begin(client: str, work: Any) -> asyncio.Task[Any]:
            return _as(client, lambda: asyncio.create_task(workers.run_slow(work)))

        def held() -> None:
            order.append("held")
            over.wait()

        many = [begin("many", held) for _ in range(40)]
        while len(order) < 2:
            await asyncio.sleep(0.01)
        await asyncio.gather(*(begin(f"other {n}", lambda: order.append("other")) for n in range(20)))
        assert order == ["held"] * 2 + ["other"] * 20
        over.set()
        await asyncio.gather(*many)
        while workers._thinking._at_work:  # an answer is there a moment before its thread is free
            await asyncio.sleep(0.01)

    asyncio.run(run())
    assert order.count("held") == 40
    workers.close()


def test_so_many_questions_of_a_client_wait() -> None:
    workers = ThreadPools(1000, of_client=2, waiting_of_client=3)
    over = threading.Event()

    async def run() -> None:
        asked = [_as("one", lambda: asyncio.create_task(workers.run_counted(over.wait))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany, match="3 requests from your address are in progress"):
            await _as("one", lambda: asyncio.create_task(workers.run_counted(over.wait)))
        assert await _as("two", lambda: asyncio.create_task(workers.run_counted(lambda: 5))) == 5
        over.set()
        await asyncio.gather(*asked)
        assert not workers._queued

    asyncio.run(run())
    workers.close()


def test_buckets_of_clients_that_left_are_forgotten() -> None:
    now = [0.0]
    buckets = Buckets(1, 2, most=50, clock=lambda: now[0])
    for number in range(1000):
        assert buckets.take(f"client {number}")
    assert len(buckets) <= 50
    now[0] = 100.0
    for _ in range(60):
        buckets.take("one")
        now[0] += 0.1
    assert len(buckets) == 1
    assert not buckets.take("one")
    assert buckets.wait("one") == pytest.approx(0.1, abs=0.9)


def test_a_rate_limit_says_when_to_retry() -> None:
    now = [0.0]
    bucket = Bucket(2, 10, lambda: now[0])
    bucket.spend(16)
    assert bucket.wait() == pytest.approx(3.5)
    assert not bucket.take()
    now[0] = 3.5
    assert bucket.take()
    assert not bucket.take()
    assert bucket.wait(100) == pytest.approx(5)  # as if all that it holds were asked for


def test_games_without_clients_leave_memory(tmp_path: Path) -> None:
    """They come back from disk; without the search for rubbish too."""
    with app_client(tmp_path, idle=0.2) as client:
        gc.collect()
        before = weakref.WeakSet(each for each in gc.get_objects() if type(each) in (GameSession, SharedGame))
        gc.disable()
        try:
            with client.websocket_connect(SOCKET) as web:
                tab = Tab(web)
                names = []
                for _ in range(20):
                    names.append(tab.ask("new", rules="connect4")["game"])
                    tab.ask("play", move="4")
            for _ in range(200):
                left = [each for each in gc.get_objects() if type(each) is GameSession and each not in before]
                if not left:
                    break
                del left
                client.get("/api/version")
                threading.Event().wait(0.05)
            else:
                raise AssertionError("games are kept in memory")
        finally:
            gc.enable()
        with client.websocket_connect(SOCKET) as web:
            tab = Tab(web)
            assert tab.ask("join", game=names[0])["type"] == "reply"
            assert tab.state["ply"] == 1


def _scope(peer: str, *forwarded: str) -> dict[str, Any]:
    return {
        "type": "http",
        "client": (peer, 4711),
        "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded],
    }


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        ([], "10.0.0.5", ["1.2.3.4"], "10.0.0.5"),
        (["10.0.0.0/8"], "11.0.0.5", ["1.2.3.4"], "11.0.0.5"),
        (["10.0.0.0/8"], "10.0.0.5", [], "10.0.0.5"),
        (["10.0.0.0/8"], "10.0.0.5", ["1.2.3.4"], "1.2.3.4"),
        # Clients may write what they like before what the proxy adds.
        (["10.0.0.0/8"], "10.0.0.5", ["9.9.9.9, 1.2.3.4"], "1.2.3.4"),
        (["10.0.0.0/8"], "10.0.0.5", ["9.9.9.9", "1.2.3.4, 10.0.0.6"], "1.2.3.4"),
        (["10.0.0.0/8"], "10.0.0.5", ["9.9.9.9, nonsense"], "10.0.0.5"),
        (["127.0.0.1"], "127.0.0.1", ["1.2.3.4:99"], "1.2.3.4"),
        (["127.0.0.1"], "127.0.0.1", ["[2001:db8:1:2:3::4]:99"], "2001:db8:1:2::/64"),
        (["127.0.0.1"], "::ffff:127.0.0.1", ["2001:db8:1:2::9"], "2001:db8:1:2::/64"),
    ],
)
def test_identity_of_a_client(trusted: list[str], peer: str, forwarded: list[str], client: str) -> None:
    assert TrustedProxies(trusted).client_of(_scope(peer, *forwarded)) == client


def test_addresses_that_count_as_one() -> None:
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("::ffff:10.0.0.5") == counted_as("10.0.0.5")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")
    assert counted_as("::1") == "::1"


@pytest.mark.parametrize("wrong", ["", "proxy", "10.0.0.1/8", "10.0.0.0/99", "*"])
def test_proxies_that_are_no_addresses(wrong: str) -> None:
    with pytest.raises(BadOption, match="a trusted proxy is an address such as"):
        CliRunner().invoke(command, ["--port", "0", "--trusted-proxy", wrong], catch_exceptions=False)


def test_behind_a_proxy_no_client_is_taken_for_the_owner(tmp_path: Path) -> None:
    settings = Settings(trusted_proxies=("127.0.0.1",))
    with TestClient(make_app(settings, Store(tmp_path)), base_url="http://localhost") as client:
        assert client.get("/api/records").status_code == 403
        assert client.get("/api/version").json()["local"] is False


def test_a_name_for_others_is_one_that_a_proxy_serves(tmp_path: Path) -> None:
    """Who forgets --trusted-proxy still lets nobody list or take over saved games."""
    settings = Settings(names=("games.example.org",))
    with TestClient(make_app(settings, Store(tmp_path)), base_url="http://games.example.org") as client:
        assert client.get("/api/records").status_code == 403
        assert client.get("/api/version").json()["local"] is False
    assert Settings(names=("127.0.0.2", "localhost")).is_local


@pytest.mark.parametrize(("proxies", "told"), [((), True), (("192.168.7.7",), False)])
def test_addresses_of_the_network_are_told_to_nobody_behind_a_proxy(
    tmp_path: Path, proxies: tuple[str, ...], told: bool
) -> None:
    settings = Settings(host="0.0.0.0", trusted_proxies=proxies)
    app = make_app(settings, Store(tmp_path))
    browser = {"Accept": "text/html", "X-Forwarded-For": "203.0.113.9"}
    with TestClient(app, base_url="http://odd.example", client=("192.168.7.7", 50000)) as client:
        page = client.get("/", headers=browser)
    assert page.status_code == 421
    assert ("These addresses work" in page.text) is told


def test_limits_are_set_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[Settings] = []
    monkeypatch.setattr("kibitz.web.server.serve", lambda settings, port, ready: received.append(settings))
    words = (
        "--people-per-address 30 --client-sockets 2 --client-disk 3M --disk 500M --sockets 900 --client-own 1"
    )
    CliRunner().invoke(command, words.split(), catch_exceptions=False)
    result, usual = received[0], Settings()
    assert (result.client_sockets, result.client_disk, result.client_apart) == (60, 90 * 2**20, 30)
    assert (result.most_disk, result.most_connections) == (500 * 2**20, 900)
    assert result.client_thinking == 30 * usual.client_thinking
    with pytest.raises(BadOption, match="--disk must be 1M to"):
        CliRunner().invoke(command, ["--disk", "lots"], catch_exceptions=False)


@pytest.mark.parametrize(
    ("host", "header", "known"),
    [
        ("127.0.0.1", "localhost:8917", True),
        ("127.0.0.1", "LOCALHOST", True),
        ("127.0.0.1", "[::1]:8917", True),
        ("fd00::1", "[fd00::1]:8917", True),
        ("127.0.0.1", "local:8917", False),
        ("127.0.0.1", "localhost.example:8917", False),
        ("127.0.0.1", "127.0.0.1.example", False),
        ("127.0.0.1", "127.0.0.1:80@other.example", False),
        ("127.0.0.1", "other.example:localhost", False),
        ("127.0.0.1", "localhost:x", False),
        ("127.0.0.1", "[localhost", False),
        ("127.0.0.1", "", False),
    ],
)
def test_names_of_this_server(host: str, header: str, known: bool) -> None:
    assert Settings(host=host).allows_host(header) is known


def test_comments_never_make_a_record_longer_than_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.records.parser import LONGEST
    from kibitz.service import game_session, variations

    # Each variation takes a number, a move, brackets and blanks beside its comment.
    assert game_session._MOST_COMMENTS + 100 * variations._MOST < LONGEST
    monkeypatch.setattr(game_session, "_MOST_COMMENTS", 1000)
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as web:
        tab = Tab(web)
        tab.ask("new", rules="tictactoe", second="person")
        tab.ask("try", at=0, move="5")
        assert tab.ask("comment", at=0, text="x" * 600)["type"] == "reply"
        refused = tab.ask("comment", at="v1", text="y" * 600)
        assert (refused["type"], refused["kind"]) == ("error", "BadRequest")
        assert "remove some first" in refused["message"]
        assert tab.ask("comment", at="v1", text="y" * 400)["type"] == "reply"
        assert tab.ask("comment", at=0, text="")["type"] == "reply"
        assert tab.ask("comment", at="v1", text="z" * 600)["type"] == "reply"
