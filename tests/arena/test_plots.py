"""Plots: positions of marks agree with the numbers on the axes."""

from __future__ import annotations

from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from kibitz.arena.plots import error_bars, heat_map, lines, ticks

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def parsed(svg: str) -> Element:
    """The plot, all of which lies inside its frame."""
    root = ElementTree.fromstring(svg)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for part in root.iter():
        for name, most in (("x", width), ("cx", width), ("x1", width), ("x2", width)):
            assert 0 <= float(part.get(name, 0)) <= most
        for name, most in (("y", height), ("cy", height), ("y1", height), ("y2", height)):
            assert 0 <= float(part.get(name, 0)) <= most
    return root


def texts(root: Element, anchor: str) -> dict[str, tuple[float, float]]:
    return {
        text.text or "": (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in root.iter(f"{SVG}text")
        if text.get("text-anchor") == anchor
    }


def scale(marks: dict[float, float]) -> tuple[float, float]:
    """Of an axis with marks (number to place): the number at place 0, and what a place more is worth."""
    (one, first), (other, last) = min(marks.items()), max(marks.items())
    worth = (other - one) / (last - first)
    for number, place in marks.items():
        assert number == pytest.approx(one + worth * (place - first), abs=abs(worth))
    return one - worth * first, worth


def numbers(found: dict[str, tuple[float, float]], axis: int) -> dict[float, float]:
    return {
        float(text): at[axis] for text, at in found.items() if text.lstrip("-").replace(".", "").isdigit()
    }


def test_error_bars_are_read_off_the_axis() -> None:
    rows = [("alpha", 120.0, 30.0), ("beta", -15.0, 60.0), ("gamma & delta", -105.0, 12.0)]
    root = parsed(error_bars(rows))
    zero, worth = scale(numbers(texts(root, "middle"), 0))
    dots = [(float(dot.get("cx", 0)), float(dot.get("cy", 0))) for dot in root.iter(f"{SVG}circle")]
    assert [zero + worth * x for x, _ in dots] == [pytest.approx(value, abs=1) for _, value, _ in rows]
    names = texts(root, "end")
    for (name, value, error), (_, height) in zip(rows, dots, strict=True):
        assert abs(names[name][1] - height) < 8
        bar = [
            line
            for line in root.iter(f"{SVG}line")
            if float(line.get("y1", 0)) == float(line.get("y2", 0)) == height
        ]
        ends = [zero + worth * float(bar[0].get(end, 0)) for end in ("x1", "x2")]
        assert ends == [pytest.approx(value - error, abs=1), pytest.approx(value + error, abs=1)]


def test_lines_are_read_off_both_axes() -> None:
    series = [
        ("search", [(1.0, 100.0), (2.0, 140.0), (4.0, 260.0)]),
        ("sampling", [(1.0, 40.0), (4.0, 255.0)]),
    ]
    errors = [[5.0, 10.0, 20.0], [15.0, 30.0]]
    root = parsed(lines(series, "seconds", "Elo", errors))
    across, by = scale(numbers(texts(root, "middle"), 0))
    heights = {number: place - 4 for number, place in numbers(texts(root, "end"), 1).items()}  # of its foot
    up, worth = scale(heights)
    drawn = [
        [tuple(map(float, point.split(","))) for point in line.get("points", "").split()]
        for line in root.iter(f"{SVG}polyline")
    ]
    for (name, points), line in zip(series, drawn, strict=True):
        for (x, y), (right, high) in zip(points, line, strict=True):
            assert across + by * right == pytest.approx(x, abs=0.02)
            assert up + worth * high == pytest.approx(y, abs=1)
        assert texts(root, "start")[name][0] > line[-1][0]
    bars = sorted(
        round(abs(worth * (float(line.get("y1", 0)) - float(line.get("y2", 0)))))
        for line in root.iter(f"{SVG}line")
        if line.get("x1") == line.get("x2") and line.get("stroke") not in ("#999", "#ddd")
    )
    assert bars == [10, 20, 30, 40, 60]
    names = sorted(high for _, high in texts(root, "start").values())
    assert all(below - above >= 14 for above, below in pairwise(names))
    assert lines([], "seconds", "Elo") == ""


def test_lines_without_errors_have_no_bars() -> None:
    root = parsed(lines([("one", [(0.0, 0.0), (1.0, 50.0)])], "games", "points"))
    upright = [line for line in root.iter(f"{SVG}line") if line.get("x1") == line.get("x2")]
    assert all(line.get("stroke") == "#999" for line in upright)


def test_a_heat_map_has_every_score_in_its_place() -> None:
    names = ["alpha", "beta", "gamma"]
    scores = {
        ("alpha", "beta"): 0.75,
        ("beta", "alpha"): 0.25,
        ("gamma", "alpha"): 0.5,
        ("alpha", "gamma"): 1.0,
    }
    root = parsed(heat_map(names, scores))
    found = texts(root, "middle")
    columns = [found[str(number)][0] for number in (1, 2, 3)]
    rows = {text.split()[0]: y for text, (_, y) in texts(root, "end").items()}
    for (one, other), score in scores.items():
        x, y = found[f"{score:.0%}"]
        assert abs(x - columns[names.index(other)]) < 2
        assert abs(y - rows[one]) < 2
    fills = {rect.get("fill") for rect in root.iter(f"{SVG}rect")}
    assert {"#ffffff", "#6eaae1", "#eee"} <= fills  # even, won, and never met
    assert len(list(root.iter(f"{SVG}rect"))) == 9 + 1


@pytest.mark.parametrize(("low", "high"), [(-130, 260), (0, 1), (0.2, 0.9), (-3000, 100), (5, 5)])
def test_ticks_are_few_and_round(low: float, high: float) -> None:
    found = ticks(low, high)
    assert len(found) <= 7
    assert all(low <= tick <= high + 1e-9 for tick in found)
    if high > low:
        assert len(found) >= 2
        step = found[1] - found[0]
        assert f"{step:.0e}"[0] in "125"
        assert all(b - a == pytest.approx(step) for a, b in pairwise(found))
        assert found[0] - step < low + 1e-9
        assert found[-1] + step > high - 1e-9


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 6), (0, 6.1), (0, 12), (0, 12.5), (0, 30), (0, 31), (-33, 0), (3, 63), (-0.21, 0.43)],
)
@pytest.mark.parametrize("about", [3, 6, 10])
def test_ticks_are_as_close_as_so_many_allow(low: float, high: float, about: int) -> None:
    steps = [factor * 10.0**power for power in range(-4, 4) for factor in (1, 2, 5)]
    step = next(step for step in steps if (high - low) / step <= about + 1e-9)
    multiples = [k * step for k in range(-1000, 1000)]
    wanted = [tick for tick in multiples if low - 1e-9 <= tick <= high + 1e-9]
    assert ticks(low, high, about) == pytest.approx(wanted)
    if about == 6:
        assert ticks(low, high) == pytest.approx(wanted)


