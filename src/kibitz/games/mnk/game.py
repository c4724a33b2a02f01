"""m,n,k and tic-tac-toe: a stone on any empty cell, so many in a line win.

Moves are cells. They are written by number, row by row from the top left
(`rows`) or as on a numeric keypad, from the bottom left (`keypad`), or by
letter and row (`letters`); letters are understood always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from kibitz.base.move import Move
from kibitz.base.options import Option, OptionValue
from kibitz.base.side import Side
from kibitz.games.board_view import Gesture, Look, Piece, owned_lines
from kibitz.games.capabilities import GameWords, SearchOption
from kibitz.games.cells import NUMBERINGS, CellNames, arranged_rows, edge_labels
from kibitz.games.game import Game, Paint, no_paint
from kibitz.games.mnk.notation import MARKS, MnkNotation
from kibitz.games.mnk.rules_text import mnk_words
from kibitz.games.mnk.teacher import completed
from kibitz.games.notation import Notation
from kibitz.games.position import Position

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SHAPES = ("cross", "ring")


class Mnk(Game):
    """m,n,k without gravity; tic-tac-toe is 3,3,3."""

    family = "mnk"
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
    side_names = ("x", "o")
    stones_only = True
    search_options = (
        SearchOption(
            Option("forced", False, "see at once a win, a reply that is forced and a draw nobody can avoid"),
            at_best=True,
        ),
        SearchOption(
            Option("images", False, "remember a position and its images once on large boards too"),
            to_prove=True,
            only_speed=True,
        ),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.width, self.height = int(values["width"]), int(values["height"])
        self.length = int(values["length"])
        self.cell_names = CellNames(self.width, self.height, str(values["numbering"]))
        super().__init__(name, values, shown)

    @property
    def title(self) -> str:
        """Its name as people write it."""
        misere = "misère " if self.values["misere"] else ""
        if (self.width, self.height, self.length) == (3, 3, 3):
            return f"{misere}tic-tac-toe"
        if (self.width, self.height, self.length) == (15, 15, 5):
            return f"{misere}gomoku"
        length = _NUMBERS[self.length] if self.length < len(_NUMBERS) else str(self.length)
        return f"{misere}{length} in a row on {self.width}×{self.height}"

    @cached_property
    def notation(self) -> Notation:
        """Cells, and rows of cells."""
        return MnkNotation(self)

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return mnk_words(self.width, self.height, self.length, misere=bool(self.values["misere"]))

    def win_name(self, position: Position, move: Move) -> str:
        """The lines that a stone completes."""
        if self.values["misere"]:
            return ""
        cells = self.rules.describe(position.play(move).state)
        return completed(cells, move.parts[0], self.width, self.height, self.length, self.cell_names.text)

    def place_of(self, move: Move) -> tuple[float, float]:
        """The cell, counted from the middle of the board."""
        row, column = divmod(move.parts[0], self.width)
        return row - (self.height - 1) / 2, column - (self.width - 1) / 2

    def ways_back(self, position: Position) -> int:
        """Any stone of who moved last may be the newest."""
        return (sum(map(bool, self.rules.describe(position.state))) + 1) // 2

    # Pictures

    def draw(
        self, position: Position, *, last: Move | None = None, unicode: bool = False, paint: Paint = no_paint
    ) -> str:
        """A grid with the numbers of empty cells on small boards, a lettered board on large ones."""
        cells = self.rules.describe(position.state)
        marked = last.parts[0] if last else -1
        if not self.cell_names.lettered and self.width * self.height <= 25:
            return self._draw_grid(cells, marked, unicode, paint)
        return self._draw_lettered(cells, marked, unicode, paint)

    def _draw_grid(self, cells: list[int], marked: int, unicode: bool, paint: Paint) -> str:
        across, cross, down = ("─", "┼", "│") if unicode else ("-", "+", "|")
        size = len(str(len(cells)))

        def shown(cell: int) -> str:
            owner = cells[cell]
            if owner == 0:
                return paint(self.cell_names.text(cell).center(size + 2), "quiet")
            text = MARKS[owner].center(size)
            text = f"[{text}]" if cell == marked else f" {text} "
            return paint(text, "first" if owner == 1 else "second")

        rows = [
            down.join(shown(row * self.width + column) for column in range(self.width))
            for row in range(self.height)
        ]
        between = "\n" + cross.join([across * (size + 2)] * self.width) + "\n"
        return between.join(rows)

    def _draw_lettered(self, cells: list[int], marked: int, unicode: bool, paint: Paint) -> str:
        empty = "·" if unicode else "."
        margin = len(str(self.height))
        lines = []
        for row in range(self.height):
            # Gaps before, between and after the cells; the last move has brackets in its two.
            gaps = [" "] * (self.width + 1)
            if marked // self.width == row and marked >= 0:
                gaps[marked % self.width], gaps[marked % self.width + 1] = "[", "]"
            line = paint(str(self.height - row).rjust(margin), "quiet") + " " + gaps[0]
            for column in range(self.width):
                owner = cells[row * self.width + column]
                role = ("quiet", "first", "second")[owner]
                line += paint(empty if owner == 0 else MARKS[owner], role) + gaps[column + 1]
            lines.append(line.rstrip())
        letters = " ".join("abcdefghijklmnopqrstuvwxyz"[: self.width])
        return "\n".join([*lines, " " * (margin + 2) + paint(letters, "quiet")])

    @property
    def supply(self) -> tuple[Piece, ...]:
        """A cross and a ring."""
        return tuple(Piece(-1, side, _SHAPES[side], name=MARKS[side + 1]) for side in (0, 1))

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Rows; who is to move follows from them."""
        return arranged_rows([MARKS[0 if piece is None else piece.side + 1] for piece in pieces], self.width)

    def look(self, position: Position, *, last: Move | None = None) -> Look:
        """Crosses and rings; a cell is touched to take it."""
        cells = self.rules.describe(position.state)
        small = len(cells) <= 25
        letters, numbers = edge_labels(self.width, self.height)
        return Look(
            self.width,
            self.height,
            tuple(map(self.cell_names.text, range(len(cells)))),
            tuple(
                Piece(cell, owner - 1, _SHAPES[owner - 1], name=MARKS[owner])
                for cell, owner in enumerate(cells)
                if owner
            ),
            tuple(Gesture(move, move.parts[0]) for move in position.moves),
            ground="open" if small else "grid",
            rows=() if small and not self.cell_names.lettered else numbers,
            columns=() if small and not self.cell_names.lettered else letters,
            labelled=small and not self.cell_names.lettered,
            last=(last.parts[0],) if last else (),
            lines=owned_lines(cells, self.width, self.height, self.length) if position.is_over else (),
        )
