"""Sequential probability ratio test (SPRT) to stop a match as soon as it is decided.

Two hypotheses about the Elo difference are compared by the generalised log-likelihood ratio: for each, the
distribution of results is the most likely one with the expected score of the hypothesis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.arena.elo import expected_score
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption

#: Regularisation: count of a result that has not occurred.
_UNSEEN = 1e-3


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo1` against `elo0`, with both error probabilities."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and math.isfinite(self.elo0) and math.isfinite(self.elo1)):
            raise BadOption(
                f"the test needs two hypotheses, the lower first, not {self.elo0:g} and {self.elo1:g}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise BadOption(f"{name} must be between 0 and 0.5, not {getattr(self, name):g}")

    @property
    def lower(self) -> float:
        """Return the ratio at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the ratio at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of a tally."""
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
        """Return `H1` if `elo1` is accepted, `H0` if `elo0` is, None if the test continues."""
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None


def fitted(shares: list[float], values: tuple[float, ...], mean: float) -> list[float]:
    """Return the maximum-likelihood distribution with a given mean.

    By a Lagrange multiplier t it is p / (1 + t (value - mean)); the equation for the mean has one root
    between its poles.
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