def spans(root: Element) -> list[tuple[float, float]]:
    """From where to where texts reach, a letter being about 7 wide."""
    found = []
    for text in root.iter(f"{SVG}text"):
        x, wide = float(text.get("x", 0)), 7 * len(text.text or "")
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor", "")]
        found.append((left, left + wide))
    return found


LONG = "a player with a very long name: depth=17,eval=learned"


@pytest.mark.parametrize(
    "svg",
    [
        error_bars([(LONG, 0.0, 10.0), ("b", 50.0, 20.0)]),
        heat_map([LONG, "b"], {(LONG, "b"): 0.5}),
        lines([(LONG, [(0.0, 0.0), (1.0, 5.0)]), ("b", [(0.0, 5.0)])], "x", "y"),
    ],
)
def test_long_names_fit(svg: str) -> None:
    root = parsed(svg)
    width = float(root.get("width", 0))
    assert all(left >= 0 and right <= width for left, right in spans(root))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_error_bars_have_ends_words_and_lines_to_read_them_by() -> None:
    rows = [("alpha", 950.0, 50.0), ("beta", 20.0, 20.0)]
    root = parsed(error_bars(rows, "points"))
    found = texts(root, "middle")
    (middle, below), marks = found["points, with 95% intervals"], numbers(found, 0)
    zero, worth = scale(marks)
    # The axis is 500 wide, and leaves a twentieth of the range free at each end of it.
    assert zero + worth * (middle - 250) == pytest.approx(-50, abs=1)
    assert zero + worth * (middle + 250) == pytest.approx(1050, abs=1)
    drawn = [{k: float(line.get(k, 0)) for k in ("x1", "x2", "y1", "y2")} for line in root.iter(f"{SVG}line")]
    colours = [line.get("stroke") for line in root.iter(f"{SVG}line")]
    grid = [line for line, colour in zip(drawn, colours, strict=True) if colour == "#ddd"]
    assert [line["x1"] for line in grid] == [line["x2"] for line in grid] == list(marks.values())
    dots = list(root.iter(f"{SVG}circle"))
    heights = [float(dot.get("cy", 0)) for dot in dots]
    assert all(line["y1"] < heights[0] < heights[1] < line["y2"] < below for line in grid)
    assert all(grid[0]["y2"] + 10 < found[f"{mark:g}"][1] < below - 10 for mark in marks)
    for (name, value, error), height, dot in zip(rows, heights, dots, strict=True):
        ends = sorted(
            zero + worth * line["x1"]
            for line in drawn
            if line["x1"] == line["x2"] and line["y1"] + line["y2"] == 2 * height
        )
        assert ends == [pytest.approx(value - error, abs=2), pytest.approx(value + error, abs=2)]
        assert [title.text for title in dot] == [f"{name}: {value:+.0f} ± {error:.0f}"]
    (title,) = root.findall(f"{SVG}title")
    assert title.text == "points of each player"


