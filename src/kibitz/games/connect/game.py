"""Connect-N: stones fall down a column, so many in a line win; Connect Four is 7×6, length 4.

Moves are columns from 1. Up to 9 columns they may be written together (`4435`);
on wider boards they must be apart (`4 4 3 5`), as `10` is a column too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from kibitz.base.errors import BadOption
from kibitz.base.move import Line, Move
from kibitz.base.options import Option, OptionValue
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.board_view import Gesture, Look, Piece, owned_lines
from kibitz.games.capabilities import GameWords
from kibitz.games.cells import arranged_rows
from kibitz.games.connect.book_tools import Books
from kibitz.games.connect.notation import MARKS, ConnectNotation
from kibitz.games.connect.rules_text import connect_words
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.connect.solver_source import Solved
from kibitz.games.connect.teacher import Rack, rack_reasons
from kibitz.games.exact_source import Source
from kibitz.games.game import Game, Paint, no_paint
from kibitz.games.notation import Notation
from kibitz.games.position import Position

_USUAL_MARKS = "xo*"


class Connect(Game):
    """Connect-N on any board up to 32×32."""

    family = "connect"
    stones_only = True
    options = (
        Option("width", 10, "columns of the board", low=1, high=32),
        Option("height", 12, "rows of the board", low=1, high=32),
        Option("length", 4, "stones in a line that win", low=1, high=32),
        Option("mark1", "x", "how the first player's stones are drawn", display=True),
        Option("mark2", "*", "how the second player's stones are drawn", display=True),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.width, self.height = int(values["width"]), int(values["height"])
        self.length = int(values["length"])
        self.marks = str(values["mark1"]), str(values["mark2"])
        _check_marks(*self.marks)
        super().__init__(name, values, shown)
        self.side_names = self.marks
        self.book = Books(self) if ConnectSolver.fits(self) else None

    @property
    def title(self) -> str:
        """Its name as people write it."""
        if (self.width, self.height, self.length) == (7, 6, 4):
            return "Connect Four"
        return f"Connect-{self.length} on {self.width}×{self.height}"

    @cached_property
    def notation(self) -> Notation:
        """Columns, and rows of cells."""
        return ConnectNotation(self)

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return connect_words(self.width, self.height, self.length, self.marks)

    # What is known of it

    @cached_property
    def _solver(self) -> ConnectSolver | None:
        """Its exact solver, where the board fits a machine word."""
        return ConnectSolver(self) if ConnectSolver.fits(self) else None

    def sources(self) -> tuple[Source, ...]:
        """What the solver finds."""
        return () if self._solver is None else (Solved(self._solver),)

    # Reasons

    def _rack(self, position: Position) -> Rack:
        return Rack(tuple(self.rules.describe(position.state)), self.width, self.height, self.length)

    def win_name(self, position: Position, move: Move) -> str:
        """How the discs lie that a disc completes."""
        return self._rack(position.play(move)).completed(self._rack(position).landing(move.parts[0]))

    def reasons(
        self, position: Position, move: Move, line: Line, values: Mapping[Move, Value]
    ) -> list[Reason]:
        """Threats that hang in the air, and zugzwang."""
        return rack_reasons(position, move, line, values[move], self._rack)

    def ways_back(self, position: Position) -> int:
        """Any stone of who moved last may be the newest if none lies on it."""
        cells = self.rules.describe(position.state)
        last = 1 if sum(map(bool, cells)) % 2 else 2
        tops = (next(filter(None, cells[column :: self.width]), 0) for column in range(self.width))
        return sum(top == last for top in tops)

    # Pictures

    def draw(
        self, position: Position, *, last: Move | None = None, unicode: bool = False, paint: Paint = no_paint
    ) -> str:
        """The rows, with the numbers of the columns below them and the last move in brackets."""
        cells = self.rules.describe(position.state)
        marked = self._top_of(cells, last)
        size = len(str(self.width))
        shown = ("·" if unicode else ".", *self.marks)
        lines = []
        for row in range(self.height):
            line = ""
            for cell in range(row * self.width, (row + 1) * self.width):
                # The gap before a cell belongs to it, but for the bracket that closes the last move.
                before = "]" if cell - 1 == marked and cell % self.width else " "
                gap = before + " " * (size - 1)
                if cell == marked:
                    gap = gap[:-1] + "["
                line += gap + paint(shown[cells[cell]], ("quiet", "first", "second")[cells[cell]])
            at_edge = marked >= 0 and marked == (row + 1) * self.width - 1
            lines.append(line + ("]" if at_edge else ""))
        numbers = "".join(f" {column:>{size}}" for column in range(1, self.width + 1))
        return "\n".join([*lines, paint(numbers, "quiet")])

    def _top_of(self, cells: list[int], last: Move | None) -> int:
        """The cell of the topmost stone in the column of a move, or -1."""
        column = cells[last.parts[0] :: self.width] if last else []
        row = next((row for row, owner in enumerate(column) if owner), None)
        return -1 if last is None or row is None else row * self.width + last.parts[0]

    @property
    def supply(self) -> tuple[Piece, ...]:
        """A disc of each player."""
        return tuple(replace(discs[0], cell=-1) for discs in self._furniture[2])

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Rows; who is to move follows from them."""
        return arranged_rows([MARKS[0 if piece is None else piece.side + 1] for piece in pieces], self.width)

    def look(self, position: Position, *, last: Move | None = None) -> Look:
        """Discs; the cell of a move is where its disc will lie."""
        cells = self.rules.describe(position.state)
        marked = self._top_of(cells, last)
        names, columns, discs = self._furniture
        return Look(
            self.width,
            self.height,
            names,
            tuple([discs[owner - 1][cell] for cell, owner in enumerate(cells) if owner]),
            tuple([Gesture(move, self._landing(cells, move.parts[0])) for move in position.moves]),
            ground="rack",
            falls=True,
            columns=columns,
            last=(marked,) if marked >= 0 else (),
            lines=owned_lines(cells, self.width, self.height, self.length) if position.is_over else (),
        )

    @cached_property
    def _furniture(self) -> tuple[tuple[str, ...], tuple[str, ...], list[list[Piece]]]:
        """What is the same in every position: names of cells and columns, and the discs of each player."""
        names = (
            f"column {c + 1} row {self.height - r}" for r in range(self.height) for c in range(self.width)
        )
        # Colours and rings tell the players apart; marks that somebody chose are shown as well.
        texts = ["" if mark in _USUAL_MARKS else mark for mark in self.marks]
        discs = [
            [Piece(cell, side, "disc", texts[side], mark) for cell in range(self.width * self.height)]
            for side, mark in enumerate(self.marks)
        ]
        return tuple(names), tuple(str(column + 1) for column in range(self.width)), discs

    def _landing(self, cells: list[int], column: int) -> int:
        """The lowest empty cell of a column that is not full."""
        cell = len(cells) - self.width + column
        while cells[cell]:
            cell -= self.width
        return cell


def _check_marks(first: str, second: str) -> None:
    if first.lower() == second.lower():
        raise BadOption(f"mark1 and mark2 must differ by more than case, not be {first!r} and {second!r}")
    for mark in (first, second):
        if mark in ".,[]":
            raise BadOption(f"a mark can't be {mark!r}, which has another meaning on the board")
