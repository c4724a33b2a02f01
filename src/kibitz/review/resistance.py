"""What a side that stands lost can still do: make it hard for the other one to win."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.evaluate_position import exact_values
from kibitz.base.move import Move
from kibitz.base.value import Value
from kibitz.games.position import Position
from kibitz.review.decision import Decision

#: Where there are more moves than this, the others are not looked at.
_MOST_MOVES = 100


@dataclass(frozen=True, slots=True)
class Resistance:
    """A move of a side that stands lost, and what it left the opponent."""

    decision: Decision
    #: The opponent's replies, and those of them that still win.
    replies: int
    winning: int
    #: The share of replies that would let the loser off, after this move and after the hardest one.
    hardness: float
    hardest: float
    #: Whether the opponent then let the win slip.
    slipped: bool

    @property
    def is_trap(self) -> bool:
        """Whether only one of several replies still won."""
        return self.winning == 1 < self.replies


def resistance(decision: Decision, slipped: bool) -> Resistance | None:
    """How hard a decision made it, where it stood lost for sure and nobody rolls dice; else None."""
    if decision.best.value.result != -1:
        return None
    played = _replies(decision.position, decision.played.move)
    if played is None or not played:
        return None
    others = decision.position.moves if len(decision.position.moves) <= _MOST_MOVES else ()
    hardness = _hardness(played)
    found = (_replies(decision.position, move) for move in others)
    hardest = max([hardness, *(_hardness(replies) for replies in found if replies)])
    return Resistance(decision, len(played), sum(map(_wins, played)), hardness, hardest, slipped)


def _replies(position: Position, move: Move) -> list[Value] | None:
    """What the opponent's replies to a move are worth to it; None where that is not known."""
    after = position.play(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return None
    known = exact_values(after)
    return None if known is None else list(known.values())


def _wins(value: Value) -> bool:
    return value.result == 1


def _hardness(replies: list[Value]) -> float:
    return 1 - sum(map(_wins, replies)) / len(replies)
