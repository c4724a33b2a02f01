"""Sides and outcomes."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted


class Side(enum.IntEnum):
    """The side to act in a position: one of the two players, or chance.

    >>> import kibitz
    >>> kibitz.Side.FIRST.opponent, kibitz.load("ewn").start().turn
    (Side.SECOND, Side.CHANCE)
    """

    FIRST = 0
    SECOND = 1
    CHANCE = 2

    @classmethod
    def _missing_(cls, value: object) -> Side:
        raise BadOption(f"a side is 0 (first), 1 (second) or 2 (chance), not {quoted(value)}")

    @property
    def opponent(self) -> Side:
        """Return the other player."""
        if self is Side.CHANCE:
            raise BadOption("chance has no opponent")
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Side.{self.name}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the winner or a draw; in games of points also the margin.

    >>> print(Outcome(Side.FIRST), Outcome(None), Outcome.by_points(-8))
    1-0 1/2-1/2 0-1
    """

    winner: Side | None
    #: The first player's points less the second's, if outcomes are points.
    points: int | None = None

    def __post_init__(self) -> None:
        check(winner=(self.winner, Side | None), points=(self.points, int | None))
        if self.winner is Side.CHANCE:
            raise BadOption("chance can't win")

    @staticmethod
    def by_points(points: int) -> Outcome:
        """Return the outcome for a margin."""
        check(points=(points, int))
        winner = Side.FIRST if points > 0 else Side.SECOND if points < 0 else None
        return Outcome(winner, points)

    @property
    def is_draw(self) -> bool:
        """Return whether it is a draw."""
        return self.winner is None

    def for_side(self, side: Side) -> int:
        """Return 1, 0 or -1 from a player's point of view."""
        check(side=(side, Side))
        if self.winner is None:
            return 0
        return 1 if self.winner == side else -1

    def points_for(self, side: Side) -> int | None:
        """Return the margin from a player's point of view, if outcomes are points."""
        check(side=(side, Side))
        return self.points if self.points is None or side is Side.FIRST else -self.points

    def __str__(self) -> str:
        return {None: "1/2-1/2", Side.FIRST: "1-0", Side.SECOND: "0-1"}[self.winner]
