"""Drawings of search trees, and short formats of values."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Loss, Side, Win
from kibitz.base.value import Points, Value
from kibitz.games.svg import FIRST, SECOND
from kibitz.players.search_tree import Visited, visited_tree
from kibitz.players.search_tree_page import MOST_DRAWN, drawing, short, tree_page

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
    assert min(x for x, _ in spots) < 50  # nothing is left empty on the left
    assert min(y for _, y in spots) < 50
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


def made(
    kind: str = "decision",
    mover: Side = Side.FIRST,
    *children: Visited,
    value: Value = Estimate(4.0),  # noqa: B008
    failed_low: bool = False,
    failed_high: bool = False,
    skipped: int = 0,
    visits: int | None = None,
    move: str = "m<1",
    window: tuple[Value, Value] = (Estimate(-1.0), Estimate(7.0)),
) -> Visited:
    return Visited(
        move, kind, mover, "here&there", *window, value, failed_low, failed_high, skipped, visits, [*children]
    )


def said(node: Visited) -> str:
    """What the page says of a node, without its marks."""
    body = tree_page([node], "t", ("Anna", "Ben")).partition("</div>")[2]
    body = body.split("<details", 1)[-1] if node.children else body.split('class="leaf"', 1)[-1]
    text = re.sub(
        "<[^>]*>", "", body.partition(">")[2].partition("</summary>" if node.children else "</div>")[0]
    )
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (made(), "m&lt;1 +4 [−1, +7] Anna to move"),
        (made("decision", Side.SECOND), "m&lt;1 +4 [−1, +7] Ben to move"),
        (made(move=""), "+4 [−1, +7] Anna to move"),
        (made("chance"), "m&lt;1 +4 [−1, +7] the dice"),
        (made("end"), "m&lt;1 +4 [−1, +7] the game is over"),
        (made("horizon"), "m&lt;1 +4 [−1, +7] horizon, estimated"),
        (made("table"), "m&lt;1 +4 [−1, +7] from the table"),
        (made(failed_low=True), "m&lt;1 ≤ +4 [−1, +7] Anna to move"),
        (made(failed_high=True), "m&lt;1 ≥ +4 [−1, +7] Anna to move"),
        (made("horizon", failed_high=True), "m&lt;1 +4 [−1, +7] horizon, estimated"),
        (made("end", failed_low=True), "m&lt;1 +4 [−1, +7] the game is over"),
        (made("table", failed_low=True), "m&lt;1 ≤ +4 [−1, +7] from the table"),
        (made(skipped=3), "m&lt;1 +4 [−1, +7] Anna to move ✂ 3"),
        (made(visits=1234), "m&lt;1 +4 [−1, +7] Anna to move ×1,234"),
    ],
)
def test_a_node_in_words(node: Visited, words: str) -> None:
    assert said(node) == words


def test_two_rows_are_unfolded_and_no_more() -> None:
    deep = made(
        "decision", Side.FIRST, made("decision", Side.SECOND, made("decision", Side.FIRST, made("end")))
    )
    page = tree_page([deep], "t", ("x", "o"))
    assert [found.strip() for found in re.findall(r"<details( open)?>", page)] == ["open", "open", ""]


def shape(node: Visited) -> ElementTree.Element:
    return next(ElementTree.fromstring(drawing(node)).iter(f"{SVG}g"))


def test_shapes_show_the_side_to_move_and_dashes_unsearched_nodes() -> None:
    for kind, mover, tag, colour in (
        ("decision", Side.FIRST, "rect", FIRST),
        ("decision", Side.SECOND, "ellipse", SECOND),
        ("chance", Side.FIRST, "path", None),
        ("chance", Side.SECOND, "path", None),
        ("end", Side.SECOND, "ellipse", SECOND),
        ("table", Side.FIRST, "rect", FIRST),
        ("horizon", Side.SECOND, "ellipse", SECOND),
    ):
        figure = shape(made(kind, mover)).find(f"{SVG}{tag}")
        assert figure is not None
        stroke = figure.get("stroke")
        assert stroke == colour if colour else stroke not in (FIRST, SECOND)
        assert (figure.get("stroke-dasharray") is not None) == (kind in ("table", "horizon"))


@pytest.mark.parametrize(
    ("visits", "window", "above"),
    [
        (None, (Estimate(-1.0), Estimate(7.0)), "[−1, +7]"),
        (1500, (Expect(0.0), Expect(1.0)), "×1,500"),
        (1500, (Expect(1.0), Expect(1.0)), "×1,500, proven"),
    ],
)
def test_windows_stand_above_what_has_children_and_in_every_hint(
    visits: int | None, window: tuple[Value, Value], above: str
) -> None:
    leaf = made("end", visits=visits, window=window)
    inner = made("decision", Side.FIRST, leaf, visits=visits, window=window)
    for node, shown in ((inner, True), (leaf, False)):
        group = shape(node) if not shown else list(ElementTree.fromstring(drawing(node)).iter(f"{SVG}g"))[-1]
        texts = [text.text for text in group.iter(f"{SVG}text")]
        assert texts == (["+4", above] if shown else ["+4"])
        title = group.find(f"{SVG}title")
        assert title is not None
        assert title.text == f"{node.kind} {above} here&there"


def test_a_picture_is_as_large_as_its_tree() -> None:
    """One node stands in a column and a row; each further row and column makes room."""

    def size(node: Visited) -> tuple[float, float]:
        picture = ElementTree.fromstring(drawing(node))
        return float(picture.get("width", 0)), float(picture.get("height", 0))

    leaf = made("end")
    one = size(leaf)
    wide = size(made("decision", Side.FIRST, leaf, leaf, leaf))
    tall = size(made("decision", Side.FIRST, made("decision", Side.SECOND, leaf)))
    column, row = (wide[0] - one[0]) / 2, (tall[1] - one[1]) / 2
    assert (wide[1] - one[1], tall[0]) == (row, one[0])
    assert 48 <= column <= one[0] <= 1.5 * 2 * column
    assert 50 < row < 150
    # Nothing that was left out takes more room than one branch; alone it stands below its node.
    assert size(made(skipped=5)) == one
    assert size(made("decision", Side.FIRST, leaf, skipped=5))[0] == one[0] + column
    lone = ElementTree.fromstring(drawing(made(skipped=5)))
    (stub,) = lone.iter(f"{SVG}line")
    assert stub.get("x1") == stub.get("x2") == f"{middle(next(lone.iter(f'{SVG}g')))[0]:.1f}"


def test_branches_lie_behind_the_nodes() -> None:
    picture = ElementTree.fromstring(drawing(tree("tictactoe", "alphabeta", 2)))
    tags = [part.tag.removeprefix(SVG) for part in picture]
    assert tags[0] == "title"
    first = tags.index("g")
    assert set(tags[1:first]) == {"line", "text"}
    assert set(tags[first:]) == {"g"}


def test_a_sampled_page_says_how_many_playouts_made_it_grow() -> None:
    page = tree_page([made(visits=1500)], "t", ("x", "o"))
    assert "1 nodes of a tree that 1,500 playouts made grow" in page
    assert "playouts that went through" in page
    assert "branches cut" not in page


def test_just_so_many_nodes_are_drawn() -> None:
    leaves = [made("end") for _ in range(MOST_DRAWN)]
    assert "<svg" in tree_page([made("decision", Side.FIRST, *leaves[1:])], "t", ("x", "o"))
    assert "<svg" not in tree_page([made("decision", Side.FIRST, *leaves)], "t", ("x", "o"))
    assert MOST_DRAWN == 400
