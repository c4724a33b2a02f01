"""Puzzles over the socket: answers stay hidden until they are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

import kibitz
from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.puzzles.deck import Deck
from kibitz.records.record_store import Store
from kibitz.service.settings import Settings
from kibitz.web.app import make_app
from tests.web.test_socket import SOCKET, Tab


def _client(folder: Path, **settings: object) -> TestClient:
    app = make_app(Settings(**settings), Store(folder / "games"), folder / "deck.json")  # type: ignore[arg-type]
    return TestClient(app, base_url="http://localhost")


def _values(position: str) -> dict[str, kibitz.Value]:
    found = evaluate_position(kibitz.load("tictactoe").position(position))
    return {str(each.move): each.value for each in found.moves}


def test_a_puzzle_is_solved_and_kept(tmp_path: Path) -> None:
    with _client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        assert tab.ask("answer", move="1")["kind"] == "BadRequest"
        puzzle = tab.ask("puzzle", rules="tictactoe")["puzzle"]
        assert "answers" not in puzzle
        assert "solution" not in puzzle
        legal = [gesture[0] for gesture in puzzle["view"]["gestures"]]
        values = _values(puzzle["position"])
        assert set(legal) == set(values)
        best = max(values.values())
        # A move that wins, draws or loses as well as the best one can only be right, and another only wrong.
        worse = [move for move, value in values.items() if value.result != best.result]
        if worse:
            wrong = tab.ask("answer", move=worse[0])
            assert wrong["result"] == "wrong"
            assert "answers" not in wrong["puzzle"]
        while not puzzle["solved"]:
            values = _values(puzzle["position"])
            move = max(values, key=lambda text: values[text])
            puzzle = tab.ask("answer", move=move)["puzzle"]
            assert puzzle["wrong"] == bool(worse)
        assert puzzle["answers"]
        assert tab.ask("answer", move="1")["kind"] == "GameOver"
        progress = tab.ask("training")["progress"]
        assert (progress["tries"], progress["at_once"]) == (1, int(not worse))
    deck = Deck(tmp_path / "deck.json")
    assert [each.puzzle for each in deck.tries] == [puzzle["id"]]


def test_a_mistake_of_ones_own_comes_as_a_puzzle(tmp_path: Path) -> None:
    with _client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        assert tab.ask("puzzle", mistakes=True)["kind"] == "NotFound"
        tab.ask("new", rules="tictactoe", second="person")
        # 2 instead of 5 gives a draw away, and 9 lets x win.
        game = tab.state["game"]
        for move in ("1", "2", "5", "3", "9"):
            assert tab.ask("play", move=move)["type"] == "reply"
        found = tab.ask("mistakes")["progress"]
        assert found["mistakes"] >= 1
        puzzle = tab.ask("puzzle", mistakes=True)["puzzle"]
        assert puzzle["played"] in ("2", "3")
        assert puzzle["record"] == game
        shown = tab.ask("reveal")
        assert puzzle["played"] not in shown["puzzle"]["answers"]
        assert shown["puzzle"]["shown"]
        # It was seen, so it is not the next; and it is not looked for again.
        assert tab.ask("mistakes")["progress"]["puzzles"] == found["puzzles"]


def test_previous_moves(tmp_path: Path) -> None:
    with _client(tmp_path) as client, client.websocket_connect(SOCKET) as socket:
        tab = Tab(socket)
        tab.ask("new", rules="tictactoe", second="person")
        for move in ("5", "1", "3", "2", "7"):
            tab.ask("play", move=move)
        rows = client.post("/api/explore", json={"game": "tictactoe"}).json()["moves"]
        assert {row["move"]: (row["games"], row["won"]) for row in rows if row["games"]} == {"5": (1, 1)}
        assert len(rows) == 9


@pytest.mark.parametrize("what", ["training", "mistakes", "puzzle"])
def test_others_have_no_part_in_the_owners_puzzles(tmp_path: Path, what: str) -> None:
    with _client(tmp_path, host="0.0.0.0") as client, client.websocket_connect(SOCKET) as socket:
        assert Tab(socket).ask(what)["kind"] == "Forbidden"
        rows = client.post("/api/explore", json={"game": "tictactoe"}).json()["moves"]
        assert not any(row["games"] for row in rows)
    assert not (tmp_path / "deck.json").exists()
