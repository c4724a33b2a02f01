"""Estimating whether a game is too large to enumerate, without enumerating it.

Random games count positions (Knuth 1975, extended to graphs): a random playout that multiplies by the number
of moves and divides by the number of predecessors gives, in expectation, the number of positions at each ply.
With only an upper bound on predecessors, the estimate is a lower bound in expectation.
"""

from __future__ import annotations

import math
import statistics

from kibitz import _core
from kibitz.base.random import Random, pick
from kibitz.games.game import Game

#: Enumerating this many positions takes milliseconds.
_QUICKLY_LISTED = 10_000
_WALKS = 1000
#: Required distance of the mean from the limit, in standard errors.
_SURE = 3
#: Cap of a single playout's count, as a multiple of the limit.
_ENOUGH = 100


def has_more_positions(game: Game, most: int) -> bool:
    """Return whether a game surely has more than `most` positions up to symmetry; False proves nothing."""
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
    """Return whether a game has so few positions that enumerating them is faster than an estimate."""
    try:
        _, beyond = game.rules.list_boundary([game.start().state], _core.Control(), _QUICKLY_LISTED)
    except ValueError:  # there are more
        return False
    return not beyond  # no budget for later tiers


def positions_met(game: Game, rng: Random, enough: float) -> float:
    """Return one random game's estimate of the number of positions, unbiased unless capped at `enough`."""
    position = game.start()
    weight = count = 1.0
    while not position.is_over and count < enough:
        moves = position.moves
        position = position.play(pick(rng, moves))
        weight *= len(moves) / (game.solving.max_predecessors(position) or 1)
        count += weight
    return count
