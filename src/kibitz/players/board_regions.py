"""Where things happen on a board, for players who look there first."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.games.position import Position

#: Cells as close to the last move as this are near.
_NEAR = 2


class Places:
    """How far moves are from the last one, on boards that have cells; else everything is near."""

    def __init__(self, position: Position, last: Move | None) -> None:
        self._position = position
        look = position.game.view.board(position, last=last) if last else None
        self._width = look.width if look else 1
        self._last = look.last if look else ()
        self._cells = {gesture.move: gesture.to for gesture in look.gestures} if look else {}

    def is_near(self, move: Move) -> bool:
        """Whether a move goes near the last one."""
        return self._near(self._cells.get(move))

    def is_near_after(self, move: Move, reply: Move) -> bool:
        """Whether the reply to a move goes near the one before it."""
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
