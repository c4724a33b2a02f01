"""The notation of Connect-N: moves are columns, positions are rows from the top or lists of columns.

Where all columns have one digit, moves may be written together (`4435`); on wider boards they must be apart
(`4 4 3 5`), as `10` is a column too. With `columns_from=0`, columns are numbered from 0.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.move import Move
from kibitz.games.cells import format_rows, parse_rows
from kibitz.games.notation import Notation
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.connect.game import Connect

MARKS = ".xo"
_READ = {".": 0, "-": 0, "_": 0, "x": 1, "o": 2}


class ConnectNotation(Notation):
    """Columns, and rows of cells."""

    def __init__(self, game: Connect) -> None:
        self._game = game

    @cached_property
    def move_help(self) -> str:
        """The span of the columns, and how several moves are kept apart."""
        first, last = self._game.first_column, self._game.last_column
        apart = ", with a blank between two moves" if last > 9 else ""
        return f"a move is a column from {first} to {last}{apart}"

    @cached_property
    def position_help(self) -> str:
        """A board with one stone, if it is short, and a list of columns."""
        width, height = self._game.width, self._game.height
        bottom = format_rows([0] * (width // 2) + [1] + [0] * ((width - 1) // 2), width, MARKS)
        rows = "/".join(["." * width] * (height - 1) + [bottom])
        return (
            f"one looks like {rows if len(rows) <= 48 else '.../' + bottom[:16]} "
            "with x for the first player, o for the second and . for empty, "
            f"or is a list of columns such as {'1 2' if self._game.last_column > 9 else '12'}"
        )

    def split_moves(self, text: str) -> list[str]:
        """Columns apart, or together where all have one digit."""
        parts = super().split_moves(text)
        if self._game.last_column > 9:
            return parts
        return [move for part in parts for move in (part if _is_number(part) else [part])]

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """The number of the column."""
        return str(parts[0] + self._game.first_column)

    def parse_move(self, position: Position, text: str) -> Move:
        """The move in the column that a text names."""
        text = text.strip()
        first, last = self._game.first_column, self._game.last_column
        if not _is_number(text) or len(text) > 3 or not first <= int(text) <= last:
            raise self._bad_move(text)
        return self._game.codec.move(self._game.rules.pack([int(text) - first]))

    def why_illegal(self, position: Position, move: Move) -> str:
        """Only a full column is not allowed."""
        return f"column {move} is full; choose another"

    def format_state(self, state: _core.State) -> str:
        """Rows from the top, with x and o whatever the marks: `......./...x...`."""
        return format_rows(self._game.rules.describe(state), self._game.width, MARKS)

    def parse_state(self, text: str) -> _core.State:
        """Read rows from the top, or the moves that lead there from the empty board."""
        if re.fullmatch(r"[0-9\s,;]+", text):
            return self._after_moves(text)
        cells = parse_rows(
            text, self._game.width, self._game.height, self._readable_marks(), self.position_help
        )
        return self._game.rules.assemble(cells)

    def _after_moves(self, text: str) -> _core.State:
        position = self._game.start()
        for number, move in enumerate(self.split_moves(text), start=1):
            try:
                position = position.play(move)
            except KibitzError as refusal:
                raise BadNotation(f"move {number} of this list of columns: {refusal}") from None
        return position.state

    def _readable_marks(self) -> dict[str, int]:
        """The marks of this game are read too where they can't be mistaken for something else."""
        readable = dict(_READ)
        for owner, mark in enumerate(self._game.marks, start=1):
            if mark.lower() not in readable and not mark.isdigit() and mark not in "/|":
                readable[mark.lower()] = owner
        return readable


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
