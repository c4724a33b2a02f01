"""Sides and outcomes."""

from __future__ import annotations

import pytest

from kibitz import Line, Move, Outcome, Side


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
