"""The board of EinStein würfelt nicht! in the tournament protocols.

Cells are numbered row by row from red's corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.games.ewn import PACKAGE
from kibitz.games.game import Game
from kibitz.games.position import Position

SIZE = 5
STONES = 6
#: Typical number of moves per player: 8 on average, at most 11 in nine games of ten.
USUAL_MOVES = 10


@dataclass(frozen=True, slots=True)
class EwnBoard:
    """Cells of the stones by number, -1 for captured ones; `mover` is 0 for red and 1 for blue."""

    mover: int
    die: int
    red: tuple[int, ...]
    blue: tuple[int, ...]

    @staticmethod
    def of(position: Position) -> EwnBoard:
        """Return the board of a position after the roll."""
        mover, die, *cells = position.game.rules.describe(position.state)
        return EwnBoard(mover, die, tuple(cells[:STONES]), tuple(cells[STONES:]))

    @property
    def own(self) -> tuple[int, ...]:
        """Return the mover's stones."""
        return self.blue if self.mover else self.red

    def position(self) -> Position:
        """Return the position; BadNotation if it is invalid."""
        cells = ["."] * (SIZE * SIZE)
        for colour, stones in (("r", self.red), ("b", self.blue)):
            for number, cell in enumerate(stones, start=1):
                if cell >= 0:
                    if cells[cell] != ".":
                        raise ValueError(f"two stones stand on cell {cell}")
                    cells[cell] = f"{colour}{number}"
        rows = ("".join(cells[row : row + SIZE]) for row in range(0, SIZE * SIZE, SIZE))
        return ewn().position(f"{'/'.join(rows)} {'rb'[self.mover]} d{self.die}")

    def move(self, position: Position, stone: int, to: int) -> Move | None:
        """Return the legal move of a stone to a cell."""
        return next((move for move in position.moves if move.parts == (stone, to)), None)


def ewn() -> Game:
    """Return the game of these protocols."""
    return PACKAGE.entries[0].make({})


def best_start(rng: Random) -> Position:
    """Return the start with the best set-ups of both sides."""
    return PACKAGE.entries[0].make({"setup": "best"}).start(rng)


def cannot_play(game: Game) -> str | None:
    """Return why these programs can't play a game."""
    numbers = [game.values.get(name) for name in ("size", "stones", "faces")]
    fits = game.rules.family == "ewn" and numbers == [SIZE, STONES, STONES]
    return None if fits else "this protocol is for ewn with its 5×5 board, 6 stones and 6 faces"


def square_name(cell: int) -> str:
    """Return a cell as column letter and row digit, red's corner being A1; 0 for none."""
    return "0" if cell < 0 else f"{'ABCDE'[cell % SIZE]}{cell // SIZE + 1}"


def read_square(text: str) -> int:
    """Parse the name of a square; ValueError if it is malformed."""
    if text == "0":
        return -1
    if len(text) != 2 or text[0].upper() not in "ABCDE" or text[1] not in "12345":
        raise ValueError(f"{text[:10]!r} is not a square; one looks like A1, and 0 is a captured stone")
    return "ABCDE".index(text[0].upper()) + SIZE * (int(text[1]) - 1)


def read_cells(words: Sequence[str]) -> tuple[int, ...]:
    """Parse cells from 0 to 24, -1 for captured; ValueError for others."""
    cells = tuple(int(word) for word in words)
    if any(not -1 <= cell < SIZE * SIZE for cell in cells):
        raise ValueError("cells are 0 to 24, or -1 for a captured stone")
    return cells
