"""Resistance: how hard a losing side makes it to win."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.evaluate_position import exact_values
from kibitz.base.move import Move
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
    #: The move that leaves the smallest share of winning replies, with its replies and those that win;
    #: None if the move played does.
    harder: tuple[Move, int, int] | None = None

    @property
    def is_trap(self) -> bool:
        """Whether only one of several replies still won."""
        return self.winning == 1 < self.replies


def resistance(decision: Decision, slipped: bool) -> Resistance | None:
    """Return the resistance of a move in a position that is certainly lost, without dice; else None."""
    if decision.best.value.result != -1:
        return None
    position, move = decision.position, decision.played.move
    played = _replies(position, move)
    if not played:
        return None
    winning = played.count(1)
    hardness = hardest = 1 - winning / len(played)
    harder = None
    if len(position.moves) <= _MAX_MOVES:
        for other in position.moves:
            if other is move or not (replies := _replies(position, other)):
                continue
            wins = replies.count(1)
            if (share := 1 - wins / len(replies)) > hardest:
                hardest, harder = share, (other, len(replies), wins)
    return Resistance(decision, len(played), winning, hardness, hardest, slipped, harder)


def _replies(position: Position, move: Move) -> list[int | None]:
    """Return the results of the opponent's replies for the opponent; nothing if they are unknown."""
    after = position.after(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return []
    return [value.result for value in (exact_values(after) or {}).values()]
