"""Chance is the same for the same seed, and fair."""

from __future__ import annotations

from collections import Counter

from kibitz.words.random import Random, pick, pick_weighted, seed_from


def test_the_same_seed_gives_the_same_choices() -> None:
    def choices(seed: int) -> list[object]:
        rng = Random(seed)
        return [
            (pick(rng, "abcdef"), pick_weighted(rng, "xyz", [1, 2, 3]), seed_from(rng)) for _ in range(50)
        ]

    assert choices(1) == choices(1) != choices(2)


def test_every_item_comes_up_about_as_often_as_it_should() -> None:
    rng = Random(3)
    even = Counter(pick(rng, "abcd") for _ in range(8_000))
    assert all(1_800 < count < 2_200 for count in even.values())
    weighted = Counter(pick_weighted(rng, "ab", [1, 3]) for _ in range(8_000))
    assert 1_800 < weighted["a"] < 2_200
    assert "b" not in {pick_weighted(rng, "ab", [1, 0]) for _ in range(500)}


def test_what_rounding_leaves_over_is_the_last_items() -> None:
    class Edge(Random):
        def random(self) -> float:
            return 1.0  # as near to it as rounding may bring a sum of weights

    assert pick_weighted(Edge(), "abc", [1, 2, 3]) == "c"


def test_seeds_for_the_core_fit() -> None:
    rng = Random(4)
    assert all(0 <= seed_from(rng) < 2**53 for _ in range(100))
