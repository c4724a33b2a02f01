"""The SVG builder: shapes in their places, and texts that can't break it."""

from __future__ import annotations

import itertools
import math
from xml.etree import ElementTree

import pytest

from kibitz.games.svg import INK, Svg, text_svg

SVG = "{http://www.w3.org/2000/svg}"
CELL = 48


def only(picture: Svg, tag: str) -> ElementTree.Element:
    (found,) = ElementTree.fromstring(str(picture)).iter(f"{SVG}{tag}")
    return found


def numbers(part: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(part.attrib[name]) for name in names)


def test_a_picture_has_its_size_in_cells_and_a_title() -> None:
    root = ElementTree.fromstring(str(Svg(3, 2.5, "<a> & b")))
    assert root.attrib["viewBox"] == f"0 0 {3 * CELL} {2.5 * CELL:g}"
    assert numbers(root, "width", "height") == (3 * CELL, 2.5 * CELL)
    assert root.findtext(f"{SVG}title") == "<a> & b"


def test_a_cell_may_be_of_another_size() -> None:
    picture = Svg(3, 2, "", cell=10)
    picture.rect(1, 1, 1, 0.5, "red")
    assert numbers(only(picture, "rect"), "x", "y", "width", "height") == (10, 10, 10, 5)
    assert ElementTree.fromstring(str(picture)).attrib["viewBox"] == "0 0 30 20"


@pytest.mark.parametrize(("right", "down"), [(0.0, 0.0), (0.5, 2.0), (-1.0, 0.25)])
def test_shapes_are_measured_from_where_one_moved_to(right: float, down: float) -> None:
    picture = Svg(9, 9, "")
    picture.move(right, down)
    picture.rect(1, 2, 3, 4, "red")
    picture.line(1, 2, 4, 6, "green", 0.25)
    picture.circle(1, 2, 0.5, "blue", "black", 0.125)
    picture.text(1, 2, "x < y", 0.75, "white")
    picture.path("M0 0 L1 1", 1, 2, "none", "grey", 0.05)
    x, y = CELL * (1 + right), CELL * (2 + down)
    rect, line, circle = (only(picture, tag) for tag in ("rect", "line", "circle"))
    assert numbers(rect, "x", "y", "width", "height") == (x, y, 3 * CELL, 4 * CELL)
    assert rect.attrib["fill"] == "red"
    assert numbers(line, "x1", "y1", "x2", "y2") == (x, y, x + 3 * CELL, y + 4 * CELL)
    assert numbers(line, "stroke-width") == (0.25 * CELL,)
    assert line.attrib["stroke"] == "green"
    assert numbers(circle, "cx", "cy", "r", "stroke-width") == (x, y, 0.5 * CELL, 0.125 * CELL)
    assert (circle.attrib["fill"], circle.attrib["stroke"]) == ("blue", "black")
    text = only(picture, "text")
    assert numbers(text, "x", "y", "font-size") == (x, y, 0.75 * CELL)
    assert (text.text, text.attrib["fill"]) == ("x < y", "white")


def test_an_outline_is_measured_in_hundredths_of_a_cell() -> None:
    picture = Svg(2, 2, "", cell=50)
    picture.path("M-50 0 L50 0", 1, 0.5, "none", "grey", 0.05)
    path = only(picture, "path")
    assert path.attrib["transform"] == "translate(50 25) scale(0.5)"
    assert path.attrib["d"] == "M-50 0 L50 0"
    assert numbers(path, "stroke-width") == (5,)  # a twentieth of a cell, before it is scaled
    assert (path.attrib["fill"], path.attrib["stroke"]) == ("none", "grey")


def test_a_cross_is_both_diagonals_of_a_square() -> None:
    picture = Svg(3, 3, "")
    picture.cross(1, 2, 0.25, "red")
    lines = list(ElementTree.fromstring(str(picture)).iter(f"{SVG}line"))
    ends = {frozenset([numbers(line, "x1", "y1"), numbers(line, "x2", "y2")]) for line in lines}
    left, right, top, bottom = (CELL * at for at in (0.75, 1.25, 1.75, 2.25))
    assert ends == {
        frozenset([(left, top), (right, bottom)]),
        frozenset([(left, bottom), (right, top)]),
    }
    assert {line.attrib["stroke"] for line in lines} == {"red"}
    assert all(0 < numbers(line, "stroke-width")[0] < 0.25 * CELL for line in lines)


def test_default_strokes_are_thin_and_in_ink() -> None:
    picture = Svg(1, 1, "")
    picture.line(0, 0, 1, 1)
    picture.circle(0.5, 0.5, 0.25, "red")
    picture.text(0.5, 0.5, "a")
    line, circle, text = (only(picture, tag) for tag in ("line", "circle", "text"))
    assert line.attrib["stroke"] == text.attrib["fill"] == INK
    assert 0 < numbers(line, "stroke-width")[0] < 0.1 * CELL
    assert (circle.attrib["stroke"], numbers(circle, "stroke-width")) == ("none", (0,))
    assert 0.25 * CELL < numbers(text, "font-size")[0] < CELL


@pytest.mark.parametrize("text", ["", "one", "a longer line\nand one below\n\nand a last one"])
def test_a_text_becomes_a_picture_with_a_line_below_the_other(text: str) -> None:
    root = ElementTree.fromstring(text_svg(text, "a title"))
    width, height = numbers(root, "width", "height")
    (ground,) = root.iter(f"{SVG}rect")
    assert numbers(ground, "x", "y", "width", "height") == (0, 0, width, height)
    found = list(root.iter(f"{SVG}text"))
    assert [part.text or "" for part in found] == (text.splitlines() or [""])
    sizes = {numbers(part, "font-size")[0] for part in found}
    assert len(sizes) == 1
    (size,) = sizes
    ys = [numbers(part, "y")[0] for part in found]
    assert {numbers(part, "x")[0] for part in found} == {width / 2}
    # As far from the top as from the bottom, and no line touches the next.
    assert math.isclose(ys[0], height - ys[-1])
    assert ys[0] >= size
    assert all(size < below - above < 2 * size for above, below in itertools.pairwise(ys))
    assert root.findtext(f"{SVG}title") == "a title"


def test_long_text_fits_and_short_text_is_not_squeezed() -> None:
    def shape(text: str) -> tuple[float, float]:
        root = ElementTree.fromstring(text_svg(text, ""))
        (part,) = root.iter(f"{SVG}text")
        return numbers(root, "width")[0], numbers(part, "font-size")[0]

    narrow, size = shape("x")
    assert narrow == 4 * CELL
    assert shape("x" * 10)[0] == narrow
    for length in (30, 60):
        wide, same = shape("x" * length)
        assert same == size
        # A letter is about six tenths as wide as it is high.
        assert 0.6 * size * length < wide < 0.9 * size * length
    assert 10 < size < CELL / 2
