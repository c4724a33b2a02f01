"""Distances between moves on a board, for players that err more far from the last move."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.games.position import Position

#: Distance in cells up to which a move is near the last one.
_NEAR = 2


class MoveDistances:
    """Distances of moves from the last move; without cells, every move is near."""

    def __init__(self, position: Position, last: Move | None) -> None:
        self._position = position
        look = position.game.view.board(position, last=last) if last else None
        self._width = look.width if look else 1
        self._last = look.last if look else ()
        self._cells = {gesture.move: gesture.to for gesture in look.gestures} if look else {}

    def is_near(self, move: Move) -> bool:
        """Return whether a move is near the last one."""
        return self._near(self._cells.get(move))

    def is_near_after(self, move: Move, reply: Move) -> bool:
        """Return whether a reply is near the move it answers."""
        if not self._last:
            return True
        after = self._position.play(move)
        look = after.game.view.board(after)
        gestures = look.gestures if look else ()
        return self._near(next((gesture.to for gesture in gestures if gesture.move == reply), None))

    def _near(self, cell: int | None) -> bool:
        if cell is None or not self._last:
            return True
        row, column = divmod(cell, self._width)
        places = [divmod(other, self._width) for other in self._last]
        return min(max(abs(row - r), abs(column - c)) for r, c in places) <= _NEAR