def test_an_empty_plot_has_zero_in_its_middle() -> None:
    found = texts(parsed(error_bars([])), "middle")
    assert found["0"][0] == found["Elo, with 95% intervals"][0]
    assert [tick for tick in numbers(found, 0) if tick > 0] == [5, 10]


def test_small_differences_do_not_fill_the_plot() -> None:
    """At least 10 to either side, so that noise does not look like much."""
    _, worth = scale(numbers(texts(parsed(error_bars([("a", 1.0, 1.0)])), "middle"), 0))
    assert 500 * worth == pytest.approx(22, rel=0.01)


def rectangles(root: Element) -> list[dict[str, float]]:
    """The cells of a heat map, without what lies behind it."""
    _, *cells = root.iter(f"{SVG}rect")
    return [{name: float(cell.get(name, 0)) for name in ("x", "y", "width", "height")} for cell in cells]


def test_the_cells_of_a_heat_map_are_a_square_grid_with_their_texts_inside() -> None:
    names = ["a", "b", "c"]
    scores = {(one, other): 0.1 * k for k, (one, other) in enumerate(product(names, names), start=1)}
    root = parsed(heat_map(names, scores))
    cells, found = rectangles(root), texts(root, "middle")
    columns, rows = (sorted({cell[name] for cell in cells}) for name in ("x", "y"))
    wide, high = cells[0]["width"], cells[0]["height"]
    # The same narrow gap everywhere, and as much free below as at the right.
    gaps = [b - a - wide for a, b in pairwise(columns)] + [b - a - high for a, b in pairwise(rows)]
    assert len(gaps) == 4
    assert set(gaps) == {2}
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert width - columns[-1] - wide == height - rows[-1] - high
    for (pair, score), cell in zip(scores.items(), cells, strict=True):
        assert (columns.index(cell["x"]), rows.index(cell["y"])) == (
            names.index(pair[1]),
            names.index(pair[0]),
        )
        x, y = found[f"{score:.0%}"]
        assert x == cell["x"] + wide / 2
        assert cell["y"] + 13 < y < cell["y"] + high
    for column, x in enumerate(columns, start=1):
        assert abs(found[str(column)][0] - x - wide / 2) <= 1
        assert found[str(column)][1] < rows[0]
    sides = texts(root, "end")
    assert list(sides) == ["a  1", "b  2", "c  3"]
    assert all(x < columns[0] for x, _ in sides.values())


@pytest.mark.parametrize("won", [0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9])
def test_colours_go_evenly_from_orange_over_white_to_blue(won: float) -> None:
    def colour(score: float) -> list[int]:
        root = parsed(heat_map(["a", "b"], {("a", "b"): score}))
        text = [rect.get("fill", "") for rect in root.iter(f"{SVG}rect")][2]
        return [int(text[at : at + 2], 16) for at in (1, 3, 5)]

    orange, blue = (244, 165, 110), (110, 170, 225)
    assert (tuple(colour(0)), tuple(colour(1))) == (orange, blue)
    end, share = (blue, 2 * won - 1) if won > 0.5 else (orange, 1 - 2 * won)
    wanted = [(1 - share) * 255 + share * channel for channel in end]
    assert colour(won) == pytest.approx(wanted, abs=0.51)
