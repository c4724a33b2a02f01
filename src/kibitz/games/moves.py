"""The moves of a position: a tuple that also knows them by their notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.base.errors import BadNotation, GameOver, IllegalMove
from kibitz.base.move import Move

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.game import Game


class Moves(tuple[Move, ...]):
    """The moves allowed in a position; a text is among them if it is the notation of one.

    Equal to a plain tuple of the same moves, and pickled as one. The core makes them.
    """

    #: The game and the state whose moves they are: reading a text needs both.
    _origin: tuple[Game, _core.State]

    def __contains__(self, wanted: object) -> bool:
        """Whether a move, or the move that a text stands for, is allowed."""
        if isinstance(wanted, str):
            return self._named(wanted) is not None
        return super().__contains__(wanted)

    def index(self, wanted: object, *bounds: Any) -> int:
        """The place of a move or of its notation."""
        return super().index(self._named(wanted) if isinstance(wanted, str) else wanted, *bounds)

    def count(self, wanted: object) -> int:
        """How often a move or its notation is there."""
        return super().count(self._named(wanted) if isinstance(wanted, str) else wanted)

    def _named(self, text: str) -> Move | None:
        """The allowed move that a text stands for."""
        from kibitz.games.position import Position

        try:
            return Position(*self._origin).move(text)
        except (BadNotation, IllegalMove, GameOver):
            return None

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)
