"""Stopping a match as soon as it has proved something: the sequential probability ratio test.

Two claims about the difference in Elo are weighed against each other. The
log-likelihood ratio compares how well the results fit when the expected score
is what one or the other claim says; everything else about the distribution of
results is taken as it fits best (the generalised test).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.arena.elo import expected_score
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption

#: Stands in for a result that has not happened yet, which may still be possible.
_UNSEEN = 1e-3


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo1` against `elo0`, with the chances of deciding wrongly for each."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and math.isfinite(self.elo0) and math.isfinite(self.elo1)):
            raise BadOption(
                f"the test needs two claims, the lower first, not {self.elo0:g} and {self.elo1:g}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise BadOption(f"{name} must lie between 0 and 0.5, not at {getattr(self, name):g}")

    @property
    def lower(self) -> float:
        """At this ratio `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this ratio `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio after these results."""
        if not tally.units:
            return 0.0
        counts = [n or _UNSEEN for n in tally.counts]
        total = sum(counts)
        values = tally.values
        shares = [n / total for n in counts]
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        under_low = fitted(shares, values, low)
        under_high = fitted(shares, values, high)
        return total * sum(p * math.log(b / a) for p, a, b in zip(shares, under_low, under_high, strict=True))

    def decision(self, ratio: float) -> str | None:
        """`H1` if `elo1` is accepted, `H0` if `elo0` is, None if the match must go on."""
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None


def fitted(shares: list[float], values: tuple[float, ...], mean: float) -> list[float]:
    """The distribution most likely to give these shares among those with this mean.

    By a Lagrange multiplier t it is p / (1 + t (value - mean)), where t makes
    the mean right; the equation has one root between its poles.
    """
    offsets = [value - mean for value in values]
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(64):
        t = (low + high) / 2
        slope = sum(p * x / (1 + t * x) for p, x in zip(shares, offsets, strict=True))
        if slope > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [p / (1 + t * x) for p, x in zip(shares, offsets, strict=True)]
