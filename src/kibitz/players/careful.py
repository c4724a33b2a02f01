"""A player that keeps the exact result and maximises its chances against a random opponent."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.value import Value
from kibitz.games.exact_source import ExactSource
from kibitz.games.position import Position
from kibitz.players.perfect import TablePlayer
from kibitz.solving.against_random import best_by_odds, odds_of_moves


class CarefulPlayer(TablePlayer):
    """Chooses, among the moves that keep the result, the one that scores best against random play."""

    name = "careful"
    summary = (
        "never gives up a safe result, then takes the best chances against an opponent who moves at random"
    )

    def _pick(self, position: Position, values: dict[Move, Value], source: ExactSource, rng: Random) -> Move:
        best = max(values.values())
        odds = odds_of_moves(position, source)
        if best.result is None or odds is None:
            return super()._pick(position, values, source, rng)
        safe = [move for move, value in values.items() if value.result == best.result]
        # A win is certain, so take the quickest; otherwise take the best odds.
        if best.result == 1:
            return super()._pick(position, values, source, rng)
        return pick(rng, best_by_odds({move: odds[move] for move in safe}))
