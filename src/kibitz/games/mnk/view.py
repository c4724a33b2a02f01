"""The pictures of m,n,k: crosses and rings, and stones on large boards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.board_view import BoardView, Gesture, Piece, owned_lines
from kibitz.games.cells import edge_labels
from kibitz.games.mnk.notation import MARKS
from kibitz.games.position import Position
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.mnk.game import Mnk


def shapes_of(game: Mnk) -> tuple[str, str]:
    """Return the shapes of the two sides' pieces."""
    return ("stone", "stone") if game.has_stones else ("cross", "ring")


class MnkView(View):
    """A grid; small boards have the names of empty cells in them, others letters and numbers beside them."""

    def __init__(self, game: Mnk) -> None:
        self._game = game
        self._width, self._height = game.width, game.height
        self._names = game.cell_names
        self._small = not game.has_stones
        self.marks = None if self._small else (MARKS[1], MARKS[2])
        #: Whether the names of empty cells are written in them.
        self._named_inside = self._small and not self._names.lettered
        self._labels = edge_labels(self._width, self._height)

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """A grid with the numbers of empty cells on small boards, a lettered board on large ones."""
        cells = self._game.rules.describe(position.state)
        marked = last.parts[0] if last else -1
        if self._named_inside:
            return self._draw_grid(cells, marked, unicode, paint)
        return self._draw_lettered(cells, marked, unicode, paint)

    def _draw_grid(self, cells: list[int], marked: int, unicode: bool, paint: Paint) -> str:
        across, cross, down = ("─", "┼", "│") if unicode else ("-", "+", "|")
        size = len(str(len(cells)))

        def shown(cell: int) -> str:
            owner = cells[cell]
            if owner == 0:
                return paint(self._names.text(cell).center(size + 2), "quiet")
            text = MARKS[owner].center(size)
            text = f"[{text}]" if cell == marked else f" {text} "
            return paint(text, "first" if owner == 1 else "second")

        rows = [
            down.join(shown(row * self._width + column) for column in range(self._width))
            for row in range(self._height)
        ]
        between = "\n" + cross.join([across * (size + 2)] * self._width) + "\n"
        return between.join(rows)

    def _draw_lettered(self, cells: list[int], marked: int, unicode: bool, paint: Paint) -> str:
        empty = "·" if unicode else "."
        margin = len(str(self._height))
        lines = []
        for row in range(self._height):
            # Gaps before, between and after the cells; the last move has brackets in its two.
            gaps = [" "] * (self._width + 1)
            if marked // self._width == row and marked >= 0:
                gaps[marked % self._width], gaps[marked % self._width + 1] = "[", "]"
            line = paint(str(self._height - row).rjust(margin), "quiet") + " " + gaps[0]
            for column in range(self._width):
                owner = cells[row * self._width + column]
                role = ("quiet", "first", "second")[owner]
                line += paint(empty if owner == 0 else MARKS[owner], role) + gaps[column + 1]
            lines.append(line.rstrip())
        letters = " ".join("abcdefghijklmnopqrstuvwxyz"[: self._width])
        return "\n".join([*lines, " " * (margin + 2) + paint(letters, "quiet")])

    def offset(self, move: Move) -> tuple[float, float]:
        """The cell, counted from the middle of the board."""
        row, column = divmod(move.parts[0], self._width)
        return row - (self._height - 1) / 2, column - (self._width - 1) / 2

    def board(self, position: Position, *, last: Move | None = None) -> BoardView:
        """Crosses and rings, or stones; a cell is touched to take it."""
        cells = self._game.rules.describe(position.state)
        pieces = self._pieces
        return BoardView(
            self._width,
            self._height,
            self._names.names,
            tuple([pieces[owner - 1][cell] for cell, owner in enumerate(cells) if owner]),
            tuple([Gesture(move, move.parts[0]) for move in position.moves]),
            ground="open" if self._small else "points",
            colours=("red", "blue") if self._small else ("black", "white"),
            rows=() if self._named_inside else self._labels[1],
            columns=() if self._named_inside else self._labels[0],
            labelled=self._named_inside,
            last=(last.parts[0],) if last else (),
            lines=owned_lines(cells, self._width, self._height, self._game.length)
            if position.is_over
            else (),
        )

    @cached_property
    def _pieces(self) -> list[list[Piece]]:
        """A piece of each player on every cell."""
        cells, names, shapes = range(self._width * self._height), self._game.side_names, shapes_of(self._game)
        return [[Piece(cell, side, shapes[side], name=names[side]) for cell in cells] for side in (0, 1)]
