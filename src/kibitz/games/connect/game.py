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
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import GameWords
from kibitz.games.cells import arranged_rows
from kibitz.games.connect.book_tools import Books
from kibitz.games.connect.notation import MARKS, ConnectNotation
from kibitz.games.connect.rules_text import connect_words
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.connect.solver_source import Solved
from kibitz.games.connect.teacher import Rack, rack_reasons
from kibitz.games.connect.view import ConnectView
from kibitz.games.exact_source import Source
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position


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

    @cached_property
    def view(self) -> ConnectView:
        """Discs in a rack."""
        return ConnectView(self)

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

    @property
    def supply(self) -> tuple[Piece, ...]:
        """A disc of each player."""
        return tuple(replace(discs[0], cell=-1) for discs in self.view.discs)

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Rows; who is to move follows from them."""
        return arranged_rows([MARKS[0 if piece is None else piece.side + 1] for piece in pieces], self.width)


def _check_marks(first: str, second: str) -> None:
    if first.lower() == second.lower():
        raise BadOption(f"mark1 and mark2 must differ by more than case, not be {first!r} and {second!r}")
    for mark in (first, second):
        if mark in ".,[]":
            raise BadOption(f"a mark can't be {mark!r}, which has another meaning on the board")
