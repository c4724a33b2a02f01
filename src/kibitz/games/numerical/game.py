"""Numerical tic-tac-toe: odd against even numbers; a full line of the right sum wins.

A move is a cell and a number, `5=9`. Cells are written as in m,n,k.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from kibitz.base.errors import BadOption
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
from kibitz.games.notation import Notation
from kibitz.games.numerical.notation import NumericalNotation
from kibitz.games.numerical.rules_text import numerical_words
from kibitz.games.numerical.teacher import Sums, sums_reasons
from kibitz.games.position import Position

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
        self.cell_names = CellNames(self.size, self.size, str(values["numbering"]))
        super().__init__(name, {**values, "target": self.target}, shown)
        self.side_names = ("odd", "even") if self._first_odd else ("even", "odd")

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

    @cached_property
    def notation(self) -> Notation:
        """Cells with numbers, and rows of numbers."""
        return NumericalNotation(self)

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return numerical_words(self.size, self.target, self.side_names)

    def numbers_of(self, side: int) -> list[int]:
        """All numbers of a player, used or not."""
        return list(range(1 if (side == 0) == self._first_odd else 2, self.highest + 1, 2))

    # Reasons

    def win_name(self, position: Position, move: Move) -> str:
        """The line that a number completes, and its sum."""
        cell, number = move.parts
        after = self._sums(position).with_number(cell, number)
        made = (line for line in after.lines() if cell in line and not after.gaps(line))
        line = next(line for line in made if after.total(line) == self.target)
        sum_of = "+".join(str(after.numbers[each]) for each in line)
        return f"{line_name(line, self.size, self.cell_names.text)}: {sum_of}"

    def reasons(
        self, position: Position, move: Move, line: Line, values: Mapping[Move, Value]
    ) -> list[Reason]:
        """Which sums a number closes, and which numbers run out."""
        cell, number = move.parts
        names = (self.side_names[0], self.side_names[1])
        return sums_reasons(self._sums(position), cell, number, self.cell_names.text, names, position.turn)

    def _sums(self, position: Position) -> Sums:
        return Sums(tuple(self.rules.describe(position.state)), self.size, self.target)

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
            names = ["" if numbers[cell] else self.cell_names.text(cell) for cell in cells]
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
        lettered = self.cell_names.lettered
        letters, numbers = edge_labels(self.size, self.size)
        return Look(
            self.size,
            self.size,
            tuple(map(self.cell_names.text, range(len(cells)))),
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
