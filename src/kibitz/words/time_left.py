"""What is left of the time for a game."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.words.side import Side

#: A move may take this part of what is left, so that there is always something for the next.
_SHARE = 1 / 20
#: How much of what is added after a move may be spent before it.
_OF_INCREMENT = 0.8
_LEAST = 0.001
#: Seconds kept back for what a busy machine takes between the end of a search and the press of the clock.
_RESERVE = 0.05


def allowance(left: float, increment: float = 0.0) -> float:
    """What a player that has so many seconds left should spend on a move.

    >>> allowance(60.05), allowance(60.05, 1)
    (3.0, 3.8)
    """
    safe = left - _RESERVE
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
