"""Where hints come from: the one place to change when better advice is to be had."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.words.limit import Limit
from kibitz.words.random import Random

#: Long enough for small games to be seen to their end, short enough to wait for.
_PATIENCE = Limit(seconds=2)


def best_move(position: Position) -> Choice:
    """A good move for the side to move, and what is known about it."""
    return make_player("alphabeta:depth=30").choose(position, _PATIENCE, Random(0))
