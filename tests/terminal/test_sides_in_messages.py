"""Messages about turns, values and winners name the right side, as text and as JSON."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.time_control import TimeControl
from kibitz.cli.main import main
from kibitz.session.clock import Clock
from kibitz.session.session import Session
from kibitz.terminal.console_io import Console
from kibitz.terminal.json_renderer import JsonRenderer
from kibitz.terminal.puzzles import format_wait, print_progress
from kibitz.terminal.text_renderer import TextRenderer, result_phrase

GAME = kibitz.load("tictactoe")
WON_BY = {"first": "1 4 2 5 3", "second": "1 4 2 5 9 6"}


def _session(moves: str, *, person: str = "first") -> Session:
    """After these moves, with a person on one side and a computer on the other."""
    computer = kibitz.player("random")
    session = Session(GAME)
    for move in moves.split():
        session.play(move)
    session.players = (None, computer) if person == "first" else (computer, None)
    return session


@pytest.mark.parametrize("winner", ["first", "second"])
@pytest.mark.parametrize("person", ["first", "second"])
def test_a_person_reads_who_won(winner: str, person: str) -> None:
    """Said here without python-chess too."""
    name, result = ("x", "1-0") if winner == "first" else ("o", "0-1")
    who = "You win" if person == winner else "The computer wins"
    said = result_phrase(_session(WON_BY[winner], person=person))
    assert said.startswith(f"{who} as {name}")
    assert said.endswith(f"({result}).")


def _events(*tell: Any) -> list[dict[str, Any]]:
    out = io.StringIO()
    renderer = JsonRenderer(out)
    for method, *given in tell:
        getattr(renderer, method)(*given)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("winner", ["first", "second"])
def test_machine_readable_output_names_the_winner(winner: str) -> None:
    (event,) = _events(("ended", _session(WON_BY[winner])))
    assert (event["winner"], event["resigned"]) == (winner, None)
    assert event["result"] == ("1-0" if winner == "first" else "0-1")


def test_machine_readable_output_names_sides_in_full() -> None:
    session = Session(GAME, clock=Clock(TimeControl(60.0), (50.0, 40.0), lambda: 0.0))
    session.play("5")
    board, value = _events(("board", session), ("value", session, kibitz.analyse(session.position)))
    assert (board["turn"], board["clock"]) == ("second", [50.0, 40.0])
    assert (value["mover"], value["value"]) == ("second", "Draw(8)")
    session.resign()
    (event,) = _events(("ended", session))
    assert (event["resigned"], event["winner"], event["result"]) == ("second", "first", "1-0")


def test_the_point_of_view_of_values_is_stated() -> None:
    session = Session(GAME)
    session.play("5")
    out = io.StringIO()
    TextRenderer(Console(io.StringIO(), out)).values(session, kibitz.analyse(session.position))
    assert "Value of each move for o (" in out.getvalue()


def test_one_puzzle_and_several() -> None:
    rows = [("2026-01-01", 1, 1), ("2026-01-02", 2, 0)]
    deck = SimpleNamespace(progress=lambda now: rows, due=lambda now: [], untried=list, puzzles=[1, 2, 3])
    out = io.StringIO()
    print_progress(Console(io.StringIO(), out), deck)  # type: ignore[arg-type]
    assert out.getvalue().splitlines() == [
        "2026-01-01: 1 puzzle, 1 solved at the first try",
        "2026-01-02: 2 puzzles, 0 solved at the first try",
        "0 due, 0 new, 3 in total.",
    ]


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (timedelta(seconds=20), "in a minute"),
        (timedelta(minutes=2), "in 2 minutes"),
        (timedelta(hours=1), "in an hour"),
        (timedelta(hours=2), "in 2 hours"),
        (timedelta(days=1), "tomorrow"),
        (timedelta(days=2), "in 2 days"),
    ],
)
def test_how_long_it_is_until_something(wait: timedelta, words: str) -> None:
    assert format_wait(wait) == words


# Commands.


def _said(*words: str) -> str:
    return CliRunner().invoke(main, [*words], standalone_mode=False, catch_exceptions=False).stdout


def test_an_analysis_is_for_the_side_to_move() -> None:
    assert "o, to move, loses in " in _said("analyse", "tictactoe", "5", "2", "1", "--plain")
    assert "x, to move, wins in " in _said("analyse", "tictactoe", "5", "2", "--plain")


def test_wins_are_the_movers_and_claimed_only_with_proof() -> None:
    said = _said("analyse", "tictactoe", "5", "2", "1", "--weak")
    assert ": o, to move, loses (" in said
    assert "not proved within the limit" in _said("analyse", "connect4", "--weak", "--nodes", "100")


def test_solving_says_who_begins() -> None:
    assert json.loads(_said("solve", "tictactoe", "--json"))["mover"] == "first"


def test_one_saved_game_and_several(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.records.record_store import Store

    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    for name, count in (("one", "1 game in"), ("two", "2 games in")):
        Store().save(name, kibitz.Record.parse('[Game "tictactoe"]\n\n1. 5 *'))
        assert count in CliRunner().invoke(main, ["saved"]).stderr
