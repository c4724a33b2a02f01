"""Difficulty as a percentage of best moves; the others are random."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.options import Option
from kibitz.base.random import Random, pick
from kibitz.base.value import Value
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.strongest import get_ready, strongest_choice
from kibitz.solving.exact_sources import probe_sources


class ClassicPlayer(Player):
    """Plays a best move with some probability, otherwise a random one."""

    name = "classic"
    summary = "plays a best move so many times in a hundred, else any move"
    options = (Option("strength", 60, "how many moves in a hundred are best", low=0, high=100),)

    def prepare(self, position: Position) -> None:
        """Load the sources of exact values."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        if rng.random() * 100 >= int(self.values["strength"]):
            return Choice(pick(rng, position.moves))
        asked = probe_sources(position, limit)
        if asked.knowledge is None:
            return strongest_choice(position, limit, rng)
        values = {each.move: each.value for each in asked.knowledge.moves}
        best = max(map(_result, values.values()))
        move = pick(rng, [move for move, value in values.items() if _result(value) == best])
        return Choice(move, values[move])


def _result(value: Value) -> Value | int:
    """Return a value without its distance."""
    return value if value.result is None else value.result
