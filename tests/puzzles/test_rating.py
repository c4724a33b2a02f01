"""Puzzle ratings against the formula of Elo, and streaks against counting."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest

from kibitz.puzzles.deck import Try
from kibitz.puzzles.rating import START, puzzle_rating, ratings, streaks
from kibitz.puzzles.repetition import Recall


def attempts(*recalls: Recall) -> list[Try]:
    return [Try("p", datetime(2026, 1, 1, tzinfo=UTC), recall) for recall in recalls]


def test_a_first_success_against_a_very_easy_puzzle() -> None:
    # From 1000, the result against 800 is expected to be 76 %.
    (after,) = ratings([(1, attempts(Recall.AT_ONCE)[0])])
    assert after - START == pytest.approx(48 * (1 - 0.7597469), abs=1e-3)


def test_right_raises_late_is_a_draw_and_shown_lowers() -> None:
    once, late, shown = (ratings([(2, one)])[0] for one in attempts(*reversed(Recall)))
    assert once > late > shown
    assert once > START > shown
    assert once - late == pytest.approx(late - shown)


def test_harder_puzzles_count_more() -> None:
    (one,) = attempts(Recall.AT_ONCE)
    gains = [ratings([(grade, one)])[0] for grade in range(1, 6)]
    assert gains == sorted(gains)
    assert [puzzle_rating(grade) for grade in range(1, 6)] == [800, 1100, 1400, 1700, 2000]


def test_a_rating_settles_where_half_is_right() -> None:
    half = attempts(*itertools.islice(itertools.cycle((Recall.AT_ONCE, Recall.SHOWN)), 2000))
    assert ratings([(3, one) for one in half])[-1] == pytest.approx(puzzle_rating(3), abs=30)


def test_streaks_end_with_a_mistake() -> None:
    once, late = Recall.AT_ONCE, Recall.LATE
    assert streaks(attempts()) == (0, 0)
    assert streaks(attempts(once, once, once, late, once)) == (1, 3)
    assert streaks(attempts(once, late)) == (0, 1)
