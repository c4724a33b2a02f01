"""A player that keeps the game close."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.options import Option
from kibitz.base.random import Random, pick
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.shallow_search import refutations, shallow_values
from kibitz.players.strongest import get_ready
from kibitz.solving.exact_sources import probe_sources

#: Limit of searches for exact values.
_NODES = 60_000


class FriendlyPlayer(Player):
    """Prefers even positions: it passes up wins and plays its best when behind."""

    name = "friendly"
    counts = True
    summary = "keeps the game close: lets chances go by when it is ahead, does its best when it is behind"
    note = "It keeps the game close: when it is ahead, it lets chances go by."
    options = (Option("depth", 4, "decisions to look ahead where nothing is known", low=1, high=99),)

    def prepare(self, position: Position) -> None:
        """Load the sources of exact values."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose the move after which the game is closest."""
        asked = probe_sources(position, limit.tightened(Limit(nodes=_NODES)))
        if asked.knowledge is not None:
            values = {each.move: each.value for each in asked.knowledge.moves}
        else:
            values = shallow_values(position, int(self.values["depth"]), limit)
        # Don't allow an immediate win if it can be avoided.
        thrown = refutations(position, limit)
        fair = {move: value for move, value in values.items() if move not in thrown} or values
        closest = min(map(imbalance, fair.values()))
        move = pick(rng, [move for move, value in fair.items() if imbalance(value) == closest])
        return Choice(move, values[move])


def imbalance(value: Value) -> tuple[int, float]:
    """Return how far a value is from an even game.

    A decided game is better late than early, so distances count.
    """
    if isinstance(value, Expect):
        return 0, abs(value.chance - 0.5)
    if isinstance(value, Estimate):
        return 0, abs(value.score)
    if isinstance(value, Points):
        return 0, abs(value.points)
    if value.result == 0:
        return 0, 0.0
    return (1 if value.result == 1 else 2), -float(value.plies or 0)
