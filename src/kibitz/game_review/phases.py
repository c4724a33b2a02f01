"""The phases of a game: who was winning, and when."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.game_review.decision import expected_score
from kibitz.games.position import Position

#: Where values are no results, a side is better from this expected score on …
_BETTER = 0.65
#: … and stays so until its score falls to this one: small changes about one threshold begin no new phase.
_STILL_BETTER = 0.58
#: Where values are estimates, a shorter change, in plies, belongs to the phase before it.
_SHORTEST = 4


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
    standings: list[Standing] = []
    for position, value in values:
        standings.append(_standing(position, value, standings[-1] if standings else Standing.EVEN))
    found = _grouped(standings)
    for phase in found[1:-1]:
        # An exact result is not a fluctuation, however soon it changes.
        fluctuates = all(value.result is None for _, value in values[phase.begin : phase.end + 1])
        if fluctuates and phase.end - phase.begin + 1 < _SHORTEST:
            length = phase.end + 1 - phase.begin
            standings[phase.begin : phase.end + 1] = [standings[phase.begin - 1]] * length
    return tuple(_grouped(standings))


def _grouped(standings: Sequence[Standing]) -> list[Phase]:
    """Return the runs of equal standings."""
    found: list[Phase] = []
    for standing, run in groupby(standings):
        begin = found[-1].end + 1 if found else 0
        found.append(Phase(begin, begin + len(list(run)) - 1, standing))
    return found


def _standing(position: Position, value: Value, before: Standing) -> Standing:
    # A win by any number of points counts as better.
    exact = value.result is not None
    points = expected_score(value, position.game) if value.result is None else (1 + value.result) / 2
    if points is None:
        return Standing.UNCLEAR
    first = points if position.mover is Side.FIRST else 1 - points
    for standing, score in ((Standing.FIRST, first), (Standing.SECOND, 1 - first)):
        if score >= (_STILL_BETTER if before is standing and not exact else _BETTER):
            return standing
    return Standing.EVEN
