"""m,n,k games and tic-tac-toe: a stone on any empty cell, so many in a line win.

Moves are cells, numbered row by row from the top left (`rows`) or as on a numeric keypad, from the bottom
left (`keypad`), or named by letter and row (`letters`); letters are always accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from kibitz.base.options import Option, OptionValue
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import (
    AddedPieceHints,
    Editor,
    ForcedWins,
    GameText,
    RowEditor,
    SearchHints,
    SearchOption,
)
from kibitz.games.cells import NUMBERINGS, CellNames
from kibitz.games.game import Game
from kibitz.games.mnk.notation import MARKS, MnkNotation
from kibitz.games.notation import Notation
from kibitz.games.teacher import Teacher
from kibitz.games.view import View

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


#: Names of the players by their pieces.
CROSS_AND_RING, STONES = ("x", "o"), ("black", "white")


class Mnk(Game):
    """m,n,k without gravity; tic-tac-toe is 3,3,3."""

    _family = "mnk"
    options = (
        Option("width", 3, "columns of the board", low=1, high=19),
        Option("height", 3, "rows of the board", low=1, high=19),
        Option("length", 3, "stones in a line that decide the game", low=1, high=19),
        Option("misere", False, "whether such a line loses instead of winning"),
        Option(
            "numbering",
            "letters",
            "how cells are written",
            choices=NUMBERINGS,
            display=True,
        ),
    )
    search = SearchHints(
        options=(
            SearchOption(
                Option("forced", False, "detect wins, forced replies and unavoidable draws statically"),
                at_best=True,
            ),
            SearchOption(
                Option(
                    "images",
                    False,
                    "share hash entries between symmetric positions on large boards",
                ),
                to_prove=True,
                only_speed=True,
            ),
        )
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.width, self.height = int(values["width"]), int(values["height"])
        self.length = int(values["length"])
        self.cell_names = CellNames(self.width, self.height, str(values["numbering"]))
        super().__init__(name, values, shown)
        self.side_names = STONES if self.has_stones else CROSS_AND_RING

    @property
    def has_stones(self) -> bool:
        """Return whether black and white stones are used, as on large boards, instead of x and o."""
        return self.width * self.height > 25

    @property
    def title(self) -> str:
        """Return its display name."""
        misere = "misère " if self.values["misere"] else ""
        if (self.width, self.height, self.length) == (3, 3, 3):
            return f"{misere}tic-tac-toe"
        if (self.width, self.height, self.length) == (15, 15, 5):
            return f"{misere}gomoku"
        length = _NUMBERS[self.length] if self.length < len(_NUMBERS) else str(self.length)
        return f"{misere}{length} in a row on {self.width}×{self.height}"

    @cached_property
    def notation(self) -> Notation:
        """Return cells, and rows of cells."""
        return MnkNotation(self)

    @cached_property
    def view(self) -> View:
        """Return crosses and rings."""
        from kibitz.games.mnk.view import MnkView

        return MnkView(self)

    @cached_property
    def text(self) -> GameText:
        """Return its rules for people."""
        from kibitz.games.mnk.rules_text import mnk_text

        return mnk_text(
            self.width,
            self.height,
            self.length,
            self.side_names[0].capitalize() if self.has_stones else "x",
            misere=bool(self.values["misere"]),
        )

    @cached_property
    def teacher(self) -> Teacher:
        """Return the names of winning lines."""
        from kibitz.games.mnk.teacher import MnkTeacher

        return MnkTeacher(self)

    @cached_property
    def forced_wins(self) -> ForcedWins | None:
        """Return a prover of lines that can't be stopped; None if a line loses."""
        from kibitz.games.mnk.forced_wins import MnkForcedWins

        return None if self.values["misere"] else MnkForcedWins(self)

    @cached_property
    def solving(self) -> AddedPieceHints:
        """Return facts for solvers and tables."""
        return AddedPieceHints(self)

    @cached_property
    def editor(self) -> Editor:
        """Return the editor of positions."""
        from kibitz.games.mnk.view import shapes_of

        shapes = shapes_of(self)
        pieces = (Piece(-1, side, shapes[side], name=self.side_names[side]) for side in (0, 1))
        return RowEditor(pieces, self.width, lambda piece: MARKS[piece.side + 1])
