"""Searches stop when no client waits for their answer."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.analysis import evaluate_position
from kibitz.base.cancel import Cancel, raise_if_cancelled
from kibitz.base.errors import Stopped
from kibitz.base.limit import Limit
from kibitz.records.record_store import Store
from kibitz.service import code_runner
from kibitz.service.settings import Settings
from kibitz.solving import exact_sources, table_sources
from kibitz.web.app import make_app
from tests.web.test_socket import SOCKET, Tab, app_client, legal

HOUR = 3600.0
#: As many as there are threads that think.
THINKERS = 2
BIG = {"rules": "mnk", "options": {"width": "9", "height": "9", "length": "5"}}


@pytest.fixture(autouse=True)
def _few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine of many cores there are many threads, and filling them all takes long."""
    monkeypatch.setattr(os, "cpu_count", lambda: THINKERS)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """All advice takes an hour unless it is called off, or was given before."""
    evaluate_position._memory.clear()
    for usual in ("_FOR_SOURCES", "_FOR_SEARCH"):
        monkeypatch.setattr(evaluate_position, usual, Limit(seconds=HOUR))


def _send(socket: Any, what: str, **fields: Any) -> None:
    socket.send_text(json.dumps({"id": 900, "do": what, **fields}))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("what", ["hint", "why", "teach", "values", "review"])
def test_advice_ends_with_its_client(tmp_path: Path, what: str) -> None:
    with app_client(tmp_path, thinking=HOUR) as client:
        for _ in range(THINKERS):
            with client.websocket_connect(SOCKET) as socket:
                tab = Tab(socket)
                tab.ask("new", **BIG, second="person")
                assert tab.ask("play", move="e5")["type"] == "reply"
                _send(socket, what, at=1, **({"move": "a1"} if what == "teach" else {}))
                time.sleep(0.02)
        _still_thinks(client)


@pytest.mark.usefixtures("patient")
def test_a_newer_question_takes_the_place_of_an_older(tmp_path: Path) -> None:
    with app_client(tmp_path, thinking=HOUR) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", **BIG, second="person")
        for _ in range(3 * THINKERS):
            _send(socket, "values", at=0)
        answers = [tab.hear() for _ in range(3 * THINKERS - 1)]
        assert {(answer["id"], answer["kind"]) for answer in answers} == {(900, "Stopped")}
        # Another game leaves the last one without a reader, too.
        assert tab.ask("new", rules="tictactoe", second="person")["type"] == "reply"
        assert tab.ask("hint", at=0)["hint"]["move"]


@pytest.fixture
def long_game(long_game_file: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(table_sources, "_TINY_SECONDS", HOUR)
    monkeypatch.setattr(table_sources, "_TINY_IN_PYTHON", 10**9)
    monkeypatch.setattr(exact_sources, "_sources", {})
    return str(long_game_file)


@pytest.mark.parametrize("newer", [True, False])
def test_solving_a_tiny_game_for_advice_ends_with_its_client(
    tmp_path: Path, long_game: str, newer: bool
) -> None:
    with app_client(tmp_path, own_games=(long_game,)) as client:
        for _ in range(1 if newer else THINKERS):
            with client.websocket_connect(SOCKET) as socket:
                tab = Tab(socket)
                tab.ask("new", rules=long_game, second="person")
                for _ in range(2 * THINKERS if newer else 1):
                    _send(socket, "values", at=0)
                time.sleep(0.02)
        _still_thinks(client)


def test_an_abandoned_table_is_made_for_the_next_client(long_game: str) -> None:
    game = kibitz.load(long_game, length=300)
    cancel = Cancel()
    with cancel:
        cancel.now()
        with pytest.raises(Stopped):
            exact_sources.probe_sources(game.start(), Limit())
    known = exact_sources.probe_sources(game.start(), Limit()).knowledge
    assert known is not None
    assert known.value.result == -1  # the side 3, 6, 9... from the end loses


def test_a_computer_stops_when_all_clients_have_left_and_restarts(tmp_path: Path) -> None:
    with app_client(tmp_path, thinking=HOUR) as client:
        for _ in range(THINKERS):
            with client.websocket_connect(SOCKET) as socket:
                name = Tab(socket).ask("new", **BIG, first="negascout")["game"]
        _still_thinks(client)
        with client.websocket_connect(SOCKET) as one, client.websocket_connect(SOCKET) as two:
            tabs = [Tab(one), Tab(two)]
            for tab in tabs:
                tab.ask("join", game=name)
                assert (tab.state["waits"], tab.state["ply"]) == ("computer", 0)


def test_taking_back_does_not_wait_for_the_computer(tmp_path: Path) -> None:
    with app_client(tmp_path, thinking=HOUR) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", **BIG, second="negascout")
        for _ in range(3):
            tab.ask("play", move="e5")
            assert tab.until("computer")["ply"] == 1
            assert tab.ask("undo", seq=tab.state["seq"])["type"] == "reply"
            assert tab.until("person")["ply"] == 0


def test_a_move_is_seen_by_others_though_its_maker_leaves_at_once(tmp_path: Path) -> None:
    with app_client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        game = tab.ask("new", rules="mnk", second="person")["game"]
        for ply, move in enumerate(legal(tab.state)[:5]):
            with client.websocket_connect(SOCKET) as other:
                Tab(other).ask("join", game=game)
                _send(other, "play", move=move)
            # It may have left before the move was read, but never between the move and the news of it.
            tab.ask("record")
            if tab.state["ply"] == ply:
                tab.ask("play", move=move)
            assert tab.state["ply"] == ply + 1


def _still_thinks(client: Any) -> None:
    """Somebody else is answered, which takes a thread that thinks."""
    with client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", second="person")
        assert tab.ask("hint", at=0)["hint"]["move"]


@pytest.mark.parametrize(
    ("path", "function"), [("/api/analyse", "analyse"), ("/api/compare", "compare_json")]
)
def test_http_clients_that_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, function: str
) -> None:
    begun, ended = threading.Event(), threading.Event()
    monkeypatch.setattr(code_runner, function, _until_called_off(begun, ended))

    async def ask() -> None:
        sent: list[dict[str, Any]] = []
        body = {"type": "http.request", "body": b'{"game":"connect4"}', "more_body": False}
        messages = [body]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            while not begun.is_set():
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "http_version": "1.1",
            "scheme": "http",
        }
        await make_app(Settings(), Store(tmp_path))(scope, receive, send)

    asyncio.run(ask())
    assert ended.wait(60)


def _until_called_off(begun: threading.Event, ended: threading.Event) -> Callable[..., Any]:
    def think(*arguments: object) -> None:
        begun.set()
        try:
            while True:
                raise_if_cancelled()
                time.sleep(0.01)
        except Stopped:
            ended.set()
            raise

    return think
