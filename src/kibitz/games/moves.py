"""The legal moves of a position: a tuple that also accepts notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.base.errors import BadNotation, GameOver, IllegalMove
from kibitz.base.move import Move

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.game import Game

_ANY = object()


class Moves(tuple[Move, ...]):
    """The legal moves of a position, also found by notation.

    Equal to a plain tuple of the same moves, and pickled as one. Made by the core.

    >>> import kibitz
    >>> moves = kibitz.load("chess").start().legal_moves
    >>> "e4" in moves, "e5" in moves, moves.count()
    (True, False, 20)
    """

    #: Game and state, for parsing.
    _origin: tuple[Game, _core.State]

    def __contains__(self, item: object) -> bool:
        """Return whether a move or its notation is legal."""
        if isinstance(item, str):
            return self._named(item) is not None
        if type(item) is Move:  # as `==` would compare them, without a call for each move
            text = item.text
            for move in self:  # noqa: SIM110
                if move.text == text:
                    return True
            return False
        return super().__contains__(item)

    def index(self, item: object, *bounds: Any) -> int:
        """Return the index of a move or of its notation."""
        if type(item) is Move and not bounds:  # as `==` would compare them, without a call for each move
            text = item.text
            for index, move in enumerate(self):
                if move.text == text:
                    return index
        return super().index(self._named(item) if isinstance(item, str) else item, *bounds)

    def count(self, item: object = _ANY) -> int:
        """Return the number of legal moves, or how often a move or its notation is among them."""
        if item is _ANY:
            return len(self)
        return super().count(self._named(item) if isinstance(item, str) else item)

    def _named(self, text: str) -> Move | None:
        """Return the legal move that a text stands for."""
        from kibitz.games.position import Position

        try:
            return Position(*self._origin).move(text)
        except (BadNotation, IllegalMove, GameOver):
            return None

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)
