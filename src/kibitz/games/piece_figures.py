"""Figures such as a king or a knight, drawn by ourselves as outlines.

Each outline is measured in hundredths of a cell from the cell's middle.
"""

from __future__ import annotations

from kibitz.games.board_view import Piece
from kibitz.games.svg import INK, Svg

#: The outline of each figure, then marks on it, which are lines.
FIGURES: dict[str, tuple[str, str]] = {
    "pawn": (
        "M-25 37 L25 37 L25 30 C14 24 10 12 8 0 L15 -5 L9 -9 A15 15 0 1 0 -9 -9 L-15 -5 L-8 0 C-10 12 -14 "
        "24 -25 30 Z",
        "",
    ),
    "rook": (
        "M-29 37 L29 37 L29 29 L20 23 L17 -10 L25 -17 L25 -34 L14 -34 L14 -27 L6 -27 L6 -34 L-6 -34 L-6 -27 "
        "L-14 -27 L-14 -34 L-25 -34 L-25 -17 L-17 -10 L-20 23 L-29 29 Z",
        "M-17 -10 L17 -10 M-20 23 L20 23",
    ),
    "knight": (
        "M-21 37 L28 37 C33 4 27 -20 8 -28 L6 -38 L-2 -31 L-9 -37 L-10 -27 C-18 -21 -22 -8 -30 5 C-31 12 "
        "-26 18 -19 15 "
        "L-12 9 C-7 10 -3 7 2 2 C3 16 -22 18 -21 37 Z",
        "M-12 -14 L-9 -16 M-25 8 L-23 7 M10 -24 C20 -14 24 4 23 25",
    ),
    "bishop": (
        "M-29 37 L29 37 L28 31 C16 30 10 27 8 21 L15 17 L11 10 C21 2 18 -14 3 -28 A5 5 0 1 0 -3 -28 C-18 "
        "-14 -21 2 "
        "-11 10 L-15 17 L-8 21 C-10 27 -16 30 -28 31 Z",
        "M0 -14 L0 2 M-6 -6 L6 -6 M-11 10 L11 10",
    ),
    "queen": (
        "M-25 37 L25 37 L22 24 L31 -15 A4 4 0 1 0 26 -18 L14 4 L15 -25 A4 4 0 1 0 9 -26 L0 1 L-9 -26 A4 4 0 "
        "1 0 "
        "-15 -25 L-14 4 L-26 -18 A4 4 0 1 0 -31 -15 L-22 24 Z",
        "M-22 24 C-8 19 8 19 22 24 M-24 31 L24 31",
    ),
    "king": (
        "M-25 37 L25 37 L23 23 C37 8 31 -13 15 -11 C8 -10 5 -7 3 -3 L3 -20 L10 -20 L10 -27 L3 -27 L3 -36 "
        "L-3 -36 "
        "L-3 -27 L-10 -27 L-10 -20 L-3 -20 L-3 -3 C-5 -7 -8 -10 -15 -11 C-31 -13 -37 8 -23 23 Z",
        "M-23 23 C-8 18 8 18 23 23 M0 20 L0 2 M-24 30 L24 30",
    ),
}

#: What the figures of the two sides are filled with, and drawn with.
_FILLS, _STROKES = ("#fffdf6", "#33302b"), (INK, "#f4ead6")


def draw_figure(picture: Svg, x: float, y: float, piece: Piece, movable: bool) -> None:
    """A figure around a point."""
    outline, marks = FIGURES[piece.shape]
    fill, stroke = _FILLS[piece.side], _STROKES[piece.side]
    # All have a dark edge: light figures stand out by it, dark ones by themselves.
    picture.path(outline, x, y, fill, _FILLS[1], 0.05)
    if marks:
        picture.path(marks, x, y, "none", stroke, 0.035)
