"""The randomness of one game, the same for the same seed.

Every roll and every thought has a generator of its own, made from the seed and
its place in the game. So a move taken back and played again meets the same
rolls and the same replies, also after the game was saved and resumed.
"""

from __future__ import annotations

from kibitz.base.random import Random


def generator(seed: int, purpose: str, place: int, used: Random | None = None) -> Random:
    """The generator for one purpose at one place of the game with this seed.

    One that has been `used` for something else may be begun again, which takes half the time.
    """
    text = f"kibitz {seed} {purpose} {place}"
    if used is None:
        return Random(text)
    used.seed(text)
    return used
