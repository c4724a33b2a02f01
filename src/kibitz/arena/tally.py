"""The score of one side in independent units (games, or pairs of games), and what it says about strength.

The two games of a pair share their start and their dice, so their results
are not independent: two players who always win with the first move get 1-1 in
every pair, and that says they are equal for sure. Counting whole pairs takes
care of that. It is the pentanomial model that engine testers use.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.arena.elo import Z95, elo_of_score, normal_below

#: More units that were not even make the normal approximation as good, and quicker.
_FEW = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each score was reached: `counts[i]` units scored `i / (len(counts) - 1)` of all there was."""

    counts: tuple[int, ...]

    @staticmethod
    def of_games(wins: int, draws: int, losses: int) -> Tally:
        """Every game for itself."""
        return Tally((losses, draws, wins))

    @property
    def units(self) -> int:
        """How many games or pairs there were."""
        return sum(self.counts)

    @property
    def values(self) -> tuple[float, ...]:
        """The score that each count stands for."""
        top = len(self.counts) - 1
        return tuple(i / top for i in range(top + 1))

    @property
    def score(self) -> float:
        """The mean score, between 0 and 1; even if nothing was played."""
        if not self.units:
            return 0.5
        return sum(n * value for n, value in zip(self.counts, self.values, strict=True)) / self.units

    @property
    def variance(self) -> float:
        """The variance of one unit's score."""
        if not self.units:
            return 0.0
        mean = self.score
        return (
            sum(n * (value - mean) ** 2 for n, value in zip(self.counts, self.values, strict=True))
            / self.units
        )

    @property
    def standard_error(self) -> float:
        """The standard error of the mean score."""
        return math.sqrt(self.variance / self.units) if self.units else math.inf

    @property
    def elo(self) -> float:
        """The difference in strength; infinite if one side scored everything."""
        return elo_of_score(self.score)

    def score_interval(self) -> tuple[float, float]:
        """Where the true score lies, 95 times in 100."""
        if not self.units:
            return 0.0, 1.0
        if self.variance == 0:
            return _wilson(self.score, self.units)
        margin = Z95 * self.standard_error
        return max(0.0, self.score - margin), min(1.0, self.score + margin)

    def elo_interval(self) -> tuple[float, float]:
        """Where the true difference in strength lies, 95 times in 100."""
        low, high = self.score_interval()
        return elo_of_score(low), elo_of_score(high)

    def superiority(self) -> float:
        """The likelihood that the side is the stronger one.

        After few decisive units it is the chance that the true score is above one
        half, if before the first of them every distribution of scores was as likely
        as any other; one game won gives 3 in 4, as Laplace's rule has it.
        """
        middle = len(self.counts) // 2
        if self.units - self.counts[middle] > _FEW:
            if self.variance == 0:
                return float(self.score > 0.5)
            return normal_below((self.score - 0.5) / self.standard_error)
        # The shares of the scores are then as Gamma variables, one more than its count for each. The
        # score is above one half if those above outweigh those below, each by its distance from it.
        rates = [
            (1 / abs(value - 0.5), n + 1)
            for value, n in zip(self.values, self.counts, strict=True)
            if value != 0.5
        ]
        below = [rate for rate, times in rates[:middle] for _ in range(times)]
        above = [rate for rate, times in rates[middle:] for _ in range(times)]
        return _outlasts(above, below)


def _outlasts(one: list[float], other: list[float]) -> float:
    """The chance that one sum of waiting times is longer than another, each time given by its rate.

    Both run beside each other; whose time ends next is as likely as its rate says.
    """
    chances = [0.0] * (len(other) + 1)  # by how many times the other has left, when one has none left
    for rate in one:
        chances[0] = 1.0
        for left, against in enumerate(other, start=1):
            chances[left] = (rate * chances[left] + against * chances[left - 1]) / (rate + against)
    return chances[-1]


def _wilson(score: float, units: int) -> tuple[float, float]:
    """Wilson's interval: what remains possible when all units scored the same.

    Their spread says nothing then, so the widest possible one is taken.
    """
    z2 = Z95 * Z95
    middle = (score + z2 / (2 * units)) / (1 + z2 / units)
    margin = Z95 / (1 + z2 / units) * math.sqrt(score * (1 - score) / units + z2 / (4 * units * units))
    return max(0.0, middle - margin), min(1.0, middle + margin)
