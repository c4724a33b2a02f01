"""A view model of a board: pieces, marks and gestures, for pages, pictures and text.

Cells are numbered row by row from the top left. The model is independent of the game: it has shapes, their
owners, and the gesture of each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from kibitz.base.move import Move

#: Shapes that front ends can draw; any other is drawn as its text.
SHAPES = (
    *("cross", "ring", "disc", "stone", "square", "number"),
    *("king", "queen", "rook", "bishop", "knight", "pawn"),
    *("crown", "top", "bottom", "left", "right"),
    *("dot", "across", "down", "box"),
)
#: Grounds that front ends can draw: cells with lines between them, on paper or green felt, without a frame,
#: squares of two colours, holes in a rack, crossing lines with pieces on the points, or nothing.
GROUNDS = ("grid", "felt", "open", "checks", "rack", "points", "plain")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell. `text` is written on it, `name` is for people."""

    cell: int
    side: int
    shape: str
    text: str = ""
    name: str = ""


class Gesture(NamedTuple):
    """The gesture of a move: a target cell, an optional origin cell, and an optional choice.

    A move without a cell, such as a pass, is a button labelled with the choice.
    """

    move: Move
    to: int | None
    source: int | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The view model of a position."""

    width: int
    height: int
    #: Names of the cells.
    names: tuple[str, ...]
    pieces: tuple[Piece, ...]
    gestures: tuple[Gesture, ...] = ()
    ground: str = "grid"
    #: Colours of the two sides, from `piece_figures.PALETTE`.
    colours: tuple[str, str] = ("red", "blue")
    #: Lines between two cells.
    links: tuple[tuple[int, int], ...] = ()
    #: Whether pieces fall from above, so that any cell of a column selects it.
    falls: bool = False
    #: Whether the second player should see the board from the other side.
    turns: bool = False
    #: Labels of the rows from the top, and of the columns from the left.
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    #: Whether empty cells show their names.
    labelled: bool = False
    #: Cells of the last move.
    last: tuple[int, ...] = ()
    #: Cells of the winning lines.
    lines: tuple[tuple[int, ...], ...] = ()
    #: Cells of threatened pieces, such as a king in check.
    threatened: tuple[int, ...] = ()
    #: Face of the die, and its number of faces; None in games without one, 0 before the roll.
    die: int | None = None
    faces: int = 0
    #: Captions below the board, each with its side or None.
    notes: tuple[tuple[str, int | None], ...] = ()


def owned_lines(owners: Sequence[int], width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Return every line of `length` cells with the same owner; owner 0 is nobody."""
    lines = lines_of(width, height, length)
    if length == 1:
        return tuple([line for line in lines if owners[line[0]]])
    return tuple([line for line in lines if owners[line[0]] and len(set(itemgetter(*line)(owners))) == 1])


@lru_cache(maxsize=64)
def lines_of(width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Return all lines of that many cells: across, down and along both diagonals."""
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if length > 1 else ((0, 1),):
        for row in range(height - (length - 1) * down):
            left, end = (length - 1, width) if right < 0 else (0, width - (length - 1) * right)
            for column in range(left, end):
                lines.append(tuple((row + i * down) * width + column + i * right for i in range(length)))
    return tuple(lines)


@lru_cache(maxsize=64)
def star_points(width: int, height: int) -> tuple[int, ...]:
    """Return the cells that boards with crossing lines mark: the centre and the corner points."""
    if min(width, height) < 9:
        return ()
    columns, rows = (
        sorted({3 if size > 11 else 2, size - (4 if size > 11 else 3), *([size // 2] if size % 2 else [])})
        for size in (width, height)
    )
    return tuple(row * width + column for row in rows for column in columns)
