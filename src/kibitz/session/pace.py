"""Thinking times like a person's, for computers that answer too quickly to feel like an opponent."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.players.shallow_search import expected_scores, shallow_values

#: Seconds for a move without a choice, for the first candidate, and for each further one.
_FORCED, _CLEAR, _EACH = 0.5, 1.2, 0.8
#: Candidates that count, and how much worse than the best one may look.
_MOST, _CLOSE = 6, 0.04
#: First plies, which people play from memory, and the factor for them.
_OPENING, _BY_HEART = 6, 0.5
#: The greatest share of the time left on a clock.
_SHARE = 1 / 30


def human_seconds(position: Position, ply: int, rng: Random, left: float | None = None) -> float:
    """Return for how many seconds a person would think about a position.

    Short where one move stands out, longer where many seem equally good. `left` is the time on the clock.
    """
    if position.turn is Side.CHANCE or len(position.moves) < 2:
        return _FORCED
    worth = expected_scores(shallow_values(position, 2, Limit()), position.game.scale)
    best = max(worth.values())
    close = min(_MOST, sum(best - each <= _CLOSE for each in worth.values()))
    seconds = (_CLEAR + _EACH * (close - 1)) * (0.6 + 0.8 * rng.random())
    if ply < _OPENING:
        seconds *= _BY_HEART
    return seconds if left is None else min(seconds, left * _SHARE)
