"""Seeded random play, the same on every machine."""

from __future__ import annotations

from functools import lru_cache

from kibitz import Game, Move, Position
from kibitz.base.random import Random, pick

#: A walk this long is a mistake in the rules.
LONGEST = 10_000


def walk(game: Game, seed: int) -> tuple[list[Position], list[Move]]:
    """One random game: its positions from the start to the end, and the moves between them."""
    rng = Random(seed)
    positions, played = [game.start()], []
    while positions[-1].moves:
        assert len(played) < LONGEST, "the game does not end"
        played.append(pick(rng, positions[-1].moves))
        positions.append(positions[-1].play(played[-1]))
    return positions, played


@lru_cache(maxsize=8)
def sample(game: Game, games: int = 6, most: int = 40) -> tuple[Position, ...]:
    """Positions of some random games: every start and end, and some from between."""
    rng = Random(1)
    ends, between = [game.start()], []
    for seed in range(games):
        positions, _ = walk(game, seed)
        between += positions[1:-1]
        ends.append(positions[-1])
    while len(between) > most:
        between.remove(pick(rng, between))
    return (*ends, *between)


def some(moves: tuple[Move, ...], most: int = 10) -> list[Move]:
    """A few of the moves, spread over the list."""
    return list(moves[:: len(moves) // most + 1])
