"""Connect-N: stones fall down a column, so many in a line win; Connect Four is 7×6, length 4.

Moves are columns from 1, or from 0 with `columns_from=0`. Where all numbers have one digit they may be
written together (`4435`); on wider boards they must be apart (`4 4 3 5`), as `10` is a column too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.base.errors import BadOption
from kibitz.base.options import Option, OptionValue
from kibitz.games.capabilities import Editor, GameText, RowEditor, SolverHints
from kibitz.games.connect.notation import MARKS, ConnectNotation
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.connect.view import COLOURS, USUAL_MARKS, ConnectView
from kibitz.games.exact_source import ExactSource
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.connect.book_tools import ConnectBookTools


class DroppedDiscHints(SolverHints):
    """Solver hints for discs that fall down columns."""

    def max_predecessors(self, position: Position) -> int:
        """Count the discs of the player who moved last that lie on top of a column."""
        width = int(position.game.values["width"])
        cells = position.game.rules.describe(position.state)
        last = 1 if sum(map(bool, cells)) % 2 else 2
        return sum(next(filter(None, cells[column::width]), 0) == last for column in range(width))


class Connect(Game):
    """Connect-N on any board up to 32×32."""

    _family = "connect"
    options = (
        Option("width", 10, "columns of the board", low=1, high=32),
        Option("height", 12, "rows of the board", low=1, high=32),
        Option("length", 4, "stones in a line that win", low=1, high=32),
        Option("mark1", "x", "how the first player's stones are drawn", display=True),
        Option("mark2", "*", "how the second player's stones are drawn", display=True),
        Option("columns_from", 1, "the number of the first column, 0 or 1", low=0, high=1, display=True),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.width, self.height = int(values["width"]), int(values["height"])
        self.length = int(values["length"])
        self.first_column = int(values["columns_from"])
        self.last_column = self.first_column + self.width - 1
        self.marks = str(values["mark1"]), str(values["mark2"])
        _check_marks(*self.marks)
        super().__init__(name, values, shown)
        self.side_names = self.marks if self._chosen_marks else COLOURS

    @property
    def _chosen_marks(self) -> bool:
        """Whether somebody chose how stones are drawn; otherwise the players are called by their colours."""
        return not set(self.marks) <= USUAL_MARKS

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

    @cached_property
    def text(self) -> GameText:
        """Its rules in words for people."""
        from kibitz.games.connect.rules_text import connect_text

        return connect_text(self.width, self.height, self.length, self.side_names)

    # What is known of it

    @cached_property
    def _solver(self) -> ConnectSolver | None:
        """Its exact solver, where the board fits a machine word."""
        return ConnectSolver(self) if ConnectSolver.fits(self) else None

    @cached_property
    def exact(self) -> tuple[ExactSource, ...]:
        """The solver."""
        from kibitz.games.connect.solver_source import SolverSource

        return () if self._solver is None else (SolverSource(self._solver),)

    @cached_property
    def book(self) -> ConnectBookTools | None:
        """The tools for its solver's books."""
        from kibitz.games.connect.book_tools import ConnectBookTools

        return ConnectBookTools(self) if ConnectSolver.fits(self) else None

    @cached_property
    def teacher(self) -> Teacher:
        """Explains threats and zugzwang."""
        from kibitz.games.connect.teacher import ConnectTeacher

        return ConnectTeacher(self)

    @cached_property
    def solving(self) -> SolverHints:
        """Facts for its solvers and tables."""
        return DroppedDiscHints(self)

    @cached_property
    def editor(self) -> Editor:
        """Composes its positions from discs."""
        pieces = (replace(discs[0], cell=-1) for discs in self.view.discs)
        return RowEditor(pieces, self.width, lambda piece: MARKS[piece.side + 1])


def _check_marks(first: str, second: str) -> None:
    if first.lower() == second.lower():
        raise BadOption(f"mark1 and mark2 must differ by more than case, not be {first!r} and {second!r}")
    for mark in (first, second):
        if mark in ".,[]":
            raise BadOption(f"a mark can't be {mark!r}, which has another meaning on the board")
