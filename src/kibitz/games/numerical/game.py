"""Numerical tic-tac-toe: odd against even numbers; a full line of the right sum wins.

A move is a cell and a number, `5=9`. Cells are written as in m,n,k.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from kibitz.base.errors import BadOption
from kibitz.base.options import Option, OptionValue
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import AddedPieceHints, Editor, GameText, RowEditor
from kibitz.games.cells import NUMBERINGS, CellNames
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.numerical.notation import NumericalNotation
from kibitz.games.teacher import Teacher
from kibitz.games.view import View

_ROLES = ("first", "second")


class Numerical(Game):
    """Numerical tic-tac-toe on 3×3 or 4×4."""

    _family = "numerical"
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
        #: Greatest number, and number of cells.
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
        """Return its display name."""
        size = "" if self.size == 3 else f" on {self.size}×{self.size}"
        return f"numerical tic-tac-toe{size}"

    @cached_property
    def notation(self) -> Notation:
        """Return cells with numbers, and rows of numbers."""
        return NumericalNotation(self)

    @cached_property
    def view(self) -> View:
        """Return numbers, and the unused ones."""
        from kibitz.games.numerical.view import NumericalView

        return NumericalView(self)

    @cached_property
    def text(self) -> GameText:
        """Return its rules for people."""
        from kibitz.games.numerical.rules_text import numerical_text

        return numerical_text(self.size, self.target, self.side_names)

    @cached_property
    def solving(self) -> AddedPieceHints:
        """Return facts for solvers and tables."""
        # Version 1 had another index.
        return AddedPieceHints(self, rules_version=2)

    @cached_property
    def editor(self) -> Editor:
        """Return the editor of positions."""
        pieces = (
            Piece(-1, self.owner(number), "number", str(number), str(number))
            for number in range(1, self.highest + 1)
        )
        return RowEditor(pieces, self.size, lambda piece: piece.text)

    @cached_property
    def teacher(self) -> Teacher:
        """Return explanations of sums and unused numbers."""
        from kibitz.games.numerical.teacher import NumericalTeacher

        return NumericalTeacher(self)

    def numbers_of(self, side: int) -> list[int]:
        """Return all numbers of a player, used or not."""
        return list(range(1 if (side == 0) == self._first_odd else 2, self.highest + 1, 2))

    def owner(self, number: int) -> int:
        """Return the player that has a number, 0 or 1."""
        return int((number % 2 == 1) != self._first_odd)
