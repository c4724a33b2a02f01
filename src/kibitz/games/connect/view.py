"""The pictures of Connect-N: discs in a rack."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.board_view import BoardView, Gesture, Piece, owned_lines
from kibitz.games.position import Position
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.connect.game import Connect

#: Marks that are no choice of anybody, so that the players are called by their colours.
USUAL_MARKS = frozenset("xo*")
COLOURS = ("red", "yellow")


class ConnectView(View):
    """A rack with the numbers of its columns; a disc is dropped into a column."""

    def __init__(self, game: Connect) -> None:
        self._game = game
        self.marks = None if game.side_names == game.marks else game.marks
        height = game.height
        self._width, self._height = game.width, height
        numbers = range(game.first_column, game.last_column + 1)
        self._columns = tuple(map(str, numbers))
        self._names = tuple(
            f"column {column} row {height - row}" for row in range(height) for column in self._columns
        )

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """The rows, with the numbers of the columns below them and the last move in brackets."""
        cells = self._game.rules.describe(position.state)
        marked = self._top_of(cells, last)
        size = len(self._columns[-1])
        shown = ("·" if unicode else ".", *self._game.marks)
        lines = []
        for row in range(self._height):
            line = ""
            for cell in range(row * self._width, (row + 1) * self._width):
                # The gap before a cell belongs to it, but for the bracket that closes the last move.
                before = "]" if cell - 1 == marked and cell % self._width else " "
                gap = before + " " * (size - 1)
                if cell == marked:
                    gap = gap[:-1] + "["
                line += gap + paint(shown[cells[cell]], ("quiet", *COLOURS)[cells[cell]])
            at_edge = marked >= 0 and marked == (row + 1) * self._width - 1
            lines.append(line + ("]" if at_edge else ""))
        numbers = "".join(f" {column:>{size}}" for column in self._columns)
        return "\n".join([*lines, paint(numbers, "quiet")])

    def _top_of(self, cells: list[int], last: Move | None) -> int:
        """The cell of the topmost stone in the column of a move, or -1."""
        column = cells[last.parts[0] :: self._width] if last else []
        row = next((row for row, owner in enumerate(column) if owner), None)
        return -1 if last is None or row is None else row * self._width + last.parts[0]

    def board(self, position: Position, *, last: Move | None = None) -> BoardView:
        """Discs; the cell of a move is where its disc will lie."""
        cells = self._game.rules.describe(position.state)
        marked = self._top_of(cells, last)
        discs = self.discs
        return BoardView(
            self._width,
            self._height,
            self._names,
            tuple([discs[owner - 1][cell] for cell, owner in enumerate(cells) if owner]),
            tuple([Gesture(move, self._landing(cells, move.parts[0])) for move in position.moves]),
            ground="rack",
            colours=COLOURS,
            falls=True,
            columns=self._columns,
            last=(marked,) if marked >= 0 else (),
            lines=owned_lines(cells, self._width, self._height, self._game.length)
            if position.is_over
            else (),
        )

    @cached_property
    def discs(self) -> list[list[Piece]]:
        """A disc of each player on every cell."""
        # Colours and rings tell the players apart; marks that somebody chose are shown as well.
        texts = ["" if mark in USUAL_MARKS else mark for mark in self._game.marks]
        cells = range(self._width * self._height)
        return [
            [Piece(cell, side, "disc", texts[side], name) for cell in cells]
            for side, name in enumerate(self._game.side_names)
        ]

    def _landing(self, cells: list[int], column: int) -> int:
        """The lowest empty cell of a column that is not full."""
        cell = len(cells) - self._width + column
        while cells[cell]:
            cell -= self._width
        return cell
