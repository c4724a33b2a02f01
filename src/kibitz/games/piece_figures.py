"""Outlines and colours of all pieces, drawn by ourselves: the one source for SVG pictures and for the page.

A figure is a list of parts, each with a role and a path in hundredths of a cell, measured from the cell's
middle. `dev/figures` writes them to `web/static/figures.js`, from which the page draws.
"""

from __future__ import annotations

from typing import NamedTuple

#: What a part is: filled in the owner's colour and edged, a line or a spot in the contrasting colour,
#: a line in the colour of the edge, a line in the owner's colour, or something that nobody owns.
#: With each the width of its line in hundredths of a cell; 0 for none.
ROLES = {"body": 2.8, "mark": 2.2, "spot": 0.0, "groove": 4.0, "line": 12.0, "ink": 0.0}


class Colours(NamedTuple):
    """What pieces of one colour are painted with."""

    body: str
    #: The edge of bodies.
    rim: str
    #: What contrasts with bodies: lines and texts on them.
    mark: str
    #: Lines and texts that lie on the board by themselves.
    line: str


#: Colours that sides may have, by the name that a `BoardView` calls them.
PALETTE = {
    "white": Colours("#fffefa", "#2a2622", "#2a2622", "#8a7f68"),
    "black": Colours("#312d2a", "#0f0d0c", "#f0e8d8", "#312d2a"),
    "red": Colours("#c0392b", "#8a2415", "#ffffff", "#c0392b"),
    "blue": Colours("#1f618d", "#123c58", "#ffffff", "#1f618d"),
    "yellow": Colours("#eebc2c", "#a87c00", "#3b2f00", "#a87c00"),
}


def _circle(radius: int, x: int = 0, y: int = 0) -> str:
    half = f"A{radius} {radius} 0 1 1"
    return f"M{x - radius} {y}{half} {x + radius} {y}{half} {x - radius} {y}Z"


#: How each shape is drawn: its parts from below, each a role and a path.
FIGURES: dict[str, tuple[tuple[str, str], ...]] = {
    "pawn": (
        (
            "body",
            "M-23 39V34C-23 28-14 25-11 14C-9.5 8-9 3-8.5-2L-14-6V-9.5L-7-10.5A12 12 0 1 1 7-10.5L14-9.5V-6"
            "L8.5-2C9 3 9.5 8 11 14C14 25 23 28 23 34V39Z",
        ),
        ("mark", "M-8.5-2H8.5M-16.5 29H16.5"),
    ),
    "rook": (
        (
            "body",
            "M-28 39V32L-21 27L-16 20L-14-11L-23-18V-36H-13V-29H-5V-36H5V-29H13V-36H23V-18L14-11L16 20L21 27"
            "L28 32V39Z",
        ),
        ("mark", "M-23-18H23M-14-11H14M-16 20H16M-24 31H24"),
    ),
    "bishop": (
        (
            "body",
            "M-28 39V33C-18 33-12 30-9 24L-16 21V16.5L-10 13C-22 2-17-17-2.6-28A5.5 5.5 0 1 1 2.6-28"
            "C17-17 22 2 10 13L16 16.5V21L9 24C12 30 18 33 28 33V39Z",
        ),
        ("mark", "M0-17V-3M-6.5-10.5H6.5M-10 13H10M-9 24H9"),
    ),
    "knight": (
        (
            "body",
            "M-22 39V34C-22 20-4 15-1 1C-7 8-12 9-17 9.5C-19 13-23 17-27 15.5C-32 13.5-34 9-32 5"
            "C-27-4-25-12-20-19C-17-23-14-25-12-27L-12-38L-4-31L2-39L6-29C24-23 31-2 29 39Z",
        ),
        ("mark", "M9-20C19-13 23 4 22.5 28M-27 8L-28.5 9.5M-19 31H27"),
        ("spot", "M-15.5-13.5A3.2 2.4-35 1 1-10.5-16.5A3.2 2.4-35 1 1-15.5-13.5Z"),
    ),
    "queen": (
        (
            "body",
            "M-24 39V33L-20 24C-22 16-26 6-31-14A5 5 0 1 1-26-15.5L-15-2L-16.5-25A5 5 0 1 1-11.5-26.5L-5-5"
            "L-2.5-29.5A5 5 0 1 1 2.5-29.5L5-5L11.5-26.5A5 5 0 1 1 16.5-25L15-2L26-15.5A5 5 0 1 1 31-14"
            "C26 6 22 16 20 24L24 33V39Z",
        ),
        ("mark", "M-22 17C-8 12.5 8 12.5 22 17M-20 24C-8 20 8 20 20 24"),
    ),
    "king": (
        (
            "body",
            "M-24 39V33L-20 22C-33 13-37-4-26-12C-17-18-7-13-4.5-8C-5.5-11-7-15-4-19V-25H-11V-32H-4V-39H4V-32"
            "H11V-25H4V-19C7-15 5.5-11 4.5-8C7-13 17-18 26-12C37-4 33 13 20 22L24 33V39Z",
        ),
        (
            "mark",
            "M-20 22C-8 17.5 8 17.5 20 22M-22 31C-8 27.5 8 27.5 22 31M0 15V-6"
            "M-14 14C-24 8-26-2-20-5C-13-8-4-3 0 8C4-3 13-8 20-5C26-2 24 8 14 14",
        ),
    ),
    "cross": (("line", "M-26-26L26 26M-26 26L26-26"),),
    "ring": (("line", _circle(28)),),
    "disc": (("body", _circle(42)), ("groove", _circle(29))),
    "stone": (("body", _circle(40)),),
    "square": (
        (
            "body",
            "M-30-36H30A6 6 0 0 1 36-30V30A6 6 0 0 1 30 36H-30A6 6 0 0 1-36 30V-30A6 6 0 0 1-30-36Z",
        ),
    ),
    "crown": (
        ("body", _circle(42)),
        ("mark", "M-20 16L-25-13L-11-1L0-20L11-1L25-13L20 16Z"),
    ),
    # The halves of a domino; they meet at the edge of their cells.
    "top": (("body", "M-38 50V-28A10 10 0 0 1-28-38H28A10 10 0 0 1 38-28V50"), ("spot", _circle(7, 0, 4))),
    "bottom": (
        ("body", "M-38-50V28A10 10 0 0 0-28 38H28A10 10 0 0 0 38 28V-50"),
        ("spot", _circle(7, 0, -4)),
    ),
    "left": (("body", "M50-38H-28A10 10 0 0 0-38-28V28A10 10 0 0 0-28 38H50"), ("spot", _circle(7, 4))),
    "right": (("body", "M-50-38H28A10 10 0 0 1 38-28V28A10 10 0 0 1 28 38H-50"), ("spot", _circle(7, -4))),
    "box": (("body", "M-50-50H50V50H-50Z"),),
    "dot": (("ink", _circle(15)),),
    "across": (("line", "M-50 0H50"),),
    "down": (("line", "M0-50V50"),),
}

#: Parts that shapes of the second side have besides, for those who don't see colours.
SECOND_PARTS = {"disc": (("groove", _circle(13)),)}
#: Shapes that show what they are, and have no room for a text on them.
FIGURINES = ("king", "queen", "rook", "bishop", "knight", "pawn")
#: Where the pips of each face of a die lie, in a field of three by three.
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
