"""The notation of chess: SAN and UCI moves, FEN positions."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import IllegalMove
from kibitz.base.move import Move
from kibitz.games.chess import fen
from kibitz.games.chess.board import CASTLING, LETTERS, Board, square_name
from kibitz.games.chess.illegal_moves import explain_castling, explain_move, explain_piece
from kibitz.games.chess.san import becomes, find_move, readings, write_san
from kibitz.games.notation import Notation
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess

#: Move numbers between the moves of a text.
_NUMBER = re.compile(r"\d{1,4}\.+|\.\.\.")


class ChessNotation(Notation):
    """SAN, UCI and FEN."""

    move_help = "a move looks like Nf3, exd5, e8=Q, O-O or g1f3"
    position_help = fen.EXAMPLE

    def __init__(self, game: Chess) -> None:
        self._game = game

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return UCI: `e2e4`, `e7e8q`; castling as the king's move, in Chess960 as king takes rook."""
        source, target, special = parts
        if special == CASTLING and not self._game.chess960:
            target = (source & ~7) + (6 if target > source else 2)
        new = LETTERS[special - 4].lower() if special > 4 else ""
        return square_name(source) + square_name(target) + new

    def format_move_in(self, position: Position, move: Move) -> str:
        """Return SAN: `Nf3`, `exd5`, `e8=Q+`, `O-O`."""
        after = position.play(move)
        ending = ""
        if self._game.board(after).check:
            ending = "#" if after.is_over and not after.outcome.is_draw else "+"  # type: ignore[union-attr]
        return write_san(self._game.board(position), position.moves, move, ending)

    def split_moves(self, text: str) -> list[str]:
        """Split moves, dropping their numbers."""
        return super().split_moves(_NUMBER.sub(" ", text).strip() or text)

    def parse_move(self, position: Position, text: str) -> Move:
        """Parse SAN or UCI leniently."""
        name = text.strip()
        for move in position.moves:
            # B7b6 is a bishop move, b7b6 and B7B6 are pawn moves.
            if name in (move.text, move.text.upper()):
                return move
        board = self._game.board(position)
        candidates = list(readings(text))
        for pattern in candidates:
            found = find_move(board, position.moves, pattern, text, partial(self.format_move_in, position))
            if found is not None:
                return found
        if not candidates:
            raise self._bad_move(text)
        pattern = candidates[0]
        if pattern.castles is not None:
            raise IllegalMove(f"{text.strip()}: {explain_castling(board, pattern.castles)}")
        if pattern.source is None or pattern.to is None:
            raise IllegalMove(
                f"{text.strip()}: {explain_piece(board, pattern.kind or 0, pattern.to, pattern.becomes)}"
            )
        special = 0 if pattern.becomes is None else 4 + pattern.becomes
        return self._game.codec.move(self._game.rules.pack([pattern.source, pattern.to, special]))

    def why_illegal(self, position: Position, move: Move) -> str:
        """Return the fault: in the piece, its path, or the king's safety."""
        source, target, _ = move.parts
        return f"{move}: {explain_move(self._game.board(position), source, target, becomes(move))}"

    def format_state(self, state: _core.State) -> str:
        """Return FEN."""
        return fen.write_fen(Board.of(self._game.rules.describe(state)))

    def parse_state(self, text: str) -> _core.State:
        """Parse FEN; missing parts at the end have defaults."""
        return self._game.rules.assemble(fen.read_fen(text).numbers())

    def move_number(self, position: Position) -> int | None:
        """Return the fullmove number."""
        return self._game.board(position).number
