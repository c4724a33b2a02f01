"""The Elo model: conversions between rating differences and expected scores."""

from __future__ import annotations

import math

#: Elo points for one unit of the natural logarithm of the odds.
POINTS = 400 / math.log(10)

#: Half the width of a 95% confidence interval, in standard errors.
Z95 = 1.959963984540054


def expected_score(elo: float) -> float:
    """Return the expected score per game, between 0 and 1, of a player stronger by so many Elo.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the Elo difference that corresponds to an expected score; infinite at 0 and 1.

    >>> round(elo_of_score(0.75))
    191
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score is between 0 and 1, not {score}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return -400 * math.log10(1 / score - 1)


def normal_below(z: float) -> float:
    """Return the cumulative distribution function of the standard normal distribution."""
    return 0.5 * math.erfc(-z / math.sqrt(2))
