"""The editor of chess positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.base.side import Side
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import Editor
from kibitz.games.cells import arranged_rows
from kibitz.games.chess.view import piece_on

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess

#: Initial squares of king and rook for each castling right of FEN.
_CASTLING_CELLS = {"K": (60, 63), "Q": (60, 56), "k": (4, 7), "q": (4, 0)}


class ChessEditor(Editor):
    """Composes FEN from the pieces of both colours."""

    pieces = tuple(piece_on(-1, code) for code in range(1, 13))

    def __init__(self, game: Chess) -> None:
        self._castling = {} if game.chess960 else _CASTLING_CELLS

    def compose(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Return the FEN; kings and rooks on their initial squares may still castle."""
        letters = [
            "1" if piece is None else piece.text.lower() if piece.side else piece.text for piece in pieces
        ]
        castling = "".join(
            right
            for right, (king, rook) in self._castling.items()
            if letters[king] + letters[rook] == ("KR" if right.isupper() else "kr")
        )
        return f"{arranged_rows(letters, 8, between='')} {'wb'[side]} {castling or '-'} - 0 1"
