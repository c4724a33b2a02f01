"""Scores of one side in independent units (games or pairs), with estimates of strength.

The two games of a pair share their start and dice, so their results are correlated: two players who always
win with the first move score 1-1 in every pair. Counting pairs accounts for that (the pentanomial model of
engine testing).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.arena.elo import Z95, elo_of_score, normal_below

#: Number of decisive units above which the normal approximation is used.
_FEW = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """Frequencies of scores: `counts[i]` units scored `i / (len(counts) - 1)` of the maximum."""

    counts: tuple[int, ...]

    @staticmethod
    def of_games(wins: int, draws: int, losses: int) -> Tally:
        """Count every game as a unit."""
        return Tally((losses, draws, wins))

    @property
    def units(self) -> int:
        """Return the number of games or pairs."""
        return sum(self.counts)

    @property
    def values(self) -> tuple[float, ...]:
        """Return the score of each count."""
        top = len(self.counts) - 1
        return tuple(i / top for i in range(top + 1))

    @property
    def score(self) -> float:
        """Return the mean score, between 0 and 1; 0.5 without games."""
        if not self.units:
            return 0.5
        return sum(n * value for n, value in zip(self.counts, self.values, strict=True)) / self.units

    @property
    def variance(self) -> float:
        """Return the variance of a unit's score."""
        if not self.units:
            return 0.0
        mean = self.score
        return (
            sum(n * (value - mean) ** 2 for n, value in zip(self.counts, self.values, strict=True))
            / self.units
        )

    @property
    def standard_error(self) -> float:
        """Return the standard error of the mean score."""
        return math.sqrt(self.variance / self.units) if self.units else math.inf

    @property
    def elo(self) -> float:
        """Return the Elo difference; infinite if one side scored everything."""
        return elo_of_score(self.score)

    def score_interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of the score."""
        if not self.units:
            return 0.0, 1.0
        if self.variance == 0:
            return _wilson(self.score, self.units)
        margin = Z95 * self.standard_error
        return max(0.0, self.score - margin), min(1.0, self.score + margin)

    def elo_interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of the Elo difference."""
        low, high = self.score_interval()
        return elo_of_score(low), elo_of_score(high)

    def superiority(self) -> float:
        """Return the likelihood of superiority.

        After few decisive units it is the posterior probability that the true score exceeds one half, with a
        uniform prior over distributions of scores; one game won gives 3 in 4 (Laplace's rule).
        """
        middle = len(self.counts) // 2
        if self.units - self.counts[middle] > _FEW:
            if self.variance == 0:
                return float(self.score > 0.5)
            return normal_below((self.score - 0.5) / self.standard_error)
        # The posterior is a Dirichlet distribution, that is, of gamma variables with shape count + 1. The
        # score exceeds one half if the shares above outweigh those below, each by its distance from it.
        rates = [
            (1 / abs(value - 0.5), n + 1)
            for value, n in zip(self.values, self.counts, strict=True)
            if value != 0.5
        ]
        below = [rate for rate, times in rates[:middle] for _ in range(times)]
        above = [rate for rate, times in rates[middle:] for _ in range(times)]
        return _outlasts(above, below)


def _outlasts(one: list[float], other: list[float]) -> float:
    """Return the probability that one sum of exponential times exceeds another, each given by its rates.

    Both run concurrently; the next event belongs to either in proportion to the rates.
    """
    chances = [0.0] * (len(other) + 1)  # by the waiting times left in the other sum when one has none left
    for rate in one:
        chances[0] = 1.0
        for left, against in enumerate(other, start=1):
            chances[left] = (rate * chances[left] + against * chances[left - 1]) / (rate + against)
    return chances[-1]


def _wilson(score: float, units: int) -> tuple[float, float]:
    """Return Wilson's score interval, for tallies in which all units scored the same.

    Their variance says nothing, so the largest possible one is taken.
    """
    z2 = Z95 * Z95
    middle = (score + z2 / (2 * units)) / (1 + z2 / units)
    margin = Z95 / (1 + z2 / units) * math.sqrt(score * (1 - score) / units + z2 / (4 * units * units))
    return max(0.0, middle - margin), min(1.0, middle + margin)
