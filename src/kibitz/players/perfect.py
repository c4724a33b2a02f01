"""Perfect play from tables and exact solvers."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.options import Option
from kibitz.base.random import Random, pick
from kibitz.base.value import Value
from kibitz.games.exact_source import ExactSource
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.strongest import get_ready
from kibitz.solving.exact_sources import probe_sources


class TablePlayer(Player):
    """Wins as fast as possible and loses as late as possible; searches if no source knows the position."""

    name = "table"
    summary = "perfect play where the game is solved: quickest win, longest resistance; else searches"
    options = (Option("depth", 4, "decisions to look ahead where nothing is known", low=1, high=999),)

    def prepare(self, position: Position) -> None:
        """Load the sources of exact values."""
        get_ready(position)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        asked = probe_sources(position, limit)
        if asked.knowledge is None or asked.source is None:
            return self._search(position, asked.limit, rng)
        values = {each.move: each.value for each in asked.knowledge.moves}
        move = self._pick(position, values, asked.source, rng)
        return Choice(move, values[move], nodes=asked.knowledge.nodes or None)

    def _pick(self, position: Position, values: dict[Move, Value], source: ExactSource, rng: Random) -> Move:
        best = max(values.values())
        return pick(rng, [move for move, value in values.items() if value == best])

    def _search(self, position: Position, limit: Limit, rng: Random) -> Choice:
        from kibitz.players.registry import make_player

        return make_player(f"alphabeta:depth={self.values['depth']}").choose(position, limit, rng)
