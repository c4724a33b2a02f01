"""The pictures of EinStein würfelt nicht!: numbered stones, and the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.board_view import BoardView, Gesture, Piece
from kibitz.games.cells import edge_labels
from kibitz.games.position import Position
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.ewn.game import Ewn

SHAPES = ("stone", "square")


class EwnView(View):
    """A lettered board, with the roll and the stones that it lets move below it."""

    def __init__(self, game: Ewn) -> None:
        self._game = game
        self._labels = edge_labels(game.size, game.size)

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """A lettered board, and under it the roll and the stones that it lets move."""
        grid, size = self._game.grid(self._game.rules.describe(position.state)[2:]), self._game.size
        marked = last.parts[1] if last and len(last.parts) == 2 else -1
        lines = []
        for row in range(size):
            line = paint(str(size - row), "quiet") + " "
            for column in range(size):
                cell = row * size + column
                # The stone that moved last has brackets in the gaps on both sides.
                before = "[" if cell == marked else "]" if column and cell - 1 == marked else " "
                name = grid.get(cell)
                role = "quiet" if name is None else "red" if name[0] == "r" else "blue"
                stone = name or (" ·" if unicode else " .")
                line += (paint(before, "last") if before != " " else before) + paint(stone, role)
            if marked == row * size + size - 1:
                line += paint("]", "last")
            lines.append(line)
        letters = "  ".join("abcdefgh"[:size])
        return "\n".join([*lines, "    " + paint(letters, "quiet"), self._status(position)])

    def board(self, position: Position, *, last: Move | None = None) -> BoardView:
        """Numbered stones; one is touched, then the cell it goes to."""
        game = self._game
        stones = [game.stones_of(position, side) for side in (Side.FIRST, Side.SECOND)]
        own = stones[position.mover]
        decides = position.turn is not Side.CHANCE
        return BoardView(
            game.size,
            game.size,
            game.cell_names.names,
            tuple(
                [
                    Piece(cell, side, SHAPES[side], str(stone), f"{game.side_names[side]} {stone}")
                    for side in (0, 1)
                    for stone, cell in stones[side].items()
                ]
            ),
            tuple([Gesture(move, move.parts[1], own[move.parts[0]]) for move in position.moves if decides]),
            turns=True,
            rows=self._labels[1],
            columns=self._labels[0],
            last=(last.parts[1],) if last and len(last.parts) == 2 else (),
            die=game.rules.describe(position.state)[1],
            faces=game.faces,
            notes=((self._status(position), None),),
        )

    def _status(self, position: Position) -> str:
        """What lies under a picture: the roll and who may move, or who has won."""
        if position.outcome is not None and position.outcome.winner is not None:
            return f"{self._game.side_name(position.outcome.winner)} has won"
        who = self._game.side_name(position.mover)
        if position.turn is Side.CHANCE:
            return f"{who} to roll"
        roll = self._game.rules.describe(position.state)[1]
        return f"{who} rolled {roll}: stone {' or '.join(map(str, self._game.movable(position)))} moves"
