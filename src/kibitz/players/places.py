"""Where things happen on a board, for players who look there first."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.words.move import Move

#: Cells as close to the last move as this are near.
_NEAR = 2


class Places:
    """How far moves are from the last one, on boards that have cells; else everything is near."""

    def __init__(self, position: Position, last: Move | None) -> None:
        look = position.game.look(position, last=last) if last else None
        self._width = look.width if look else 1
        self._last = look.last if look else ()
        self._cells = {gesture.move: gesture.to for gesture in look.gestures} if look else {}

    def is_near(self, move: Move) -> bool:
        """Whether a move goes near the last one."""
        cell = self._cells.get(move)
        if cell is None or not self._last:
            return True
        row, column = divmod(cell, self._width)
        places = [divmod(other, self._width) for other in self._last]
        return min(max(abs(row - r), abs(column - c)) for r, c in places) <= _NEAR
