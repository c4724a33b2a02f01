"""Random generators of a game, derived from its seed.

Every roll and every search has its own generator, made from the seed and the place in the game. So a move
that is undone and replayed meets the same rolls and replies, also after the game was saved and resumed.
"""

from __future__ import annotations

from kibitz.base.random import Random


def generator(seed: int, purpose: str, place: int, used: Random | None = None) -> Random:
    """Return the generator for a purpose at a place of the game with this seed.

    A `used` one is re-seeded, which takes half the time.
    """
    text = f"kibitz {seed} {purpose} {place}"
    if used is None:
        return Random(text)
    used.seed(text)
    return used
