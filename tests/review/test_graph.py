"""The course of a game as a graph, read off its axes."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Limit, Loss, Outcome, Points, Side, Value, Win
from kibitz.review.graph import prospects, svg_graph, text_graph
from kibitz.review.review import Review, review

SVG = "{http://www.w3.org/2000/svg}"
GAME = kibitz.load("tictactoe")
START = GAME.start()
TEXT = '[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2\n'


def of(*values: Value, outcome: Outcome | None = None) -> Review:
    """A review that found these values, the players moving in turn."""
    positions = [START if ply % 2 == 0 else START.play("1") for ply in range(len(values))]
    record = SimpleNamespace(outcome=outcome, game=GAME)
    return cast(Review, SimpleNamespace(values=list(zip(positions, values, strict=True)), record=record))


def test_what_is_known_is_drawn_as_the_first_player_sees_it() -> None:
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
