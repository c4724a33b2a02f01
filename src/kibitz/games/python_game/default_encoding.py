"""Positions of a game written in Python as arrays, where its author says nothing of it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from kibitz.base.side import Side

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.position import Position


def own_shape(game: Game) -> tuple[int, int, int]:
    """How many boards of numbers, how high and how wide.

    With a board to touch: the mover's pieces, the other's, and one full of ones
    where the second player moves. Without one, two rows as long as there are
    moves: which are allowed, and ones where the second player moves.
    """
    board = game.view.board(game.start())
    return (2, 1, len(game.actions)) if board is None else (3, board.height, board.width)


def own_planes(game: Game, position: Position, shape: tuple[int, int, int]) -> array[float]:
    """One position as numbers."""
    cells = shape[1] * shape[2]
    out = array("f", bytes(4 * shape[0] * cells))
    mover = position.mover
    if shape[0] == 2:
        for number in game.actions.numbers(position):
            out[number] = 1
    elif (board := game.view.board(position)) is not None:
        for piece in board.pieces:
            out[(piece.side != mover) * cells + piece.cell] = 1
    if mover is Side.SECOND:
        out[-cells:] = array("f", [1.0]) * cells
    return out
