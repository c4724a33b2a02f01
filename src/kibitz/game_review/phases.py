"""The phases of a game: who was winning, and when."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.game_review.decision import expected_score
from kibitz.games.position import Position

#: With dice, a side is better from this win probability on.
_BETTER = 0.65


class Standing(enum.StrEnum):
    """Which side is better."""

    FIRST = "first"
    EVEN = "even"
    SECOND = "second"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Phase:
    """The positions after `begin` to `end` moves, which all have the same standing."""

    begin: int
    end: int
    standing: Standing


def phases(values: Sequence[tuple[Position, Value]]) -> tuple[Phase, ...]:
    """Group the positions of a game, given with their values for the mover, into phases."""
    found: list[Phase] = []
    for ply, (position, value) in enumerate(values):
        standing = _standing(position, value)
        if found and found[-1].standing is standing:
            found[-1] = Phase(found[-1].begin, ply, standing)
        else:
            found.append(Phase(ply, ply, standing))
    return tuple(found)


def _standing(position: Position, value: Value) -> Standing:
    # A win by any number of points counts as better.
    points = expected_score(value, position.game) if value.result is None else (1 + value.result) / 2
    if points is None:
        return Standing.UNCLEAR
    first = points if position.mover is Side.FIRST else 1 - points
    return Standing.FIRST if first >= _BETTER else Standing.SECOND if first <= 1 - _BETTER else Standing.EVEN
