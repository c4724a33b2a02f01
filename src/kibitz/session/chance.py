"""The randomness of one game, the same for the same seed.

Every roll and every thought has a generator of its own, made from the seed and
its place in the game. So a move taken back and played again meets the same
rolls and the same replies, also after the game was saved and resumed.
"""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.words.move import Move
from kibitz.words.random import Random, pick_weighted


def generator(seed: int, purpose: str, place: int) -> Random:
    """The generator for one purpose at one place of the game with this seed."""
    return Random(f"kibitz {seed} {purpose} {place}")


def roll(position: Position, seed: int, number: int) -> Move:
    """What the dice show in a chance position: the roll with this number in the game."""
    chances = position.chances
    rng = generator(seed, "roll", number)
    return pick_weighted(rng, [move for move, _ in chances], [chance for _, chance in chances])
