"""Tic-tac-toe solved, against an independent minimax."""

from __future__ import annotations

from functools import cache

import pytest

import kibitz
from kibitz import Draw, Loss, Value, Win

pytestmark = pytest.mark.core

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def minimax(board: str) -> tuple[int, int]:
    """Result to the side to move, and plies to the end: winners hurry, losers delay."""
    mover, other = ("x", "o") if board.count("x") == board.count("o") else ("o", "x")
    if any(all(board[cell] == other for cell in line) for line in LINES):
        return -1, 0
    if "." not in board:
        return 0, 0
    replies = []
    for cell in range(9):
        if board[cell] == ".":
            result, plies = minimax(board[:cell] + mover + board[cell + 1 :])
            replies.append((-result, plies + 1))
    best = max(result for result, _ in replies)
    lengths = [plies for result, plies in replies if result == best]
    return best, max(lengths) if best < 0 else min(lengths)


def as_value(result: int, plies: int) -> Value:
    return {1: Win, 0: Draw, -1: Loss}[result](plies)


def test_every_position_agrees_with_an_independent_minimax() -> None:
    table = kibitz.solve("tictactoe")
    minimax("." * 9)
    reached = {"." * 9}
    todo = ["." * 9]
    while todo:
        board = todo.pop()
        position = table.game.position("/".join(board[i : i + 3] for i in (0, 3, 6)))
        assert table.value(position) == as_value(*minimax(board)), board
        mover = "x" if board.count("x") == board.count("o") else "o"
        if minimax(board)[1] == 0:
            assert position.is_over
            continue
        for cell in range(9):
            after = board[:cell] + mover + board[cell + 1 :]
            if board[cell] == "." and after not in reached:
                reached.add(after)
                todo.append(after)
    assert len(reached) == 5478


def test_it_is_a_draw_and_has_765_positions_up_to_symmetry() -> None:
    table = kibitz.solve("tictactoe")
    assert table.positions == 765
    assert table.value(table.game.start()) == Draw(9)


def test_a_table_is_shared_by_all_names_of_the_same_rules() -> None:
    table = kibitz.solve("tictactoe:numbering=keypad")
    other = kibitz.load("mnk:width=3,height=3,length=3").start().play("b2")
    assert table.value(other) == Draw(8)
