"""The drawing of a visited tree, read as a person reads it, and values in few characters."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Loss, Win
from kibitz.players.tree import Visited, visited_tree
from kibitz.players.tree_page import MOST_DRAWN, drawing, short, tree_page
from kibitz.words.value import Points, Value

SVG = "{http://www.w3.org/2000/svg}"
Spot = tuple[float, float]


def nodes(root: Visited) -> list[Visited]:
    return [root, *(below for child in root.children for below in nodes(child))]


def tree(spec: str, player: str, depth: int, moves: tuple[str, ...] = ()) -> Visited:
    return visited_tree(kibitz.load(spec).start().play(*moves), kibitz.player(player), depth, 10_000)[-1]


def middle(group: ElementTree.Element) -> Spot:
    """Where a node stands, whatever its shape."""
    if (box := group.find(f"{SVG}rect")) is not None:
        x, y, width, height = (float(box.get(name, 0)) for name in ("x", "y", "width", "height"))
        return x + width / 2, y + height / 2
    if (round_ := group.find(f"{SVG}ellipse")) is not None:
        return float(round_.get("cx", 0)), float(round_.get("cy", 0))
    path = group.find(f"{SVG}path")
    assert path is not None
    x, top = map(float, re.findall(r"[\d.]+", path.get("d", ""))[:2])
    return x, top + 17


@pytest.mark.parametrize(
    ("spec", "player", "depth", "moves"),
    [
        ("tictactoe", "minimax", 2, ("5", "1", "9", "2", "3")),
        ("tictactoe", "alphabeta", 2, ()),
        ("ewn:size=3,stones=1", "minimax", 3, ("d1",)),
        ("tictactoe", "mcts:playouts=60", 2, ()),
    ],
)
def test_every_node_hangs_on_its_parent(spec: str, player: str, depth: int, moves: tuple[str, ...]) -> None:
    root = tree(spec, player, depth, moves)
    picture = ElementTree.fromstring(drawing(root))
    groups = list(picture.iter(f"{SVG}g"))
    spots = [middle(group) for group in groups]
    assert len(spots) == len(nodes(root)) > 4
    # All inside the frame, and none upon another.
    width, height = (float(picture.get(name, 0)) for name in ("width", "height"))
    assert all(20 < x < width - 20 and 15 < y < height - 15 for x, y in spots)
    rows: dict[float, list[float]] = {}
    for x, y in spots:
        rows.setdefault(y, []).append(x)
    assert all(right - left >= 48 for row in rows.values() for left, right in pairwise(sorted(row)))
    # A solid branch for every node but the first, from a node to one a row below, its move beside its middle.
    lines = [line for line in picture if line.tag == f"{SVG}line"]
    labels = [text for text in picture if text.tag == f"{SVG}text"]
    ends = []
    for line, label in zip(lines, labels, strict=True):
        (x1, y1, x2, y2), (x, y) = (
            [float(part.get(name, 0)) for name in names]
            for part, names in ((line, ("x1", "y1", "x2", "y2")), (label, ("x", "y")))
        )
        assert min(math.dist((x1, y1), spot) for spot in spots) < 0.1
        assert y1 < y2
        if line.get("stroke-dasharray"):  # branches never looked at: a number at the end of a stub
            assert x == pytest.approx(x2, abs=0.1)
            assert y2 < y < y1 + 96
        else:
            share = (y - y1) / (y2 - y1)
            assert 0.5 < share < 0.7
            assert x == pytest.approx(x1 + share * (x2 - x1), abs=0.2)
            ends.append((x2, y2))
    assert all(min(math.dist(end, spot) for spot in spots) < 0.1 for end in ends)
    assert len(ends) == len(spots) - 1
    cut = [
        label.text or "" for line, label in zip(lines, labels, strict=True) if line.get("stroke-dasharray")
    ]
    assert sorted(cut) == sorted(f"✂ {node.skipped}" for node in nodes(root) if node.skipped)
    said = sorted(label.text or "" for label in labels if "✂" not in (label.text or ""))
    assert said == sorted(node.move for node in nodes(root)[1:])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Win(5), "W5"),
        (Loss(4), "L4"),
        (Draw(), "D"),
        (Draw(3), "D3"),
        (Expect(0.625), "0.625"),
        (Estimate(12.0), "+12"),
        (Estimate(-1.5), "−1.5"),
        (Estimate(0.0), "0"),
        (Estimate(math.inf), "+∞"),
        (Estimate(-math.inf), "−∞"),
        (Points(3), "+3"),
        (Points(-2), "−2"),
    ],
)
def test_values_in_few_characters(value: Value, text: str) -> None:
    assert short(value) == text


def test_the_page_counts_what_it_shows() -> None:
    root = tree("tictactoe", "alphabeta", 2)
    page = tree_page([root], "a & b", ("X", "O"))
    cut = sum(node.skipped for node in nodes(root))
    assert f"<p>{len(nodes(root))} nodes visited, {cut} branches cut.</p>" in page
    assert "a &amp; b" in page
    assert page.count("<svg") == 1
    # What has children can be unfolded; two rows are, when the page is opened.
    inner = [node for node in nodes(root) if node.children]
    assert page.count("<details") == len(inner)
    assert page.count("<details open>") == 1 + sum(bool(child.children) for child in root.children)
    assert page.count('class="leaf"') == len(nodes(root)) - len(inner)
    assert "done again" not in page
    assert "done again" in tree_page([root, root], "twice", ("X", "O"))


def test_a_carpet_is_not_drawn() -> None:
    root = tree("tictactoe", "minimax", 3)
    assert len(nodes(root)) > MOST_DRAWN
    assert "<svg" not in tree_page([root], "many", ("X", "O"))
