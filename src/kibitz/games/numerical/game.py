"""Numerical tic-tac-toe: odd against even numbers; a full line of the right sum wins.

A move is a cell and a number, `5=9`. Cells are written as in m,n,k.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kibitz import _core
from kibitz.base.errors import BadNotation, BadOption, quoted
from kibitz.base.move import Line, Move
from kibitz.base.options import Option, OptionValue
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.board_view import Gesture, Look, Piece, lines_of
from kibitz.games.capabilities import GameWords
from kibitz.games.cells import NUMBERINGS, CellNames, arranged_rows, edge_labels
from kibitz.games.game import Game, Paint, no_paint
from kibitz.games.line_names import line_name
from kibitz.games.numerical.rules_text import numerical_words
from kibitz.games.numerical.teacher import Sums, sums_reasons
from kibitz.games.position import Position

_EMPTY = {".", "-", "_"}
_ROLES = ("first", "second")


class Numerical(Game):
    """Numerical tic-tac-toe on 3×3 or 4×4."""

    family = "numerical"
    rules_version = 2  # tables of version 1 numbered positions in another way
    options = (
        Option("size", 3, "rows and columns of the board", low=3, high=4),
        Option("target", 0, "the sum that wins; 0 is 15 on 3×3 and 34 on 4×4", low=0, high=58),
        Option("first_odd", True, "whether the first player has the odd numbers, or else the even ones"),
        Option("numbering", "rows", "how cells are written", choices=NUMBERINGS, display=True),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.size = int(values["size"])
        #: The greatest number, and how many cells there are.
        self.highest = self.size * self.size
        self.target = int(values["target"]) or self.size * (self.highest + 1) // 2
        self._check_target()
        self._first_odd = bool(values["first_odd"])
        self._names = CellNames(self.size, self.size, str(values["numbering"]))
        super().__init__(name, {**values, "target": self.target}, shown)
        self.side_names = ("odd", "even") if self._first_odd else ("even", "odd")
        middle = self._names.text(self.highest // 2)
        self.move_example = f"a move is a cell and a number, such as {middle}={self.highest}"
        self.position_example = (
            "one looks like 1.2/.../... with . for empty"
            if self.size == 3
            else "one looks like 1,.,.,16/.,.,.,./.,.,.,./.,.,.,. with . for empty"
        )

    def _check_target(self) -> None:
        lowest = self.size * (self.size + 1) // 2
        greatest = sum(range(self.highest - self.size + 1, self.highest + 1))
        if not lowest <= self.target <= greatest:
            raise BadOption(
                f"target must be {lowest} to {greatest} on a {self.size}×{self.size} board, not {self.target}"
            )

    @property
    def title(self) -> str:
        """Its name as people write it."""
        size = "" if self.size == 3 else f" on {self.size}×{self.size}"
        return f"numerical tic-tac-toe{size}"

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return numerical_words(self.size, self.target, self.side_names)

    def numbers_of(self, side: int) -> list[int]:
        """All numbers of a player, used or not."""
        return list(range(1 if (side == 0) == self._first_odd else 2, self.highest + 1, 2))

    # Moves

    def split_moves(self, text: str) -> list[str]:
        """Moves such as `5=9`, or a cell and a number apart: `5 9`."""
        parts = super().split_moves(re.sub(r" ?[=:] ?", "=", " ".join(text.split())))
        moves: list[str] = []
        while parts:
            move = parts.pop(0)
            if "=" not in move and parts and "=" not in parts[0]:
                move += "=" + parts.pop(0)
            moves.append(move)
        return moves

    def move_text(self, code: int, parts: tuple[int, ...]) -> str:
        """The cell and the number: `5=9`."""
        return f"{self._names.text(parts[0])}={parts[1]}"

    def read_move(self, position: Position, text: str) -> Move:
        """The move on a cell with a number; what is wrong with either is said at once."""
        parts = re.split(r"\s*[=:,;]\s*|\s+", text.strip())
        if len(parts) != 2 or not all(parts):
            raise self.bad_move(text)
        cell, number = self._names.read(parts[0]), self._read_number(parts[1])
        if cell is not None and number is not None:
            return self.codec.move(self.rules.pack([cell, number]))
        about_cell = (
            f"there is no cell {quoted(parts[0])}, they go from {self._names.span}"
            if cell is None
            else self._about_cell(position, cell)
        )
        about_number = (
            f"the number must be from 1 to {self.highest}, not {quoted(parts[1])}"
            if number is None
            else self._about_number(position, number)
        )
        raise BadNotation("; ".join(filter(None, (about_cell, about_number))))

    def parts_to_ask(self, text: str) -> tuple[str, ...]:
        """The number, after a cell alone."""
        alone = re.fullmatch(r"[^\s=:,;]*\d[^\s=:,;]*", text.strip())
        return ("Number",) if alone else ()

    def _read_number(self, text: str) -> int | None:
        if not (text.isascii() and text.isdecimal() and len(text) <= 3):
            return None
        return int(text) if 1 <= int(text) <= self.highest else None

    def why_illegal(self, position: Position, move: Move) -> str:
        """What is wrong with the cell, the number, or both."""
        cell, number = move.parts
        reasons = self._about_cell(position, cell), self._about_number(position, number)
        return f"{move}: {'; '.join(filter(None, reasons))}"

    def _about_cell(self, position: Position, cell: int) -> str:
        taken = self.rules.describe(position.state)[cell] != 0
        return f"cell {self._names.text(cell)} is taken" if taken else ""

    def _about_number(self, position: Position, number: int) -> str:
        own = self.numbers_of(position.mover)
        used = self.rules.describe(position.state)
        if number not in own:
            return f"{number} is not yours, you have the {self.side_names[position.mover]} numbers"
        if number in used:
            left = " ".join(str(n) for n in own if n not in used)
            return f"{number} is already used, you have {left or 'none'} left"
        return ""

    # Reasons

    def win_name(self, position: Position, move: Move) -> str:
        """The line that a number completes, and its sum."""
        cell, number = move.parts
        after = self._sums(position).with_number(cell, number)
        made = (line for line in after.lines() if cell in line and not after.gaps(line))
        line = next(line for line in made if after.total(line) == self.target)
        sum_of = "+".join(str(after.numbers[each]) for each in line)
        return f"{line_name(line, self.size, self._names.text)}: {sum_of}"

    def reasons(
        self, position: Position, move: Move, line: Line, values: Mapping[Move, Value]
    ) -> list[Reason]:
        """Which sums a number closes, and which numbers run out."""
        cell, number = move.parts
        names = (self.side_names[0], self.side_names[1])
        return sums_reasons(self._sums(position), cell, number, self._names.text, names, position.turn)

    def _sums(self, position: Position) -> Sums:
        return Sums(tuple(self.rules.describe(position.state)), self.size, self.target)

    # Positions

    def position_text(self, state: _core.State) -> str:
        """Rows from the top: `1.2/.../..9`; with commas on 4×4, where numbers have two digits."""
        cells = [str(number or ".") for number in self.rules.describe(state)]
        between = "" if self.highest < 10 else ","
        return "/".join(between.join(cells[i : i + self.size]) for i in range(0, self.highest, self.size))

    def read_position(self, text: str) -> _core.State:
        """Read rows from the top, with or without commas or blanks between cells."""
        # Blanks are made one first: a pattern that tries each of a long run takes the square of its length.
        text = re.sub(r"\s+", lambda run: "\n" if "\n" in run[0] else " ", text.strip())
        rows = re.split(r"\s?[/|\n]\s?", text)
        if len(rows) != self.size:
            raise BadNotation(
                f"a position has {self.size} rows joined by '/', not {len(rows)}; {self.position_example}"
            )
        return self.rules.assemble(
            [cell for row in enumerate(rows, start=1) for cell in self._read_row(*row)]
        )

    def _read_row(self, number: int, row: str) -> list[int]:
        apart = [cell for cell in re.split(r"[\s,]+", row.strip()) if cell]
        cells = list(apart[0]) if len(apart) == 1 else apart
        if len(cells) != self.size:
            raise BadNotation(
                f"row {number} has {len(cells)} cells, not {self.size}; {self.position_example}"
            )
        read = [0 if cell in _EMPTY else self._read_number(cell) for cell in cells]
        for cell, value in zip(cells, read, strict=True):
            if value is None:
                raise BadNotation(
                    f"{quoted(cell)} in row {number} is no number from 1 to {self.highest}; "
                    f"{self.position_example}"
                )
        return [value for value in read if value is not None]

    def ways_back(self, position: Position) -> int:
        """Any number of who moved last may be the newest."""
        return (sum(map(bool, self.rules.describe(position.state))) + 1) // 2

    # Pictures

    def draw(
        self, position: Position, *, last: Move | None = None, unicode: bool = False, paint: Paint = no_paint
    ) -> str:
        """The board, the names of its free cells beside it, and the unused numbers below."""
        across, cross, down = ("─", "┼", "│") if unicode else ("-", "+", "|")
        empty = "·" if unicode else "."
        numbers = self.rules.describe(position.state)
        size = len(str(self.highest))
        marked = last.parts[0] if last else -1

        def number_on(cell: int) -> str:
            if not numbers[cell]:
                return paint(f" {empty:>{size}} ", "quiet")
            text = f"{numbers[cell]:>{size}}"
            return paint(f"[{text}]" if cell == marked else f" {text} ", self._role(numbers[cell]))

        def names_of(cells: range) -> str:
            names = ["" if numbers[cell] else self._names.text(cell) for cell in cells]
            text = "".join(f" {name:>2} " for name in names).rstrip()
            return f"    {paint(text, 'quiet')}" if text else ""

        between = cross.join([across * (size + 2)] * self.size)
        lines: list[str] = []
        for row in range(self.size):
            cells = range(row * self.size, (row + 1) * self.size)
            lines += [down.join(map(number_on, cells)) + names_of(cells), between]
        return "\n".join([*lines[:-1], "", *(self._unused_text(side, numbers, paint) for side in (0, 1))])

    def _role(self, number: int) -> str:
        return _ROLES[self._owner(number)]

    def _unused(self, side: int, numbers: list[int]) -> str:
        return " ".join(str(n) for n in self.numbers_of(side) if n not in numbers) or "none"

    def _unused_text(self, side: int, numbers: list[int], paint: Paint) -> str:
        label = f"{self.side_names[side]} left:"
        return f"{label:<10} {paint(self._unused(side, numbers), _ROLES[side])}"

    @property
    def supply(self) -> tuple[Piece, ...]:
        """Every number."""
        return tuple(
            Piece(-1, self._owner(number), "number", str(number), str(number))
            for number in range(1, self.highest + 1)
        )

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Rows; who is to move follows from them."""
        return arranged_rows(["." if piece is None else piece.text for piece in pieces], self.size)

    def look(self, position: Position, *, last: Move | None = None) -> Look:
        """Numbers; a cell is touched and a number chosen."""
        cells = self.rules.describe(position.state)
        lines = lines_of(self.size, self.size, self.size) if position.is_over else ()
        full = (line for line in lines if all(cells[cell] for cell in line))
        lettered = self._names.lettered
        letters, numbers = edge_labels(self.size, self.size)
        return Look(
            self.size,
            self.size,
            tuple(map(self._names.text, range(len(cells)))),
            tuple(
                Piece(cell, self._owner(number), "number", str(number), str(number))
                for cell, number in enumerate(cells)
                if number
            ),
            tuple(Gesture(move, move.parts[0], choice=str(move.parts[1])) for move in position.moves),
            ground="open",
            rows=numbers if lettered else (),
            columns=letters if lettered else (),
            labelled=not lettered,
            last=(last.parts[0],) if last else (),
            lines=tuple(line for line in full if sum(cells[cell] for cell in line) == self.target),
            notes=tuple(
                (f"{self.side_names[side]} left: {self._unused(side, cells)}", side) for side in (0, 1)
            ),
        )

    def _owner(self, number: int) -> int:
        return int((number % 2 == 1) != self._first_odd)
