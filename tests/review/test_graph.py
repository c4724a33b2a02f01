"""The graph of a review, against its axes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Limit, Loss, Outcome, Points, Side, Value, Win
from kibitz.game_review.evaluation_graph import prospects, svg_graph, text_graph
from kibitz.game_review.review import Review, review
from kibitz.games.svg import FIRST, SECOND

SVG = "{http://www.w3.org/2000/svg}"
GAME = kibitz.load("tictactoe")
START = GAME.start()
TEXT = '[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2\n'


def of(*values: Value, outcome: Outcome | None = None) -> Review:
    """A review that found these values, the players moving in turn."""
    positions = [START if ply % 2 == 0 else START.play("1") for ply in range(len(values))]
    record = SimpleNamespace(outcome=outcome, game=GAME, moves=[START.move("1")] * (len(values) - 1))
    found = list(zip(positions, values, strict=True))
    return cast(Review, SimpleNamespace(values=found, record=record, decisions=()))


def test_known_values_are_shown_from_the_first_players_side() -> None:
    assert prospects(of(Win(3), Win(2), Draw(), Loss(1), Expect(0.25))) == [1, 0, 0.5, 1, 0.25]


@pytest.mark.parametrize("guess", [Estimate, lambda score: Points(score, exact=False)])
def test_the_largest_guess_fills_four_tenths_and_others_their_share(guess: type[Estimate]) -> None:
    found = prospects(of(guess(0.0), guess(-30.0), guess(-60.0), guess(15.0)))
    assert found == pytest.approx([0.5, 0.7, 0.1, 0.4])
    assert prospects(of(guess(0.0), guess(0.0))) == [0.5, 0.5]


def test_the_end_is_what_the_record_says() -> None:
    assert prospects(of(Draw(), Draw(), outcome=Outcome(Side.SECOND)))[-1] == 0
    assert prospects(of(Draw(), Draw(), outcome=Outcome(Side.FIRST)))[-1] == 1
    assert prospects(of(Win(1), outcome=Outcome(None))) == [0.5]


def test_text_is_read_off_its_axis() -> None:
    found = review(kibitz.Record.parse(TEXT))
    first, *rows, last = text_graph(found).splitlines()
    assert (first, last) == ("x wins", "o wins")
    assert [row[:4] for row in rows] == ["100%", *["    "] * 3, " 50%", *["    "] * 3, "  0%"]
    columns = [[row[6:].ljust(20)[ply] for row in rows] for ply in range(10)]
    assert [1 - column.index("*") / 8 for column in columns] == prospects(found)
    assert all(column.count("*") == 1 for column in columns)
    # Without a mark the middle is a line, and the rest is empty.
    assert {row for column in columns for row in column[:4] + column[5:]} == {"*", " "}
    assert {column[4] for column in columns} == {"*", "-"}
    assert set(text_graph(found, unicode=True)) - set(text_graph(found)) == {"●", "─", "┤"}


def test_a_long_game_is_thinned_out_to_its_end() -> None:
    values = [Estimate(0.0)] * 90 + [Win(1)]
    lines = text_graph(of(*values), 28).splitlines()
    assert max(map(len, lines)) == 6 + 20
    assert lines[1][-1] == "*"  # won at the end


def test_a_game_that_just_fits_is_shown_whole() -> None:
    values = [Win(1), Win(2), *[Draw()] * 17, Loss(0)]
    lines = text_graph(of(*values), 28).splitlines()
    # Twenty columns for twenty positions: won, lost, and even for seventeen; at the end the second player.
    assert [line[6:] for line in (lines[1], lines[9])] == ["*" + " " * 18 + "*", " *"]
    assert lines[5][6:] == "--" + "*" * 17 + "-"
    assert text_graph(of(*values)) == text_graph(of(*values), 72)


def test_even_the_narrowest_graph_has_ten_columns() -> None:
    lines = text_graph(of(*[Draw()] * 40), 4).splitlines()
    assert lines[5] == " 50% |" + "*" * 10
    # As wide as without a word about it: 64 columns in lines of up to 70 characters.
    assert text_graph(of(*[Draw()] * 100)).splitlines()[5] == " 50% |" + "*" * 64


Box = tuple[float, float, float, float]


def box(text: ElementTree.Element) -> Box:
    """Where a text lies, by letters a bit wider than they are drawn: left, top, right, bottom."""
    x, y, size = (float(text.get(name, 0)) for name in ("x", "y", "font-size"))
    half = 0.35 * size * len(text.text or "")
    return x - half, y - size / 2, x + half, y + size / 2


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("moves", [1, 9, 19, 40, 120])
def test_all_that_is_written_fits_into_the_picture(moves: int) -> None:
    picture = ElementTree.fromstring(svg_graph(of(*[Draw()] * (moves + 1))))
    _, _, width, height = (float(number) for number in picture.get("viewBox", "").split())
    (ground,) = picture.iter(f"{SVG}rect")
    assert [float(ground.get(name, 0)) for name in ("x", "y", "width", "height")] == pytest.approx(
        [0, 0, width, height], abs=1
    )
    texts = list(picture.iter(f"{SVG}text"))
    boxes = [box(text) for text in texts]
    assert all(0 <= left < right <= width for left, _, right, _ in boxes)
    assert all(0 <= top < bottom <= height for _, top, _, bottom in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    middle, *course = [
        [float(line.get(name, 0)) for name in ("x1", "y1", "x2", "y2", "stroke-width")]
        for line in picture.iter(f"{SVG}line")
    ]
    places = [(course[0][0], course[0][1]), *((line[2], line[3]) for line in course)]
    steps = [right - left for (left, _), (right, _) in pairwise(places)]
    assert 12 < min(steps) <= max(steps) < 500
    assert max(steps) < 30 or len(places) < 30  # a long game does not become endless
    names, axis, below = texts[:2], texts[2:5], texts[5:]
    levels = sorted(float(text.get("y", 0)) for text in axis)
    assert [round(float(text.get("x", 0)), 3) for text in names] == [
        round((middle[0] + middle[2]) / 2, 3)
    ] * 2
    assert boxes[0][3] <= levels[0]
    assert boxes[1][1] >= levels[2]
    assert all(right < middle[0] for _, _, right, _ in boxes[2:5])
    # What was played stands below where the course comes to by it; of many moves every so-manieth.
    each = max(1, moves // 20)
    assert [float(text.get("x", 0)) for text in below] == pytest.approx(
        [places[ply + 1][0] for ply in range(0, moves, each)], abs=0.1
    )
    assert all(float(text.get("y", 0)) > levels[2] for text in below)
    assert all(0 < line[4] < 5 for line in (middle, *course))


def test_rings_stand_where_a_tenth_of_a_point_or_more_was_given_away() -> None:
    found = review(kibitz.Record.parse(TEXT))
    costs = [0.1, 0.0999, None, 0.5, 0.0, 1.0, 0.2, 0.05, 0.1]
    decisions = [replace(decision, cost=cost) for decision, cost in zip(found.decisions, costs, strict=True)]
    picture = ElementTree.fromstring(svg_graph(replace(found, decisions=tuple(decisions))))
    rings = list(picture.iter(f"{SVG}circle"))
    wanted = [ply for ply, cost in enumerate(costs) if cost is not None and cost >= 0.1]
    assert [ring.get("stroke") for ring in rings] == [SECOND if ply % 2 else FIRST for ply in wanted]
    course = list(picture.iter(f"{SVG}line"))[1:]
    assert [ring.get("cx") for ring in rings] == [course[ply].get("x2") for ply in wanted]
    for ring in rings:  # a ring and no disc, smaller than what lies between two moves
        assert ring.get("fill") == "none"
        assert 0 < float(ring.get("stroke-width", 0)) < float(ring.get("r", 0)) < 20


def test_the_picture_is_read_off_its_axis() -> None:
    found = review(kibitz.Record.parse(TEXT), Limit(seconds=5))
    picture = ElementTree.fromstring(svg_graph(found))
    levels = {
        text.text: float(text.get("y", 0)) for text in picture.iter(f"{SVG}text") if "%" in (text.text or "")
    }
    height = (levels["0%"] - levels["100%"]) or 1
    assert levels["50%"] == pytest.approx((levels["0%"] + levels["100%"]) / 2)
    middle, *course = [
        [float(line.get(name, 0)) for name in ("x1", "y1", "x2", "y2")] for line in picture.iter(f"{SVG}line")
    ]
    assert middle[1] == middle[3]
    assert len(course) == 9
    assert all(one[2:] == other[:2] for one, other in pairwise(course))
    places = [course[0][:2], *(line[2:] for line in course)]
    drawn = [0.5 + (middle[1] - y) / height for _, y in places]
    assert drawn == pytest.approx(prospects(found), abs=0.01)
    steps = [right[0] - left[0] for left, right in pairwise(places)]
    assert steps == pytest.approx([steps[0]] * 9, abs=0.02)
    assert (places[0][0], places[-1][0]) == (middle[0], middle[2])
    rings = [[float(ring.get(name, 0)) for name in ("cx", "cy")] for ring in picture.iter(f"{SVG}circle")]
    costly = [decision.ply + 1 for decision in found.decisions if (decision.cost or 0) >= 0.1]
    assert rings == [pytest.approx(places[ply]) for ply in costly]
    assert rings
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts[:2] == ["x wins", "o wins"]
    assert texts[-9:] == list("125937468")
    frame = [float(number) for number in picture.get("viewBox", "").split()]
    assert all(0 <= x <= frame[2] and 0 <= y <= frame[3] for x, y in places)
