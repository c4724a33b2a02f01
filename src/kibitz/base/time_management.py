"""Time management: how much of the remaining time to spend on a move."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.side import Side

#: The fraction of the remaining time that one move may take.
_SHARE = 1 / 20
#: The fraction of the increment that is spent on each move.
_OF_INCREMENT = 0.8
_LEAST = 0.001
#: Seconds reserved for the delay between the end of a search and the stop of the clock.
OVERHEAD = 0.05


def allowance(left: float, increment: float = 0.0, overhead: float = OVERHEAD) -> float:
    """Return how many seconds to think about a move with `left` seconds on the clock.

    All players and protocols use this rule. `overhead` is the time that a move takes beside the search.

    >>> allowance(60.05), allowance(60.05, 1)
    (3.0, 3.8)
    """
    safe = left - overhead
    return max(_LEAST, min(safe, safe * _SHARE + increment * _OF_INCREMENT))


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The remaining seconds of both players, and the increment."""

    first: float
    second: float
    increment: float = 0.0

    def of(self, side: Side) -> float:
        """Return the remaining seconds of a player."""
        return self.second if side is Side.SECOND else self.first

    def allowance(self, side: Side) -> float:
        """Return how many seconds a player should spend on a move."""
        return allowance(self.of(side), self.increment)
