"""The drawing of numerical tic-tac-toe: numbers, and the unused ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.board_view import BoardView, Gesture, Piece, lines_of
from kibitz.games.cells import edge_labels
from kibitz.games.position import Position
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.numerical.game import Numerical

_ROLES = ("first", "second")


class NumericalView(View):
    """A grid of numbers, with the unused ones below it."""

    def __init__(self, game: Numerical) -> None:
        self._game = game
        self._names = game.cell_names
        self._labels = edge_labels(game.size, game.size)
        self._numbers = [game.numbers_of(side) for side in (0, 1)]
        #: The owner of each number; that of 0 is unused.
        self._owners = [game.owner(number) for number in range(game.highest + 1)]

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """Draw the board, the names of its free cells beside it, and the unused numbers below."""
        across, cross, down = ("─", "┼", "│") if unicode else ("-", "+", "|")
        empty = "·" if unicode else "."
        numbers = self._game.rules.describe(position.state)
        size = len(str(self._game.highest))
        marked = last.parts[0] if last else -1

        def number_on(cell: int) -> str:
            if not numbers[cell]:
                return paint(f" {empty:>{size}} ", "quiet")
            text = f"{numbers[cell]:>{size}}"
            return paint(f"[{text}]" if cell == marked else f" {text} ", _ROLES[self._owners[numbers[cell]]])

        def names_of(cells: range) -> str:
            names = ["" if numbers[cell] else self._names.text(cell) for cell in cells]
            text = "".join(f" {name:>2} " for name in names).rstrip()
            return f"    {paint(text, 'quiet')}" if text else ""

        between = cross.join([across * (size + 2)] * self._game.size)
        lines: list[str] = []
        for row in range(self._game.size):
            cells = range(row * self._game.size, (row + 1) * self._game.size)
            lines += [down.join(map(number_on, cells)) + names_of(cells), between]
        return "\n".join([*lines[:-1], "", *(self._unused_text(side, numbers, paint) for side in (0, 1))])

    def _unused(self, side: int, numbers: list[int]) -> str:
        return " ".join(str(n) for n in self._numbers[side] if n not in numbers) or "none"

    def _unused_text(self, side: int, numbers: list[int], paint: Paint) -> str:
        label = f"{self._game.side_names[side]} left:"
        return f"{label:<10} {paint(self._unused(side, numbers), _ROLES[side])}"

    def board(self, position: Position, *, last: Move | None = None) -> BoardView:
        """Return the numbers; a move is made by touching a cell and choosing a number."""
        game = self._game
        cells = game.rules.describe(position.state)
        lines = lines_of(game.size, game.size, game.size) if position.is_over else ()
        full = (line for line in lines if all(cells[cell] for cell in line))
        lettered = self._names.lettered
        return BoardView(
            game.size,
            game.size,
            self._names.names,
            tuple(
                [
                    Piece(cell, self._owners[number], "number", str(number), str(number))
                    for cell, number in enumerate(cells)
                    if number
                ]
            ),
            tuple([Gesture(move, move.parts[0], choice=str(move.parts[1])) for move in position.moves]),
            ground="open",
            rows=self._labels[1] if lettered else (),
            columns=self._labels[0] if lettered else (),
            labelled=not lettered,
            last=(last.parts[0],) if last else (),
            lines=tuple(line for line in full if sum(cells[cell] for cell in line) == game.target),
            notes=tuple(
                [(f"{game.side_names[side]} left: {self._unused(side, cells)}", side) for side in (0, 1)]
            ),
        )
