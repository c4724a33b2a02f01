"""Plots, read as a person reads them: by the numbers on their axes."""

from __future__ import annotations

from itertools import pairwise
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
