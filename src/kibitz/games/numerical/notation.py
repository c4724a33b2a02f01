"""The notation of numerical tic-tac-toe: a move is a cell and a number, `5=9`, a position rows of numbers."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadNotation, quoted
from kibitz.base.move import Move
from kibitz.games.notation import Notation
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.numerical.game import Numerical

_EMPTY = {".", "-", "_"}


class NumericalNotation(Notation):
    """Cells with numbers, and rows of numbers."""

    def __init__(self, game: Numerical) -> None:
        self._game = game

    @cached_property
    def move_help(self) -> str:
        """Return the greatest number in the centre as an example."""
        highest = self._game.highest
        middle = self._game.cell_names.text(highest // 2)
        return f"a move is a cell and a number, such as {middle}={highest}"

    @cached_property
    def position_help(self) -> str:
        """Return a position with two numbers; on 4×4 with commas."""
        if self._game.size == 3:
            return "one looks like 1.2/.../... with . for empty"
        return "one looks like 1,.,.,16/.,.,.,./.,.,.,./.,.,.,. with . for empty"

    def split_moves(self, text: str) -> list[str]:
        """Split moves such as `5=9`, or `5 9` with a blank."""
        parts = super().split_moves(re.sub(r" ?[=:] ?", "=", " ".join(text.split())))
        moves: list[str] = []
        while parts:
            move = parts.pop(0)
            if "=" not in move and parts and "=" not in parts[0]:
                move += "=" + parts.pop(0)
            moves.append(move)
        return moves

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return the cell and the number: `5=9`."""
        return f"{self._game.cell_names.text(parts[0])}={parts[1]}"

    def parse_move(self, position: Position, text: str) -> Move:
        """Parse a cell and a number; errors in either are reported at once."""
        parts = re.split(r"\s*[=:,;]\s*|\s+", text.strip())
        if len(parts) != 2 or not all(parts):
            raise self._bad_move(text)
        cell, number = self._game.cell_names.parse(parts[0]), self._parse_number(parts[1])
        if cell is not None and number is not None:
            return self._game.codec.move(self._game.rules.pack([cell, number]))
        about_cell = (
            f"there is no cell {quoted(parts[0])}, they go from {self._game.cell_names.span}"
            if cell is None
            else self._about_cell(position, cell)
        )
        about_number = (
            f"the number must be from 1 to {self._game.highest}, not {quoted(parts[1])}"
            if number is None
            else self._about_number(position, number)
        )
        raise BadNotation("; ".join(filter(None, (about_cell, about_number))))

    def missing_parts(self, text: str) -> tuple[str, ...]:
        """Return the number, after a cell alone."""
        alone = re.fullmatch(r"[^\s=:,;]*\d[^\s=:,;]*", text.strip())
        return ("Number",) if alone else ()

    def _parse_number(self, text: str) -> int | None:
        if not (text.isascii() and text.isdecimal() and len(text) <= 3):
            return None
        return int(text) if 1 <= int(text) <= self._game.highest else None

    def why_illegal(self, position: Position, move: Move) -> str:
        """Return the fault in the cell, the number, or both."""
        cell, number = move.parts
        reasons = self._about_cell(position, cell), self._about_number(position, number)
        return f"{move}: {'; '.join(filter(None, reasons))}"

    def _about_cell(self, position: Position, cell: int) -> str:
        taken = self._game.rules.describe(position.state)[cell] != 0
        return f"cell {self._game.cell_names.text(cell)} is taken" if taken else ""

    def _about_number(self, position: Position, number: int) -> str:
        own = self._game.numbers_of(position.mover)
        used = self._game.rules.describe(position.state)
        if number not in own:
            return f"{number} is not yours, you have the {self._game.side_names[position.mover]} numbers"
        if number in used:
            left = " ".join(str(n) for n in own if n not in used)
            return f"{number} is already used, you have {left or 'none'} left"
        return ""

    def format_state(self, state: _core.State) -> str:
        """Return rows from the top: `1.2/.../..9`; with commas on 4×4, which has two-digit numbers."""
        cells = [str(number or ".") for number in self._game.rules.describe(state)]
        between = "" if self._game.highest < 10 else ","
        return "/".join(
            between.join(cells[i : i + self._game.size])
            for i in range(0, self._game.highest, self._game.size)
        )

    def parse_state(self, text: str) -> _core.State:
        """Parse rows from the top, with or without commas or blanks between cells."""
        # Collapse blanks first: a pattern over long runs takes quadratic time.
        text = re.sub(r"\s+", lambda run: "\n" if "\n" in run[0] else " ", text.strip())
        rows = re.split(r"\s?[/|\n]\s?", text)
        if len(rows) != self._game.size:
            raise BadNotation(
                f"a position has {self._game.size} rows joined by '/', not {len(rows)}; {self.position_help}"
            )
        return self._game.rules.assemble(
            [cell for row in enumerate(rows, start=1) for cell in self._parse_row(*row)]
        )

    def _parse_row(self, number: int, row: str) -> list[int]:
        apart = [cell for cell in re.split(r"[\s,]+", row.strip()) if cell]
        cells = list(apart[0]) if len(apart) == 1 else apart
        if len(cells) != self._game.size:
            raise BadNotation(
                f"row {number} has {len(cells)} cells, not {self._game.size}; {self.position_help}"
            )
        read = [0 if cell in _EMPTY else self._parse_number(cell) for cell in cells]
        for cell, value in zip(cells, read, strict=True):
            if value is None:
                raise BadNotation(
                    f"{quoted(cell)} in row {number} is not a number from 1 to {self._game.highest}; "
                    f"{self.position_help}"
                )
        return [value for value in read if value is not None]
