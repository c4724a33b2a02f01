"""What is left of the time for a game, and how much of it to spend on a move."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.side import Side

#: A move may take this part of what is left, so that there is always something for the next.
_SHARE = 1 / 20
#: How much of what is added after a move may be spent before it.
_OF_INCREMENT = 0.8
_LEAST = 0.001
#: Seconds that a busy machine may take between the end of a search and the press of the clock.
OVERHEAD = 0.05


def allowance(left: float, increment: float = 0.0, overhead: float = OVERHEAD) -> float:
    """How long to think about a move with so many seconds left; the one place that decides it.

    `increment` is added after the move, and `overhead` is what a move costs beside the thinking.

    >>> allowance(60.05), allowance(60.05, 1)
    (3.0, 3.8)
    """
    safe = left - overhead
    return max(_LEAST, min(safe, safe * _SHARE + increment * _OF_INCREMENT))


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The seconds that each player has left, and those that are added after each move."""

    first: float
    second: float
    increment: float = 0.0

    def of(self, side: Side) -> float:
        """What one of the players has left."""
        return self.second if side is Side.SECOND else self.first

    def allowance(self, side: Side) -> float:
        """What one of the players should spend on a move."""
        return allowance(self.of(side), self.increment)
