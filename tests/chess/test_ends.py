"""Names of chess endings, beside python-chess."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from kibitz import Limit, Record
from kibitz.base.ending import Ending, Termination
from kibitz.base.side import Side
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import review
from kibitz.game_review.text_report import review_text
from kibitz.records.record_store import Store
from kibitz.records.summary import GameSummary
from kibitz.session.session import Session
from kibitz.terminal.saved_text import format_state
from kibitz.terminal.text_renderer import result_phrase
from tests.terminal.conversation import converse

chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")

GAME = kibitz.load("chess")
START = chess.STARTING_FEN
#: Words by the names that python-chess has for ends.
WORDS = {
    "CHECKMATE": "checkmate",
    "STALEMATE": "stalemate",
    "INSUFFICIENT_MATERIAL": "insufficient material",
    "SEVENTYFIVE_MOVES": "seventy-five moves of each side without a capture or a pawn's move",
    "FIVEFOLD_REPETITION": "fivefold repetition",
}
GAMES = [
    (START, "f3 e5 g4 Qh4#"),
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Kb1"),
    ("7k/8/8/8/8/8/6p1/K5B1 b - - 0 1", "Kh7 Bh2 g1=N Bxg1"),
    ("6k1/8/8/8/8/8/8/K6R w - - 149 90", "Rh2"),
    (START, "Nf3 Nf6 Ng1 Ng8 " * 4),
]


@pytest.mark.parametrize(("fen", "moves"), GAMES)
def test_ends_by_the_rules_have_their_name_everywhere(tmp_path: Path, fen: str, moves: str) -> None:
    board, session = chess.Board(fen), Session(GAME, start=GAME.position(fen))
    for move in moves.split():
        board.push_san(move)
        session.play(move)
    outcome = board.outcome()
    words = WORDS[outcome.termination.name]
    record = session.record()
    assert result_phrase(session).endswith(f": {words} ({outcome.result()}).")
    assert Record.parse(str(record)).end_name == words
    assert format_state(GameSummary.of(record)).endswith(f" ({words})")
    found = review(record, Limit(depth=1))
    assert f"{outcome.result()} ({words})" in " ".join(" ".join(review_text(found)).split())
    assert review_to_json(found)["by"] == words


def test_a_mate_with_a_name_of_its_own_and_one_that_stands_at_the_start() -> None:
    smothered = GAME.position("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1")
    assert (
        GAME.teacher.name_ending([smothered, smothered.play("Nf7")], [smothered.move("Nf7")])
        == "smothered mate"
    )
    assert GAME.teacher.name_ending([GAME.position("6k1/6Q1/6K1/8/8/8/8/8 b - - 0 1")], []) == "checkmate"
    assert GAME.teacher.name_ending([GAME.start()], []) == ""


def test_a_person_reads_how_the_game_ended() -> None:
    near = GAME.position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    won = Session(GAME, None, kibitz.player("random"), start=near)
    won.play("Qg7")
    assert result_phrase(won) == "You win as white: checkmate (1-0)."
    lost = Session(GAME, kibitz.player("alphabeta:depth=2"), None, start=near)
    lost.step()
    assert result_phrase(lost) == "The computer wins as white: checkmate (1-0)."


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("first resigned", "white resigned"),
        ("second lost on time: 0.31 s too late", "black lost on time: 0.31 s too late"),
        ("drawn: agreed", "agreed"),
        (
            "drawn: claimed, as this position has occurred 3 times",
            "claimed, as this position has occurred 3 times",
        ),
        ("drawn", "drawn"),
        ("Time forfeit", "Time forfeit"),
        ("Normal", ""),
        ("", ""),
    ],
)
def test_ends_that_the_rules_did_not_bring_about(told: str, words: str) -> None:
    assert Ending.describe_reason(told, GAME.side_name) == words
    result = "1/2-1/2" if told.startswith("drawn") else "0-1"
    tags = f'[Game "chess"]\n[Termination "{told}"]\n\n' if told else '[Game "chess"]\n\n'
    assert Record.parse(f"{tags}1. e4 e5 {result}").end_name == words
    assert Record.parse(f"{tags}1. e4 e5 *").end_name == ""


@pytest.mark.parametrize("by", [Side.FIRST, Side.SECOND])
@pytest.mark.parametrize("how", [Termination.RESIGNED, Termination.ON_TIME, Termination.FORFEITED])
def test_written_text_names_the_sides(by: Side, how: Termination) -> None:
    reason = Ending.lost(by, how).reason()
    assert reason is not None
    assert Ending.describe_reason(reason, GAME.side_name) == f"{('white', 'black')[by]} {how.value}"


def test_agreed_and_claimed_draws(tmp_path: Path) -> None:
    back = "Nf3\nNf6\nNg1\nNg8\n" * 2
    said = converse(tmp_path, f"{back}claim\n", game="chess", people=2)
    assert re.search(r"is a draw: claimed, as this position has occurred 3 times \(1/2-1/2\)", said)
    (row,) = Store(tmp_path).saved()
    assert row.record is not None
    assert "claimed" in format_state(GameSummary.of(row.record))


def test_other_games_say_it_in_their_words(tmp_path: Path) -> None:
    said = converse(tmp_path, "1\n5\n2\n4\n3\n", game="tictactoe", people=2)
    assert "x wins: row 1-2-3 (1-0)." in said
    lost = Record.parse('[Game "mnk:misere=yes"]\n\n1. a1 b2 2. a2 b1 3. a3 0-1')
    assert lost.end_name == ""  # who completes the row has lost, and what the other did ended nothing
