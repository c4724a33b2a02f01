"""Games are durable before the first answer; one game in two servers, or a server and a terminal."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import kibitz
from kibitz.files.ownership import holder_of
from kibitz.records.record_store import Store
from kibitz.service import persistence, shared_game
from tests.terminal.conversation import converse
from tests.web.serving import NIM
from tests.web.test_socket import SOCKET, Tab, app_client

RECORD = '[Game "connect4"]\n[First "person"]\n[Second "person"]\n\n1. 4 4 2. 3 {why not} (2. 5 5) 5 *'


@pytest.fixture(autouse=True)
def never_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are not brought up to date behind our backs: as if the server were killed soon."""
    monkeypatch.setattr(persistence, "_DURABLE", 1000.0)
    monkeypatch.setattr(shared_game, "_BACK_BY", 0.0)


@contextlib.contextmanager
def _tab(client: TestClient) -> Iterator[Tab]:
    with client.websocket_connect(SOCKET) as socket:
        yield Tab(socket)


def _as_after_a_kill(folder: Path, into: Path) -> Store:
    """What a server finds that is started when another was killed now."""
    shutil.copytree(folder, into)
    store = Store(into)
    store.fold()
    return store


def _moves(record: kibitz.Record) -> str:
    return "".join(map(str, record.moves))


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_a_game_that_begins_from_a_record_is_whole_on_disk_before_the_first_answer(
    tmp_path: Path, moved: int
) -> None:
    with app_client(tmp_path / "games") as client, _tab(client) as tab:
        name = tab.ask("load", record=RECORD)["game"]
        for move in "66"[:moved]:
            assert tab.ask("play", move=move)["type"] == "reply"
        kept = _as_after_a_kill(tmp_path / "games", tmp_path / "after").load(name)
    assert _moves(kept) == "4435" + "66"[:moved]
    assert kept.comments == {3: "why not"}
    assert list(kept.variations) == [2]


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "tictactoe", "position": "xo./.x./..o", "second": "person"},
        {"rules": "tictactoe", "second": "friend"},
        {"rules": "tictactoe", "clock": "5m", "second": "friend", "first": "person"},
    ],
)
def test_so_is_one_that_begins_with_a_position_or_with_seats(tmp_path: Path, asked: dict[str, str]) -> None:
    with app_client(tmp_path / "games") as client, _tab(client) as tab:
        name = tab.ask("new", **asked)["game"]
        store = _as_after_a_kill(tmp_path / "games", tmp_path / "after")
        kept = store.load(name)
        with app_client(tmp_path / "after") as again, _tab(again) as other:
            state = other.ask("join", game=name)
            assert state["type"] == "reply"
            assert other.states[-1]["people"]["bound"] is ("friend" in asked.values())
    if "position" in asked:
        assert str(kept.start) == str(kibitz.load("tictactoe").position(asked["position"]))


def test_so_is_a_rematch_of_people_with_seats(tmp_path: Path) -> None:
    with app_client(tmp_path / "games") as client, _tab(client) as one, _tab(client) as other:
        begun = one.ask("new", rules="tictactoe", second="friend")
        other.ask("join", game=begun["game"])
        other.ask("sit", invitation=begun["invitation"])
        for tab, move in zip((one, other) * 3, "14253", strict=False):
            assert tab.ask("play", move=move)["type"] == "reply"
        one.ask("again")
        other.ask("again")
        store = _as_after_a_kill(tmp_path / "games", tmp_path / "after")
        (name,) = {row.name for row in store.listed()} - {begun["game"]}
        assert "Seats" in store.load(name).tags


def test_so_is_one_with_code_that_is_not_ours(tmp_path: Path) -> None:
    record = '[Game "nim.py"]\n[First "person"]\n[Second "person"]\n\n1. 1-1 2-1 *'
    with app_client(tmp_path / "games", own_games=(NIM,)) as client, _tab(client) as tab:
        said = tab.ask("load", record=record)
        assert said["type"] == "reply", said
        name = said["game"]
        assert "1. 1-1 2-1" in Store(tmp_path / "games").path(name).read_text()
        assert tab.ask("play", move="3-1")["type"] == "reply"
        assert "1. 1-1 2-1 2. 3-1" in Store(tmp_path / "games").path(name).read_text()


def test_the_second_server_learns_the_owner_and_may_take_over(tmp_path: Path) -> None:
    with (
        app_client(tmp_path) as client,
        app_client(tmp_path) as other,
        _tab(client) as one,
        _tab(other) as two,
    ):
        name = one.ask("load", record=RECORD)["game"]
        one.ask("play", move="1")
        result = two.ask("join", game=name)
        assert (result["type"], result["kind"]) == ("error", "InUse")
        assert "is open in kibitz web (process " in result["message"]
        # It may be watched, and gone on with as a copy.
        record = other.get(f"/api/records/{name}").text
        assert _moves(kibitz.Record.parse(record)) == "44351"
        assert two.ask("load", record=record, analysis=True)["type"] == "reply"
        copy = two.ask("load", record=record)["game"]
        two.ask("play", move="7")
        # Or taken over.
        assert two.ask("join", game=name, take_over=True)["type"] == "reply"
        two.ask("play", move="2")
        before = len(one.states)
        first = one.ask("play", move="3")
        news = [one.states[-1]] if len(one.states) > before else []
        second = one.ask("play", move="3")
        assert "no longer open here" in str([first, *news, second])
        assert second["type"] == "error"
        assert one.ask("join", game=name)["kind"] == "InUse"
    store = Store(tmp_path)
    assert (_moves(store.load(name)), _moves(store.load(copy))) == ("443512", "443517")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".pgn") == []


def test_only_on_this_machine_a_game_is_taken_over(tmp_path: Path) -> None:
    with app_client(tmp_path, host="0.0.0.0") as client, _tab(client) as tab:
        name = tab.ask("load", record=RECORD)["game"]
        assert tab.ask("join", game=name, take_over=True)["kind"] == "Forbidden"


def test_an_abandoned_game_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistence, "_DURABLE", 0.05)
    store = Store(tmp_path)
    with app_client(tmp_path) as client:
        with _tab(client) as tab:
            name = tab.ask("load", record=RECORD)["game"]
            tab.ask("play", move="1")
            assert holder_of(store.path(name)) is not None
        for _ in range(200):
            if holder_of(store.path(name)) is None:
                break
            client.get("/api/version")
            time.sleep(0.02)
        converse(tmp_path, "2\nquit\n", name, players=("person", "person"))
        assert _moves(store.load(name)) == "443512"
        # The server goes on from what was played elsewhere.
        with _tab(client) as tab:
            tab.ask("join", game=name)
            assert len(tab.states[-1]["moves"]) == 6
            tab.ask("play", move="3")
    assert _moves(store.load(name)) == "4435123"
    store.fold()
    assert _moves(store.load(name)) == "4435123"


def test_a_failed_write_is_made_up_for_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk at the first move, and room at the second: its line alone would say nothing."""
    from kibitz.records.move_log import LiveFile

    add: Any = LiveFile.add

    def full(self: LiveFile, line: Any) -> None:
        raise kibitz.BadFile("the disk is full")

    with app_client(tmp_path / "games") as client, _tab(client) as tab:
        name = tab.ask("new", rules="connect4", second="person")["game"]
        tab.ask("play", move="4")
        with monkeypatch.context() as short:
            short.setattr(LiveFile, "add", full)
            tab.ask("play", move="5")
        assert LiveFile.add is add
        tab.ask("play", move="6")
        kept = _as_after_a_kill(tmp_path / "games", tmp_path / "after").load(name)
    assert _moves(kept) == "456"
