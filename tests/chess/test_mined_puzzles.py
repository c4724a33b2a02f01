"""The chess puzzles that come with Kibitz, beside python-chess."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.puzzles.puzzle_set import puzzle_set

chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")


def mates_within(board: Any, moves: int) -> list[Any]:
    """The moves that mate in so many moves against every defence, by trying everything."""
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_checkmate():
            wins = True
        elif moves == 1 or not any(board.legal_moves):
            wins = False
        else:
            wins = True
            for reply in list(board.legal_moves):
                board.push(reply)
                wins = bool(mates_within(board, moves - 1))
                board.pop()
                if not wins:
                    break
        board.pop()
        if wins:
            found.append(move)
    return found


def test_solutions_of_chess_end_in_mate_by_another_library() -> None:
    for puzzle in puzzle_set(kibitz.load("chess")):
        board = chess.Board(puzzle.position)
        for text in puzzle.line:
            move = chess.Move.from_uci(text)
            assert move in board.legal_moves
            board.push(move)
        assert board.is_checkmate()
        assert len(puzzle.line) == puzzle.plies


def test_short_mates_are_the_shortest_and_the_only_ones() -> None:
    puzzles = puzzle_set(kibitz.load("chess"))
    ones = [puzzle for puzzle in puzzles if puzzle.plies == 1]
    twos = [puzzle for puzzle in puzzles if puzzle.plies == 3]
    for puzzle in ones:
        assert mates_within(chess.Board(puzzle.position), 1) == [chess.Move.from_uci(puzzle.line[0])]
    for puzzle in twos[::12]:
        board = chess.Board(puzzle.position)
        assert not mates_within(board, 1)
        assert mates_within(board, 2) == [chess.Move.from_uci(puzzle.line[0])]
        board.push_uci(puzzle.line[0])
        board.push_uci(puzzle.line[1])
        assert mates_within(board, 1) == [chess.Move.from_uci(puzzle.line[2])]
