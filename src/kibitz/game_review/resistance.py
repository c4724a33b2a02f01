"""Resistance: how hard a losing side makes it to win."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.evaluate_position import exact_values
from kibitz.base.move import Move
from kibitz.base.value import Value
from kibitz.game_review.decision import Decision
from kibitz.games.position import Position

#: In positions with more moves, the alternatives are not examined.
_MAX_MOVES = 100


@dataclass(frozen=True, slots=True)
class Resistance:
    """A move in a lost position, and the replies that it left the opponent."""

    decision: Decision
    #: The number of replies, and of those that still win.
    replies: int
    winning: int
    #: The share of replies that lose the win, after this move and after the hardest one.
    hardness: float
    hardest: float
    #: Whether the opponent let the win slip.
    slipped: bool

    @property
    def is_trap(self) -> bool:
        """Whether only one of several replies still won."""
        return self.winning == 1 < self.replies


def resistance(decision: Decision, slipped: bool) -> Resistance | None:
    """Return the resistance of a move in a position that is certainly lost, without dice; else None."""
    if decision.best.value.result != -1:
        return None
    played = _replies(decision.position, decision.played.move)
    if played is None or not played:
        return None
    others = decision.position.moves if len(decision.position.moves) <= _MAX_MOVES else ()
    hardness = _hardness(played)
    found = (_replies(decision.position, move) for move in others)
    hardest = max([hardness, *(_hardness(replies) for replies in found if replies)])
    return Resistance(decision, len(played), sum(map(_wins, played)), hardness, hardest, slipped)


def _replies(position: Position, move: Move) -> list[Value] | None:
    """Return the values of the opponent's replies for the opponent; None if unknown."""
    after = position.play(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return None
    known = exact_values(after)
    return None if known is None else list(known.values())


def _wins(value: Value) -> bool:
    return value.result == 1


def _hardness(replies: list[Value]) -> float:
    return 1 - sum(map(_wins, replies)) / len(replies)
