"""Sides and outcomes."""

from __future__ import annotations

import pytest

from kibitz.base.errors import BadNotation, BadOption
from kibitz.base.move import Line, Move
from kibitz.base.side import Outcome, Side


def test_opponents() -> None:
    assert Side.FIRST.opponent is Side.SECOND
    assert Side.SECOND.opponent is Side.FIRST
    with pytest.raises(ValueError, match="no opponent"):
        _ = Side.CHANCE.opponent
    assert [str(side) for side in Side] == ["first", "second", "chance"]
    assert repr(Side.FIRST) == "Side.FIRST"


def test_outcomes() -> None:
    assert [str(Outcome(w)) for w in (Side.FIRST, Side.SECOND, None)] == ["1-0", "0-1", "1/2-1/2"]
    for winner in (Side.FIRST, Side.SECOND, None):
        outcome = Outcome(winner)
        assert outcome.is_draw == (winner is None)
        assert outcome.for_side(Side.FIRST) == -outcome.for_side(Side.SECOND)
    assert Outcome(Side.SECOND).for_side(Side.SECOND) == 1


def test_moves_and_lines() -> None:
    line = Line([Move("a1", 0, (0,)), Move("b2", 4, (4,))])
    assert str(line) == "a1 b2"
    assert repr(line) == "Line('a1 b2')"
    assert Move("a1", 0) == Move("a1", 7)
    assert str(Line()) == ""
    assert hash(Move("a1", 0, (0,), "rules")) == hash(Move("a1", 7))
    assert Move("a1", 0, (0,)) == Move("a1", 0, (4,), "rules") != Move("a2", 0, (0,))
    # What only the core reads is not shown.
    assert repr(Move("a1", 17, (3,), "abc")) == "Move(text='a1', parts=(3,))"
    assert Line([Move("a1", 0)]) == (Move("a1", 0),)


def test_moves_and_lines_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(BadNotation, match="text must be a text, not 5"):
        Move(5, 0)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="code must be a whole number, not 'x'"):
        Move("a1", "x")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="parts must be a tuple"):
        Move("a1", 0, [1])  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="move must be a Move, not 'a1'"):
        Line([Move("a1", 0), "a1"])  # type: ignore[list-item]
    with pytest.raises(BadOption, match="moves must be an Iterable, not 3"):
        Line(3)  # type: ignore[arg-type]
    # Kinds of texts and numbers are texts and numbers.
    assert str(Move(type("Text", (str,), {})("a1"), True)) == "a1"


def test_points_decide_and_each_side_sees_its_own() -> None:
    for points, winner in ((3, Side.FIRST), (1, Side.FIRST), (0, None), (-1, Side.SECOND), (-8, Side.SECOND)):
        outcome = Outcome.by_points(points)
        assert outcome == Outcome(winner, points)
        assert (outcome.points_for(Side.FIRST), outcome.points_for(Side.SECOND)) == (points, -points)
        assert outcome.for_side(Side.FIRST) == (points > 0) - (points < 0)
    assert Outcome(Side.FIRST).points_for(Side.SECOND) is None
    assert Outcome(Side.FIRST).points is None


def test_outcomes_that_can_not_be_are_refused() -> None:
    with pytest.raises(BadOption, match="chance can't win"):
        Outcome(Side.CHANCE)
    with pytest.raises(BadOption, match="winner must be a Side or None, not 'x'"):
        Outcome("x")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="points must be a whole number or None, not 'x'"):
        Outcome(None, "x")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="points must be a whole number"):
        Outcome.by_points(2.5)  # type: ignore[arg-type]
    for ask in (Outcome(Side.FIRST).for_side, Outcome.by_points(3).points_for):
        with pytest.raises(BadOption, match="side must be a Side"):
            ask("first")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"a side is 0 .*, 1 .* or 2 .*, not 3"):
        Side(3)
