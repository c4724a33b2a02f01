"""Elo: how a difference in strength and an expected score turn into each other."""

from __future__ import annotations

import math

#: Elo points for one unit of the natural logarithm of the odds.
POINTS = 400 / math.log(10)

#: How many standard errors to each side make an interval that holds the truth 95 times in 100.
Z95 = 1.959963984540054


def expected_score(elo: float) -> float:
    """The score that a player this much stronger gets a game, between 0 and 1.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """How much stronger a player with this score a game is; infinite at 0 and 1.

    >>> round(elo_of_score(0.75))
    191
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies between 0 and 1, not at {score}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return -400 * math.log10(1 / score - 1)


def normal_below(z: float) -> float:
    """The chance that a standard normal number is less than `z`."""
    return 0.5 * math.erfc(-z / math.sqrt(2))
