"""A board as an SVG picture."""

from __future__ import annotations

from kibitz.games.board_view import BoardView, Piece, star_points
from kibitz.games.piece_figures import FIGURES, FIGURINES, PALETTE, PIPS, ROLES, SECOND_PARTS
from kibitz.games.svg import BOARD, DARK, FELT, INK, LAST, LIGHT, RACK, WOOD, Svg

#: Room for labels beside the board, and for a line of text below it.
_MARGIN, _LINE = 0.45, 0.4
#: The sizes of texts on pieces; other texts are larger.
_TEXT_SIZES = {"number": 0.55, "disc": 0.4, "stone": 0.4, "square": 0.4, "box": 0.4}


def board_svg(board: BoardView, title: str) -> str:
    """The board, its pieces, the last move and what stands below."""
    left = _MARGIN if board.rows else 0.0
    below = board.height + (_MARGIN if board.columns else 0.0)
    die = 0.8 if board.die else 0.0
    high = below + die + _LINE * len(board.notes)
    picture = Svg(board.width + left, high, title)
    picture.rect(0, 0, board.width + left, high, BOARD)
    picture.move(left, 0)
    _draw_ground(picture, board)
    _draw_labels(picture, board)
    movable = {gesture.source for gesture in board.gestures if gesture.source is not None}
    for piece in board.pieces:
        y, x = (part + 0.5 for part in divmod(piece.cell, board.width))
        _draw_piece(picture, x, y, piece, board.colours[piece.side], movable=piece.cell in movable)
    _draw_marks(picture, board)
    picture.move(0, 0)
    if board.die:
        _draw_die(picture, (board.width + left) / 2, below + die / 2, board.die, board.faces)
    for number, (text, side) in enumerate(board.notes):
        colour = INK if side is None else PALETTE[board.colours[side]].line
        size = min(0.3, 1.6 * (board.width + left) / max(1, len(text)))
        at = below + die + _LINE * (number + 0.5)
        picture.text((board.width + left) / 2, at, text, size, colour)
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
    if board.ground == "points":
        picture.rect(0, 0, width, height, WOOD)
    if board.ground == "felt":
        picture.rect(0, 0, width, height, FELT)
    for cell in board.last:
        row, column = divmod(cell, width)
        if board.ground == "rack":
            picture.circle(column + 0.5, row + 0.5, 0.47, "white")
        elif board.ground != "points":
            picture.rect(column, row, 1, 1, LAST)
    if board.ground in ("grid", "felt", "open"):
        frame = 1 if board.ground == "open" else 0
        for column in range(frame, width + 1 - frame):
            picture.line(column, 0, column, height)
        for row in range(frame, height + 1 - frame):
            picture.line(0, row, width, row)
    if board.ground == "points":
        # Lines cross in the middles of the cells, where the stones lie.
        for column in range(width):
            picture.line(column + 0.5, 0.5, column + 0.5, height - 0.5)
        for row in range(height):
            picture.line(0.5, row + 0.5, width - 0.5, row + 0.5)
        for cell in star_points(width, height):
            y, x = (part + 0.5 for part in divmod(cell, width))
            picture.circle(x, y, 0.1, INK)
    for one, other in board.links:
        (top, first), (bottom, last) = (divmod(cell, width) for cell in (one, other))
        picture.line(first + 0.5, top + 0.5, last + 0.5, bottom + 0.5)


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


def _draw_piece(picture: Svg, x: float, y: float, piece: Piece, colour: str, *, movable: bool) -> None:
    """Draw a piece around a point; one that may move has a wide edge, but for those of chess."""
    colours = PALETTE[colour]
    if movable and piece.shape == "stone":
        picture.circle(x, y, 0.48, INK)
    if movable and piece.shape == "square":
        picture.rect(x - 0.43, y - 0.43, 0.86, 0.86, INK)
    fills = {"body": colours.body, "spot": colours.mark, "ink": INK}
    strokes = {"body": colours.rim, "mark": colours.mark, "groove": colours.rim, "line": colours.line}
    parts = FIGURES.get(piece.shape, ())
    if piece.side == 1:
        parts += SECOND_PARTS.get(piece.shape, ())
    for role, outline in parts:
        picture.path(
            outline, x, y, fills.get(role, "none"), strokes.get(role, "none"), round(ROLES[role] / 100, 3)
        )
    if piece.text and piece.shape not in FIGURINES:
        on_body = any(role == "body" for role, _ in parts)
        size = _TEXT_SIZES.get(piece.shape, 0.55)
        picture.text(x, y, piece.text, size, colours.mark if on_body else colours.line)


def _draw_marks(picture: Svg, board: BoardView) -> None:
    """The last move on boards whose stones lie on lines, and the lines that decided."""
    if board.ground == "points":
        owners = {piece.cell: piece.side for piece in board.pieces}
        for cell in board.last:
            y, x = (part + 0.5 for part in divmod(cell, board.width))
            colour = PALETTE[board.colours[owners[cell]]].mark if cell in owners else INK
            picture.circle(x, y, 0.12, colour)
    for line in board.lines:
        (top, first), (bottom, last) = (divmod(cell, board.width) for cell in (line[0], line[-1]))
        picture.line(first + 0.5, top + 0.5, last + 0.5, bottom + 0.5, INK, 0.08)


def _draw_die(picture: Svg, x: float, y: float, face: int, faces: int) -> None:
    """Draw the face of a die: pips up to six, a number beyond."""
    picture.rect(x - 0.3, y - 0.3, 0.6, 0.6, INK)
    picture.rect(x - 0.27, y - 0.27, 0.54, 0.54, "white")
    if faces >= len(PIPS):
        picture.text(x, y, str(face), 0.32)
        return
    for place in PIPS[face]:
        row, column = divmod(place, 3)
        picture.circle(x + 0.15 * (column - 1), y + 0.15 * (row - 1), 0.055, INK)
