"""The notation of m,n,k: moves are cells, positions are rows of x, o and `.` from the top."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.move import Move
from kibitz.games.cells import format_rows, parse_rows
from kibitz.games.notation import Notation
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.mnk.game import Mnk

MARKS = ".xo"
_READ = {".": 0, "-": 0, "_": 0, "x": 1, "o": 2}


class MnkNotation(Notation):
    """Cells, and rows of cells."""

    def __init__(self, game: Mnk) -> None:
        self._game = game

    @cached_property
    def move_help(self) -> str:
        """Return the range of cells."""
        return f"a move is a cell from {self._game.cell_names.span}"

    @cached_property
    def position_help(self) -> str:
        """Return an empty board, if it is short."""
        size = self._game.width * self._game.height
        empty = format_rows([0] * size, self._game.width, MARKS)
        return f"one looks like {empty if size <= 25 else '...'} with x, o and . for empty"

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return the cell."""
        return self._game.cell_names.text(parts[0])

    def parse_move(self, position: Position, text: str) -> Move:
        """Parse a cell."""
        cell = self._game.cell_names.parse(text)
        if cell is None:
            raise self._bad_move(text)
        return self._game.codec.move(self._game.rules.pack([cell]))

    def why_illegal(self, position: Position, move: Move) -> str:
        """Return that the cell is occupied, the only reason."""
        return f"{move} is taken; choose an empty cell"

    def format_state(self, state: _core.State) -> str:
        """Return rows from the top: `xo./.x./...`."""
        return format_rows(self._game.rules.describe(state), self._game.width, MARKS)

    def parse_state(self, text: str) -> _core.State:
        """Parse rows from the top, leniently."""
        return self._game.rules.assemble(
            parse_rows(text, self._game.width, self._game.height, _READ, self.position_help)
        )
