"""Isotonic rating curves, and schedules in which only neighbours meet."""

from __future__ import annotations

import itertools
import random

import pytest

from kibitz.arena.curve import place_of, rising
from kibitz.arena.schedule import Plan, named
from kibitz.base.errors import BadOption


def test_rising_is_the_closest_curve_that_never_falls() -> None:
    rng = random.Random(2)
    for _ in range(30):
        values = [rng.uniform(0, 4) + i for i in range(8)]
        curve = rising(values)
        assert all(a <= b for a, b in itertools.pairwise(curve))
        assert sum(curve) == pytest.approx(sum(values))

        def away(other: list[float], values: list[float] = values) -> float:
            return sum((a - b) ** 2 for a, b in zip(values, other, strict=True))

        # No other rising curve nearby is closer.
        for _ in range(200):
            other = sorted(value + rng.uniform(-0.1, 0.1) for value in curve)
            assert away(other) >= away(curve) - 1e-12


def test_places_on_a_curve() -> None:
    curve = [0.0, 10.0, 10.0, 40.0]
    assert [place_of(elo, curve) for elo in (-5, 0, 5, 10, 25, 40, 50)] == [0, 0, 0.5, 1, 2.5, 3, 3]


def test_only_neighbours_meet_where_a_plan_says_so() -> None:
    plan = Plan("tictactoe", named(["random"] * 4), each=2, reach=2)
    assert plan.meetings == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    assert Plan.from_json(plan.to_json()) == plan
    with pytest.raises(BadOption, match="at least 1"):
        Plan("tictactoe", named(["random"] * 4), each=2, reach=0)
