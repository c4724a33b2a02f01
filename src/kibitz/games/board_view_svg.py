"""A board as an SVG picture."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.games.board_view import BoardView, Piece
from kibitz.games.piece_figures import FIGURES, draw_figure
from kibitz.games.svg import BOARD, DARK, FIRST, INK, LAST, LIGHT, RACK, SECOND, Svg

_COLOURS = (FIRST, SECOND)
#: Room for labels beside the board, and for a line of text below it.
_MARGIN, _LINE = 0.45, 0.4


def board_svg(board: BoardView, title: str) -> str:
    """The board, its pieces, the last move and what stands below."""
    left = _MARGIN if board.rows else 0.0
    below = board.height + (_MARGIN if board.columns else 0.0)
    picture = Svg(board.width + left, below + _LINE * len(board.notes), title)
    picture.rect(0, 0, board.width + left, below + _LINE * len(board.notes), BOARD)
    picture.move(left, 0)
    _draw_ground(picture, board)
    _draw_labels(picture, board)
    movable = {gesture.source for gesture in board.gestures if gesture.source is not None}
    for piece in board.pieces:
        y, x = (part + 0.5 for part in divmod(piece.cell, board.width))
        _SHAPES.get(piece.shape, _text)(picture, x, y, piece, piece.cell in movable)
    for line in board.lines:
        (top, first), (bottom, last) = (divmod(cell, board.width) for cell in (line[0], line[-1]))
        picture.line(first + 0.5, top + 0.5, last + 0.5, bottom + 0.5, INK, 0.08)
    picture.move(0, 0)
    for number, (text, side) in enumerate(board.notes):
        colour = INK if side is None else _COLOURS[side]
        size = min(0.3, 1.6 * (board.width + left) / max(1, len(text)))
        picture.text((board.width + left) / 2, below + _LINE * (number + 0.5), text, size, colour)
    return str(picture)


def _draw_ground(picture: Svg, board: BoardView) -> None:
    width, height = board.width, board.height
    if board.ground == "rack":
        picture.rect(0, 0, width, height, RACK)
        for cell in range(width * height):
            y, x = (part + 0.5 for part in divmod(cell, width))
            picture.circle(x, y, 0.4, BOARD)
    if board.ground == "checks":
        for cell in range(width * height):
            row, column = divmod(cell, width)
            picture.rect(column, row, 1, 1, (LIGHT, DARK)[(row + column) % 2])
    for cell in board.last:
        row, column = divmod(cell, width)
        if board.ground == "rack":
            picture.circle(column + 0.5, row + 0.5, 0.47, "white")
        else:
            picture.rect(column, row, 1, 1, LAST)
    if board.ground in ("grid", "open"):
        frame = 0 if board.ground == "grid" else 1
        for column in range(frame, width + 1 - frame):
            picture.line(column, 0, column, height)
        for row in range(frame, height + 1 - frame):
            picture.line(0, row, width, row)


def _draw_labels(picture: Svg, board: BoardView) -> None:
    for row, label in enumerate(board.rows):
        picture.text(-_MARGIN / 2, row + 0.5, label, 0.26)
    for column, label in enumerate(board.columns):
        picture.text(column + 0.5, board.height + _MARGIN / 2, label, 0.26)
    if board.labelled:
        taken = {piece.cell for piece in board.pieces}
        for cell, name in enumerate(board.names):
            if cell not in taken:
                y, x = (part + 0.5 for part in divmod(cell, board.width))
                picture.text(x, y, name, 0.25)


# How each shape is drawn: on a picture, around a point, for a piece, and whether it may move.
_Draw = Callable[[Svg, float, float, Piece, bool], None]


def _cross(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.cross(x, y, 0.28, _COLOURS[piece.side])


def _ring(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.circle(x, y, 0.3, "none", _COLOURS[piece.side], 0.1)


def _disc(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    """The two differ by a ring as well, for those who don't see colours."""
    picture.circle(x, y, 0.4, _COLOURS[piece.side])
    if piece.side == 1:
        picture.circle(x, y, 0.2, "none", "white", 0.06)
    picture.text(x, y, piece.text, 0.4, "white")


def _stone(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    if movable:
        picture.circle(x, y, 0.42, INK)
    picture.circle(x, y, 0.34, _COLOURS[piece.side])
    picture.text(x, y, piece.text, fill="white")


def _square(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    if movable:
        picture.rect(x - 0.38, y - 0.38, 0.76, 0.76, INK)
    picture.rect(x - 0.3, y - 0.3, 0.6, 0.6, _COLOURS[piece.side])
    picture.text(x, y, piece.text, fill="white")


def _text(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.text(x, y, piece.text, 0.55, _COLOURS[piece.side])


def _dot(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.circle(x, y, 0.15, INK)


def _across(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.line(x - 0.5, y, x + 0.5, y, _COLOURS[piece.side], 0.12)


def _down(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.line(x, y - 0.5, x, y + 0.5, _COLOURS[piece.side], 0.12)


def _box(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    picture.rect(x - 0.5, y - 0.5, 1, 1, _COLOURS[piece.side])
    picture.text(x, y, piece.text, fill="white")


_SHAPES: dict[str, _Draw] = {
    "cross": _cross,
    "ring": _ring,
    "disc": _disc,
    "stone": _stone,
    "square": _square,
    "number": _text,
    "dot": _dot,
    "across": _across,
    "down": _down,
    "box": _box,
    **dict.fromkeys(FIGURES, draw_figure),
}
