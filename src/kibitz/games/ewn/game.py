"""EinStein würfelt nicht!: a die determines which stone moves towards the far corner.

A turn is two moves: chance rolls (`d4`), then the player moves a stone to a cell (`4-c3`). A position is its
rows from the top, the side to move, and the roll if there is one: `r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1
r d4`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, shuffled
from kibitz.base.side import Side
from kibitz.games.capabilities import Editor, EndgameHint, GameText, SearchHints, SearchOption, SolverHints
from kibitz.games.cells import CellNames
from kibitz.games.ewn.notation import COLOURS, EwnNotation
from kibitz.games.ewn.setups import best_setups, drawn
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher
from kibitz.games.view import View


class Ewn(Game):
    """EinStein würfelt nicht! on a square board."""

    _family = "ewn"
    options = (
        Option("size", 5, "rows and columns of the board", low=3, high=8),
        Option("stones", 6, "stones of each player", low=1, high=9),
        Option("faces", 0, "faces of the die; 0 for as many as stones", low=0, high=20),
        Option(
            "setup",
            "random",
            "random; mirrored: random, but the same for both; best: what both should choose, where that is "
            "known (docs/games/ewn-setups.md); or the stones of red's corner row by row and, "
            "after a v, of blue's as blue sees it: 123456 or 123456v654321",
            longest=19,
        ),
        Option("begins", "red", "who moves first", choices=("red", "blue")),
    )
    side_names = ("red", "blue")
    search: SearchHints = SearchHints(
        playouts="none",  # its network is stronger than random playouts: 120 to 80 at equal time
        options=(
            SearchOption(
                Option(
                    "eval",
                    "normal",
                    "the static evaluation; race and learned are for the original game",
                    choices=("normal", "aggressive", "race", "learned"),
                )
            ),
            SearchOption(Option("threat", 25, "the weight of threats in hundredths", high=1000)),
        ),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.size, self.stones = int(values["size"]), int(values["stones"])
        most = self.size * (self.size - 1) // 2
        if self.stones > most:
            raise BadOption(f"stones must be 1 to {most} on a board of size {self.size}, not {self.stones}")
        self.faces = int(values["faces"]) or self.stones
        self._start_side = str(values["begins"])
        self._setup = str(values["setup"]).lower()
        self._orders = self._read_setup(self._setup)
        self.cell_names = CellNames(self.size, self.size, "letters")
        super().__init__(name, {**values, "faces": self.faces}, shown)
        red, blue = self._orders
        # A random start does not change the rules.
        self.rules_id = (
            f"ewn,size={self.size},stones={self.stones},faces={self.faces},"
            f"setup={red}v{blue},begins={values['begins']}"
        )
        if (self.size, self.stones, self.faces) == (5, 6, 6):
            how, *rest = self.search.options
            self.search = replace(self.search, options=(replace(how, at_best="learned"), *rest))

    def _read_setup(self, text: str) -> tuple[str, str]:
        stones = "123456789"[: self.stones]
        if text in ("random", "mirrored"):
            return stones, stones
        if text == "best":
            return self._best_setup(None)
        red, parted, blue = text.partition("v")
        orders = (red, blue if parted else red)
        if any(sorted(order) != list(stones) for order in orders):
            raise BadOption(
                f"setup must be random, mirrored, best, or the stones {stones} in the order of red's corner "
                f"and, after a v, of blue's, such as {stones}v{stones[::-1]}; not {text!r}"
            )
        return orders

    def _best_setup(self, rng: Random | None) -> tuple[str, str]:
        """Return an optimal set-up of red's and blue's stones, drawn from the mixed strategies."""
        known = best_setups(self.size, self.stones, self.faces)
        if known is None:
            board = f"{self.size}×{self.size} with {self.stones} stones and {self.faces} faces"
            raise BadOption(f"the best set-ups are not known on {board}; write setup=random or mirrored")
        first, second = (drawn(mixture, rng) for mixture in known)
        return (second, first) if self._start_side == "blue" else (first, second)

    def _make_rules(self) -> _core.Rules:
        """Return the core's rules; for a random start, with the stones in order."""
        red, blue = self._orders
        numbers = {"size": self.size, "stones": self.stones, "faces": self.faces}
        numbers |= {"red": int(red), "blue": int(blue), "blue_begins": int(self.values["begins"] == "blue")}
        return _core.make_rules(self._family, numbers)

    @cached_property
    def solving(self) -> SolverHints:
        """Tables hold every position with few stones, independent of the start."""
        return SolverHints(
            self,
            table_id=f"ewn,size={self.size},stones={self.stones},faces={self.faces}",
            rules_version=2,  # version 1 had another index
            endgame=EndgameHint("stones", 2 * self.stones, self._stones_on),
        )

    @cached_property
    def editor(self) -> Editor:
        """Return the editor of positions."""
        from kibitz.games.ewn.editor import EwnEditor

        return EwnEditor(self)

    @cached_property
    def teacher(self) -> Teacher:
        """Return explanations of the die's faces, danger and the race."""
        from kibitz.games.ewn.teacher import EwnTeacher

        return EwnTeacher(self)

    @property
    def title(self) -> str:
        """Return its display name."""
        board = "" if self.size == 5 else f" on {self.size}×{self.size}"
        return f"EinStein würfelt nicht!{board}"

    @cached_property
    def notation(self) -> Notation:
        """Return rolls, stones with their targets, and rows of stones."""
        return EwnNotation(self)

    @cached_property
    def view(self) -> View:
        """Return numbered stones, and the roll."""
        from kibitz.games.ewn.view import EwnView

        return EwnView(self)

    @cached_property
    def text(self) -> GameText:
        """Return its rules for people."""
        from kibitz.games.ewn.rules_text import ewn_text

        return ewn_text(self.size, self.stones, self.faces)

    def _random_start(self, rng: Random) -> Position:
        if self._setup not in ("random", "mirrored", "best"):
            return self.start()
        mover, roll, *cells = self.rules.describe(self.rules.start())
        corners = sorted(cells[: self.stones]), sorted(cells[self.stones :], reverse=True)
        if self._setup == "best":
            orders = self._best_setup(rng)
            red, blue = (
                [corner[order.index(stone)] for stone in sorted(order)]
                for corner, order in zip(corners, orders, strict=True)
            )
            return Position(self, self.rules.assemble([mover, roll, *red, *blue]))
        red = shuffled(rng, corners[0])
        # Mirrored for blue, so that both sides' distances are alike.
        last = self.size * self.size - 1
        blue = [last - cell for cell in red] if self._setup == "mirrored" else shuffled(rng, corners[1])
        return Position(self, self.rules.assemble([mover, roll, *red, *blue]))

    # Positions

    def stones_of(self, position: Position, side: Side) -> dict[int, int]:
        """Return the cells of a player's stones on the board."""
        cells = self.rules.describe(position.state)[2 + side * self.stones :][: self.stones]
        return {stone: cell for stone, cell in enumerate(cells, start=1) if cell >= 0}

    def _stones_on(self, position: Position) -> int:
        """Return the number of stones on the board."""
        return sum(cell >= 0 for cell in self.rules.describe(position.state)[2:])

    def movable(self, position: Position) -> list[int]:
        """Return the stones that the roll lets move."""
        return [] if position.turn is Side.CHANCE else sorted({move.parts[0] for move in position.moves})

    def grid(self, cells: Sequence[int]) -> dict[int, str]:
        """Return the stones by cell, `r1` to `b9`."""
        names = [f"{colour}{stone + 1}" for colour in COLOURS for stone in range(self.stones)]
        return {cell: name for cell, name in zip(cells, names, strict=True) if cell >= 0}
