"""A position as things to see and to touch: what pages, pictures and text draw from.

Cells count row by row from the top left. Nothing here is about one game: it
says which shapes lie where, whose they are, and what a person touches to make
each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kibitz.base.move import Move

#: Shapes that front ends know how to draw; any other is drawn as its text.
SHAPES = (
    *("cross", "ring", "disc", "stone", "square", "number"),
    *("king", "queen", "rook", "bishop", "knight", "pawn"),
    *("crown", "top", "bottom", "left", "right"),
    *("dot", "across", "down", "box"),
)
#: Grounds that front ends know how to draw: cells with lines between them, on paper or on green felt,
#: the same without a frame, squares of two colours, holes in a rack, lines that cross where pieces lie,
#: or nothing.
GROUNDS = ("grid", "felt", "open", "checks", "rack", "points", "plain")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a cell. `text` is written on it, `name` is what a person calls it."""

    cell: int
    side: int
    shape: str
    text: str = ""
    name: str = ""


class Gesture(NamedTuple):
    """How a move is made: a cell, before it the cell that a piece comes from, and what else is chosen.

    A move without a cell, such as to pass, is a button that bears the choice.
    """

    move: Move
    to: int | None
    source: int | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What there is to see and to touch."""

    width: int
    height: int
    #: The cells as people write them.
    names: tuple[str, ...]
    pieces: tuple[Piece, ...]
    gestures: tuple[Gesture, ...] = ()
    ground: str = "grid"
    #: The colours of the two sides, of those in `piece_figures.PALETTE`.
    colours: tuple[str, str] = ("red", "blue")
    #: Lines that lead from one cell to another.
    links: tuple[tuple[int, int], ...] = ()
    #: Whether pieces fall from above, so that any cell of a column stands for it.
    falls: bool = False
    #: Whether the second player should see the board from the other side.
    turns: bool = False
    #: What stands beside the rows from the top, and below the columns from the left.
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    #: Whether the names of empty cells are written in them.
    labelled: bool = False
    #: The cells of the last move.
    last: tuple[int, ...] = ()
    #: The cells of lines that decided the game.
    lines: tuple[tuple[int, ...], ...] = ()
    #: The cells of pieces in danger that must be met, as of a king in check.
    threatened: tuple[int, ...] = ()
    #: What the die shows, and how many faces it has; None in games without one, 0 before it is rolled.
    die: int | None = None
    faces: int = 0
    #: What stands below the board, each with the side that it is about, or None.
    notes: tuple[tuple[str, int | None], ...] = ()


def owned_lines(owners: Sequence[int], width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every line of `length` cells that have the same owner; owner 0 is nobody."""
    lines = lines_of(width, height, length)
    return tuple([line for line in lines if owners[line[0]] and len({owners[cell] for cell in line}) == 1])


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
    """Return the cells that boards with crossing lines mark: the middle, and those near the corners."""
    if min(width, height) < 9:
        return ()
    columns, rows = (
        sorted({3 if size > 11 else 2, size - (4 if size > 11 else 3), *([size // 2] if size % 2 else [])})
        for size in (width, height)
    )
    return tuple(row * width + column for row in rows for column in columns)
