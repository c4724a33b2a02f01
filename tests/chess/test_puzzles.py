"""Chess puzzles, solved again: the shortest mate, and every move that starts one is accepted."""

from __future__ import annotations

import os

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.exercise import Exercise, Result
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.puzzle import Puzzle, Task

chess = pytest.importorskip("chess")

from tests.chess.mates import mates_with, mates_within  # noqa: E402

_CHESS = kibitz.load("chess")
#: How many puzzles are made; more by hand.
_COUNT = int(os.environ.get("KIBITZ_PUZZLES", "4"))
#: Mates in more moves take the plain solver too long.
_MOST = 3


def check(puzzle: Puzzle) -> None:
    position = puzzle.start()
    if puzzle.task is not Task.WIN_IN:
        assert len(puzzle.answers) == 1
        return
    assert puzzle.plies is not None
    count = (puzzle.plies + 1) // 2
    line = position
    for text in puzzle.line:
        line = line.play(text)
    assert len(puzzle.line) == puzzle.plies
    assert chess.Board(str(line)).is_checkmate()
    if count > _MOST:
        return
    board = chess.Board(str(position))
    assert not mates_within(board, count - 1)
    for move in board.legal_moves:
        assert mates_with(board, move, count) == puzzle.is_right(position.move(move.uci())), move


@pytest.mark.parametrize(
    ("fen", "plies", "answers"),
    [
        # Two mates in one; a mate in two that a search that cuts took for one in three.
        ("6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1", 1, {"d1d8", "e1e8"}),
        ("2Q5/5k2/5N2/6Kn/8/8/8/8 w - - 1 86", 3, {"c8e8"}),
        ("5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", 3, {"b3g8"}),
    ],
)
def test_known_mates(fen: str, plies: int, answers: set[str]) -> None:
    puzzle = puzzle_at(_CHESS.position(fen))
    assert puzzle is not None
    assert puzzle.plies == plies
    assert set(puzzle.answers) == answers
    check(puzzle)


def test_puzzles_that_are_made_are_proved() -> None:
    for puzzle in make_puzzles(_CHESS, _COUNT, Random(1)):
        check(puzzle)


def test_every_right_answer_is_accepted_to_the_end() -> None:
    puzzle = puzzle_at(_CHESS.position("8/8/7Q/8/3K1N1p/6k1/8/8 w - - 14 75"))
    assert puzzle is not None
    exercise = Exercise(puzzle)
    while not exercise.is_over:
        left = (exercise._left() + 1) // 2
        board = chess.Board(str(exercise.position))
        right = {move.uci() for move in board.legal_moves if mates_with(board, move, left)}
        assert {str(move) for move in exercise.right()} == right
        assert exercise.answer(min(right)).result is not Result.WRONG
    assert chess.Board(str(exercise.position)).is_checkmate()
