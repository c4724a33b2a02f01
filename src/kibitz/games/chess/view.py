"""Pictures of a position of chess: in text, and as things to see and to touch."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.games.board_view import Gesture, Look, Piece
from kibitz.games.cells import edge_labels
from kibitz.games.chess.board import (
    CASTLING,
    COLOURS,
    KIND_NAMES,
    KING,
    LETTERS,
    PIECES,
    Board,
    piece_name,
    square_name,
)
from kibitz.games.chess.san import becomes, special_of
from kibitz.games.game import Paint

_FIGURINES = ".♙♘♗♖♕♔♟♞♝♜♛♚"


def cell_of(square: int) -> int:
    """A square as front ends count them: row by row from the top left."""
    return square ^ 56


def draw_board(
    board: Board, last: Move | None, unicode: bool, paint: Paint, *, turned: bool = False
) -> list[str]:
    """The ranks from the top with their numbers, and the files below them; turned as black sees them."""
    marks = _FIGURINES.replace(".", "·") if unicode else PIECES
    marked = set(_squares_of(last)) if last else set()
    ranks, files = (range(8), range(7, -1, -1)) if turned else (range(7, -1, -1), range(8))
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
    source, target = move.parts[:2]
    if special_of(move) == CASTLING:
        target = (source & ~7) + (6 if target > source else 2)
    return source, target


def look_at(
    board: Board, moves: tuple[Move, ...], last: Move | None, any_arrangement: bool, note: str
) -> Look:
    """The board with its pieces; one is touched, then the square it goes to."""
    letters, numbers = edge_labels(8, 8)

    def gesture(move: Move) -> Gesture:
        source, target = _squares_of(move)
        if any_arrangement and special_of(move) == CASTLING:
            target = move.parts[1]  # the king may be close to where it lands, so it is put on the rook
        new = becomes(move)
        return Gesture(move, cell_of(target), cell_of(source), "" if new is None else KIND_NAMES[new])

    return Look(
        8,
        8,
        tuple(square_name(cell_of(cell)) for cell in range(64)),
        tuple(
            Piece(cell_of(square), colour, KIND_NAMES[kind], LETTERS[kind], piece_name(kind, colour))
            for square in range(64)
            if (kind := board.kind(square)) is not None and (colour := board.colour(square)) is not None
        ),
        tuple(map(gesture, moves)),
        ground="checks",
        turns=True,
        rows=numbers,
        columns=letters,
        last=tuple(map(cell_of, _squares_of(last))) if last else (),
        threatened=tuple(map(cell_of, board.places(board.mover, KING))) if board.check else (),
        notes=((note, None),),
    )


def supply() -> tuple[Piece, ...]:
    """Every kind of piece of both colours, on no square."""
    return tuple(
        Piece(-1, colour, name, LETTERS[kind], piece_name(kind, colour))
        for colour in (0, 1)
        for kind, name in enumerate(KIND_NAMES)
    )


def status(board: Board, end: str | None) -> str:
    """Who is to move, or how the game ended."""
    if end is not None:
        return end
    return f"{COLOURS[board.mover]} to move{', in check' if board.check else ''}"
