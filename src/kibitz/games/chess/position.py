"""Chess positions with chess players' method names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.base.move import Move
    from kibitz.games.chess.game import Chess


class ChessPosition(Position):
    """A position of chess or Chess960: a `Position` with FEN, SAN, and checks.

    >>> import kibitz
    >>> position = kibitz.load("chess").start().play("e4 e5 Qh5 Ke7 Qxe5#")
    >>> position.is_check(), position.is_checkmate(), position.is_stalemate()
    (True, True, False)
    >>> position.fen()
    'rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3'
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def game(self) -> Chess: ...  # noqa: D102

    def fen(self) -> str:
        """Return the position as FEN, like `str`."""
        return str(self)

    def san(self, move: Move | str) -> str:
        """Return a legal move in standard algebraic notation.

        >>> import kibitz
        >>> kibitz.load("chess").start().san("g1f3")
        'Nf3'
        """
        return self.write(move)

    def uci(self, move: Move | str) -> str:
        """Return a legal move in UCI notation.

        >>> import kibitz
        >>> kibitz.load("chess").start().uci("Nf3")
        'g1f3'
        """
        return str(self._move(move))

    def is_check(self) -> bool:
        """Return whether the side to move is in check."""
        return self.game.board(self).check

    def is_checkmate(self) -> bool:
        """Return whether the side to move is checkmated."""
        return self.outcome is not None and not self.outcome.is_draw

    def is_stalemate(self) -> bool:
        """Return whether the side to move has no legal move and is not in check."""
        return not self.is_check() and self.game.is_blocked(self)
