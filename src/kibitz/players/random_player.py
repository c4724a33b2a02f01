"""A player that moves at random."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player


class RandomPlayer(Player):
    """Plays a uniformly random legal move."""

    name = "random"
    summary = "any legal move, each as likely as the others"

    def probabilities(self, position: Position) -> dict[Move, float]:
        """Return the same probability for each move."""
        return dict.fromkeys(position.moves, 1 / len(position.moves))

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        return Choice(pick(rng, position.moves))
