"""Accuracy by lichess's published formula, beside its own numbers and properties."""

from __future__ import annotations

import math
import random

import pytest

from kibitz.game_review.accuracy import game_accuracy, move_accuracy


def test_the_accuracy_of_a_move_follows_the_published_curve() -> None:
    """`103.1668 * exp(-0.04354 * (before - after)) - 3.1669`, in percent: lichess.org/page/accuracy."""
    for lost in range(1, 60):
        expected = 103.1668 * math.exp(-0.04354 * lost) - 3.1669
        assert 100 * move_accuracy(lost / 100) == pytest.approx(expected, abs=0.01)
    assert move_accuracy(0) == move_accuracy(-0.2) == 1
    assert move_accuracy(1) == 0


def test_good_games_are_accurate_and_blunders_pull_down() -> None:
    quiet = [0.5] * 41
    perfect = [(number, 0.0) for number in range(0, 40, 2)]
    assert game_accuracy(quiet, perfect) == 1
    assert game_accuracy(quiet, []) is None
    # Three blunders of twenty moves: far below the mean of the single moves.
    scores, lost = [0.5], {10, 20, 30}
    for ply in range(40):
        scores.append(
            scores[-1] - 0.3 if ply in lost else scores[-1] + 0.3 if ply - 1 in lost else scores[-1]
        )
    blunders = [(number, 0.3 if number in lost else 0.0) for number, _ in perfect]
    mean = sum(move_accuracy(cost) for _, cost in blunders) / len(blunders)
    found = game_accuracy(scores, blunders)
    assert found is not None
    assert found < mean - 0.1


def test_more_given_away_is_never_more_accurate() -> None:
    rng = random.Random(4)
    for _ in range(50):
        moves = rng.randrange(1, 60)
        scores = [rng.random() for _ in range(moves + 1)]
        costs = [(number, rng.random() / 2) for number in range(0, moves, 2)]
        worse = [(number, cost + 0.05) for number, cost in costs]
        one, other = game_accuracy(scores, costs), game_accuracy(scores, worse)
        assert one is not None
        assert other is not None
        assert 0 <= other <= one <= 1
