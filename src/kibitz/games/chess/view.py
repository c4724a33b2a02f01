"""The pictures of chess: the board from either side, with whose move it is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.games.board_view import BoardView, Gesture, Piece
from kibitz.games.cells import edge_labels
from kibitz.games.chess.board import (
    CASTLING,
    COLOURS,
    KIND_NAMES,
    KING,
    LETTERS,
    PIECES,
    PROMOTION,
    Board,
    piece_name,
    square_name,
)
from kibitz.games.position import Position
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess

_FIGURINES = ".♙♘♗♖♕♔♟♞♝♜♛♚"
_FILES, _RANKS = edge_labels(8, 8)


def cell_of(square: int) -> int:
    """A square as front ends count them: row by row from the top left."""
    return square ^ 56


_CELL_NAMES = tuple(square_name(cell_of(cell)) for cell in range(64))


class ChessView(View):
    """Pieces on squares of two colours."""

    flips = True

    def __init__(self, game: Chess) -> None:
        self._game = game

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """The board from either side, the squares of the last move in brackets, and who is to move."""
        board = self._game.board(position)
        lines = _draw_board(board, last, unicode, paint, flipped=flipped)
        return "\n".join([*lines, self._status(position, board)])

    def board(self, position: Position, *, last: Move | None = None) -> BoardView:
        """The pieces; one is touched, then the square it goes to, and what a pawn becomes is chosen."""
        board = self._game.board(position)
        return BoardView(
            8,
            8,
            _CELL_NAMES,
            tuple([piece_on(square, code) for square, code in enumerate(board.squares) if code]),
            tuple(map(self._gesture, position.moves)),
            ground="checks",
            colours=("white", "black"),
            turns=True,
            rows=_RANKS,
            columns=_FILES,
            last=tuple(map(cell_of, _squares_of(last))) if last else (),
            threatened=tuple(map(cell_of, board.places(board.mover, KING))) if board.check else (),
            notes=((self._status(position, board), None),),
        )

    def _gesture(self, move: Move) -> Gesture:
        source, target, special = move.parts
        if special == CASTLING and not self._game.chess960:
            # In Chess960 the king may be close to where it lands, so it is put on the rook.
            target = _castled(source, target)
        new = KIND_NAMES[special - PROMOTION] if special > PROMOTION else ""
        return Gesture(move, target ^ 56, source ^ 56, new)

    def _status(self, position: Position, board: Board) -> str:
        """Who is to move, or how the game ended."""
        end = self._game.how_it_ended(position)
        if end is not None:
            return end
        return f"{COLOURS[board.mover]} to move{', in check' if board.check else ''}"


@cache
def piece_on(square: int, code: int) -> Piece:
    """Return a piece by its number in `PIECES`, on a square; -1 stands for no square."""
    colour, kind = divmod(code - 1, 6)
    cell = -1 if square < 0 else cell_of(square)
    return Piece(cell, colour, KIND_NAMES[kind], LETTERS[kind], piece_name(kind, colour))


def _draw_board(board: Board, last: Move | None, unicode: bool, paint: Paint, *, flipped: bool) -> list[str]:
    """The ranks from the top with their numbers, and the files below them."""
    marks = _FIGURINES.replace(".", "·") if unicode else PIECES
    marked = set(_squares_of(last)) if last else set()
    ranks, files = (range(8), range(7, -1, -1)) if flipped else (range(7, -1, -1), range(8))
    lines = []
    for rank in ranks:
        line = paint(str(rank + 1), "quiet") + " "
        closes = False
        for file in files:
            square = 8 * rank + file
            # The squares of the last move have brackets in the gaps on both sides.
            opens = square in marked
            before = "|" if opens and closes else "[" if opens else "]" if closes else " "
            closes = opens
            piece = board.squares[square]
            role = ("quiet", "first", "second")[0 if not piece else 1 if piece <= 6 else 2]
            line += (paint(before, "last") if before != " " else before) + paint(marks[piece], role)
        if closes:
            line += paint("]", "last")
        lines.append(line)
    return [*lines, "   " + paint(" ".join("abcdefgh"[file] for file in files), "quiet")]


def _squares_of(move: Move) -> tuple[int, int]:
    """Where a move comes from and where it ends."""
    source, target, special = move.parts
    return source, _castled(source, target) if special == CASTLING else target


def _castled(source: int, target: int) -> int:
    """Where a king lands that castles with the rook on the target."""
    return (source & ~7) + (6 if target > source else 2)
