"""A position as things on a board, for front ends that draw and are pointed at.

Cells count row by row from the top left. Nothing here says how a thing looks;
it says where it is, whose it is, and what a person touches to make each move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.words.move import Move


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a cell. `text` is what is written on it."""

    cell: int
    side: int
    text: str


@dataclass(frozen=True, slots=True)
class Gesture:
    """How a move is made: a cell, before it the cell that the piece comes from, and what else is chosen."""

    move: Move
    to: int
    source: int | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What there is to see and to touch.

    `look` is one of marks (crosses and rings), discs (that fall down a
    column), numbers and stones.
    """

    look: str
    width: int
    height: int
    names: tuple[str, ...]
    pieces: tuple[Piece, ...]
    gestures: tuple[Gesture, ...]
    #: The cells of lines that decided the game.
    lines: tuple[tuple[int, ...], ...] = ()
    #: What the die shows, and how many faces it has; None in games without one, 0 before it is rolled.
    die: int | None = None
    faces: int = 0


def owned_lines(owners: Sequence[int], width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every line of `length` cells that have the same owner; owner 0 is nobody."""
    return tuple(line for line in lines_of(width, height, length) if _same(owners, line))


def lines_of(width: int, height: int, length: int) -> Iterable[tuple[int, ...]]:
    """All lines of that many cells: across, down and along both diagonals."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if length > 1 else ((0, 1),):
        for row in range(height - (length - 1) * down):
            left, end = (length - 1, width) if right < 0 else (0, width - (length - 1) * right)
            for column in range(left, end):
                yield tuple((row + i * down) * width + column + i * right for i in range(length))


def _same(owners: Sequence[int], line: tuple[int, ...]) -> bool:
    first = owners[line[0]]
    return first != 0 and all(owners[cell] == first for cell in line)
