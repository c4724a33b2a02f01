"""Random numbers are reproducible by their seed, and uniform."""

from __future__ import annotations

from collections import Counter

from kibitz.base.random import Random, pick, pick_weighted, seed_from, shuffled


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


def test_the_last_item_takes_the_rounding_remainder() -> None:
    class Edge(Random):
        def random(self) -> float:
            return 1.0  # as near to it as rounding may bring a sum of weights

    assert pick_weighted(Edge(), "abc", [1, 2, 3]) == "c"


def test_seeds_for_the_core_fit() -> None:
    rng = Random(4)
    assert all(0 <= seed_from(rng) < 2**53 for _ in range(100))


def test_an_order_is_as_likely_as_any_other() -> None:
    rng = Random(5)
    orders = Counter("".join(shuffled(rng, "abc")) for _ in range(6_000))
    assert orders.keys() == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert all(850 < count < 1_150 for count in orders.values())


class Fixed(Random):
    """Always draws the same."""

    def __init__(self, drawn: float) -> None:
        super().__init__()
        self.drawn = drawn

    def random(self) -> float:
        return self.drawn


def test_the_least_and_the_largest_that_may_be_drawn() -> None:
    least, largest = Fixed(0.0), Fixed(1 - 2**-53)
    assert (pick(least, "abc"), pick(largest, "abc")) == ("a", "c")
    # What has no weight never comes, not even at the edge of what has.
    assert pick_weighted(least, "abc", [0, 2, 1]) == "b"
    assert pick_weighted(Fixed(0.5), "abc", [1, 0, 1]) == "c"
    assert pick_weighted(largest, "abc", [1, 1, 0]) == "b"
    assert (shuffled(least, "abc"), shuffled(largest, "abc")) == (["a", "b", "c"], ["c", "b", "a"])
    assert (seed_from(least), seed_from(Fixed(0.5)), seed_from(largest)) == (0, 2**52, 2**53 - 1)
