"""Pictures of boards: lines, squares and holes in their places."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

import kibitz

SVG = "{http://www.w3.org/2000/svg}"
CELL = 48


def parts(spec: str, tag: str, *names: str) -> list[tuple[float, ...]]:
    root = ElementTree.fromstring(kibitz.load(spec).start().svg())
    return [tuple(float(part.get(name, 0)) for name in names) for part in root.iter(f"{SVG}{tag}")]


@pytest.mark.parametrize(
    ("spec", "width", "height", "points"),
    [("tictactoe", 3, 3, False), ("mnk:width=4,height=2,length=2", 4, 2, False), ("gomoku", 15, 15, True)],
)
def test_lines_of_a_board(spec: str, width: int, height: int, points: bool) -> None:
    """A small board has lines between its cells, open at its edges; on a large one, lines cross in cells."""
    lines = parts(spec, "line", "x1", "y1", "x2", "y2")
    edge = CELL / 2 if points else 0
    left = min(line[0] for line in lines) - edge
    across, down = (range(0 if points else 1, count) for count in (width, height))
    wide, high = left + CELL * width - edge, CELL * height - edge
    upright = {(left + CELL * x + edge, edge, left + CELL * x + edge, high) for x in across}
    level = {(left + edge, CELL * y + edge, wide, CELL * y + edge) for y in down}
    assert {tuple(round(number, 1) for number in line) for line in lines} == {
        tuple(round(number, 1) for number in line) for line in upright | level
    }


def test_a_chess_board_has_a_light_square_at_the_right() -> None:
    root = ElementTree.fromstring(kibitz.load("chess").start().svg())
    squares = {
        (float(part.get("x", 0)), float(part.get("y", 0))): part.get("fill")
        for part in root.iter(f"{SVG}rect")
        if part.get("width") == str(CELL)
    }
    left = min(x for x, _ in squares)
    assert len(squares) == 64
    colour = [
        [squares[round(left + CELL * column, 1), CELL * row] for column in range(8)] for row in range(8)
    ]
    assert len({*colour[7]}) == 2
    light, dark = colour[7][7], colour[7][0]  # h1 and a1
    for row in range(8):
        for column in range(8):
            assert colour[row][column] == (light if (7 - row + 7 - column) % 2 == 0 else dark)
    assert light != dark


def test_a_rack_has_a_hole_for_every_cell() -> None:
    holes = Counter(parts("connect4", "circle", "cx", "cy"))
    assert holes == Counter((CELL * (x + 0.5), CELL * (y + 0.5)) for x in range(7) for y in range(6))
