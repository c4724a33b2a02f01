"""Random choices that are the same on every machine for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

#: The random generator that is passed to everything that needs one.
Random = random.Random


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one of the items, all equally likely.

    Uses `Random.random` only, the one method with the same numbers in every version of Python.
    """
    return items[int(rng.random() * len(items))]


def pick_weighted(rng: Random, items: Sequence[T], weights: Sequence[float]) -> T:
    """Return one of the items with probability proportional to its weight."""
    left = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]


def shuffled(rng: Random, items: Sequence[T]) -> list[T]:
    """Return the items in random order."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in items]


def seed_from(rng: Random) -> int:
    """Draw a seed for the core from a generator."""
    return int(rng.random() * 2**53)
