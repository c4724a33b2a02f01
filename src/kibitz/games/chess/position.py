"""Chess positions with chess players' method names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.base.errors import BadOption, quoted
from kibitz.games.chess.board import EN_PASSANT, PIECES, square_name
from kibitz.games.chess.conventions import INSUFFICIENT_MATERIAL
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.base.move import Move
    from kibitz.games.chess.game import Chess


_SQUARES = {square_name(number): number for number in range(64)}


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

    def piece_at(self, square: str | int) -> str | None:
        """Return the piece on a square as its letter in FEN; None on an empty square.

        Squares are named, or numbered from a1 = 0 along the ranks.

        >>> import kibitz
        >>> start = kibitz.load("chess").start()
        >>> start.piece_at("e1"), start.piece_at("d8"), start.piece_at(27)
        ('K', 'q', None)
        """
        number = _SQUARES.get(square) if isinstance(square, str) else square
        if not isinstance(number, int) or not 0 <= number < 64:
            raise BadOption(f"a square is a name such as e4 or a number from 0 to 63, not {quoted(square)}")
        piece = self.game.board(self).squares[number]
        return PIECES[piece] if piece else None

    @property
    def fullmove_number(self) -> int:
        """Return the number of the move: 1 at the start, and one more after each move of black."""
        return self.game.board(self).number

    @property
    def halfmove_clock(self) -> int:
        """Return the number of plies since the last capture or pawn move."""
        return self.game.board(self).clock

    def is_capture(self, move: Move | str) -> bool:
        """Return whether a legal move captures a piece, also en passant."""
        _, target, kind = self._move(move).parts
        board = self.game.board(self)
        return kind == EN_PASSANT or board.colour(target) == 1 - board.mover

    def gives_check(self, move: Move | str) -> bool:
        """Return whether a legal move gives check."""
        return self.play(move).is_check()

    def is_repetition(self, count: int = 3) -> bool:
        """Return whether this position has occurred at least `count` times in the game."""
        return self.times >= count

    def can_claim_draw(self) -> bool:
        """Return whether a draw can be claimed: threefold repetition or the fifty-move rule."""
        return self.game.draws.claim_reason(self) is not None

    def is_insufficient_material(self) -> bool:
        """Return whether the game is drawn because neither side could mate."""
        return (
            bool(self.outcome and self.outcome.is_draw)
            and self.game.draw_reason(self) == INSUFFICIENT_MATERIAL
        )

    def is_check(self) -> bool:
        """Return whether the side to move is in check."""
        return self.game.board(self).check

    def is_checkmate(self) -> bool:
        """Return whether the side to move is checkmated."""
        return self.outcome is not None and not self.outcome.is_draw

    def is_stalemate(self) -> bool:
        """Return whether the side to move has no legal move and is not in check."""
        return not self.is_check() and self.game.is_blocked(self)
