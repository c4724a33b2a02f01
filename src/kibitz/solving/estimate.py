"""Whether a game is too large to be listed, found out without listing it.

Random games count positions (D. E. Knuth's way, 1975, made for graphs): a
walk that multiplies by the moves it could choose from and divides by the ways
that lead to where it came stands, on average, for every position of that ply
once. Where the ways back are only known at most, it counts too few, never too
many, on average.
"""

from __future__ import annotations

import math
import statistics

from kibitz import _core
from kibitz.base.random import Random, pick
from kibitz.games.game import Game

#: Listing so many positions takes some milliseconds.
_QUICKLY_LISTED = 10_000
_WALKS = 1000
#: Standard errors by which the mean of the walks must lie above.
_SURE = 3
#: A walk that has counted so many times too many has said enough.
_ENOUGH = 100


def has_more_positions(game: Game, most: int) -> bool:
    """Whether a game has, beyond doubt, more positions than so many, up to symmetry. False says nothing."""
    if game.has_chance or game.solving.max_predecessors(game.start()) is None:
        return False
    if most >= _QUICKLY_LISTED and _is_quickly_listed(game):
        return False
    bound = most * max(1, game.rules.symmetries)
    rng = Random(0)
    counts = [positions_met(game, rng, _ENOUGH * bound) for _ in range(_WALKS)]
    error = statistics.stdev(counts) / math.sqrt(_WALKS)
    return statistics.mean(counts) - _SURE * error > bound


def _is_quickly_listed(game: Game) -> bool:
    """Return whether a game has so few positions that listing them takes less time than an estimate."""
    try:
        _, beyond = game.rules.list_boundary([game.start().state], _core.Control(), _QUICKLY_LISTED)
    except ValueError:  # there are more
        return False
    return not beyond  # nothing is left for later tiers


def positions_met(game: Game, rng: Random, enough: float) -> float:
    """What one random game says about the number of positions; right on average, if it is not `enough`."""
    position = game.start()
    weight = count = 1.0
    while not position.is_over and count < enough:
        moves = position.moves
        position = position.play(pick(rng, moves))
        weight *= len(moves) / (game.solving.max_predecessors(position) or 1)
        count += weight
    return count
