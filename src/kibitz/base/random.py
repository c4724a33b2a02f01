"""Choosing by chance, the same on every machine for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

#: The generator that is passed to whatever needs chance.
Random = random.Random


def pick(rng: Random, items: Sequence[T]) -> T:
    """One of the items, each as likely as the others.

    Only `Random.random` is promised to give the same numbers in every version
    of Python, so everything is made from it.
    """
    return items[int(rng.random() * len(items))]


def pick_weighted(rng: Random, items: Sequence[T], weights: Sequence[float]) -> T:
    """One of the items, as likely as its weight says."""
    left = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]


def shuffled(rng: Random, items: Sequence[T]) -> list[T]:
    """The items in any order, each as likely as the others."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in items]


def seed_from(rng: Random) -> int:
    """A seed for the core, drawn from a generator."""
    return int(rng.random() * 2**53)
