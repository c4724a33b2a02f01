"""The model of docs/cluster.md, reckoned by hand for small numbers."""

from __future__ import annotations

import dataclasses

import pytest

from kibitz.solving.cluster_plan import by_tiers, by_units


def test_two_tiers_of_one_and_of_two_blocks() -> None:
    small, large = 2**19, 2**20  # a block has no fewer places than the small one
    plan = by_tiers([small, large], disk=400_000_000, alone=10.0, workers=4)
    assert (plan.workers, plan.positions, plan.table) == (4, small + large, 400_000_000)
    # Every block is marked and valued, and every tier put together.
    assert plan.tasks == 3 * 2 + 2
    # A bit a place for marks, from the one block of the tier before; half a byte for values.
    marks, values = large // 8, (small + large) // 2
    assert plan.shared == marks + 2 * values
    # Marks, the later tier for the one who works on the first, and all once more to put them together.
    assert plan.traffic == marks + large // 2 + values
    assert plan.memory == 5 * large // 2
    # Block by block it is half as long again. The three blocks are alike: five seconds each.
    assert plan.working == pytest.approx(15 / 4 + 6 * 0.02 / 4)
    # The first tier has a single block, for which all wait; in the other it is half of one.
    assert plan.waiting == pytest.approx(5 + 2.5 + 4 * 0.02)
    assert plan.reading == pytest.approx(plan.traffic / 400e6)
    assert plan.joining == pytest.approx(2)
    assert plan.seconds == pytest.approx(plan.working + plan.waiting + plan.reading + plan.joining)
    alone = by_tiers([small, large], disk=400_000_000, alone=10.0, workers=1)
    assert (alone.waiting, alone.reading) == (0, alone.traffic / 100e6)
    many = by_tiers([small, large], disk=400_000_000, alone=10.0, workers=1000)
    assert many.reading == many.traffic / 1e9


def test_two_levels_of_units() -> None:
    units = [(0, 100), (0, 300), (1, 600)]
    plan = by_units(units, places=10_000, disk=200_000_000, width=2, unfolded=3, alone=100.0, workers=2)
    assert (plan.tasks, plan.positions) == (3, 10_000)
    assert plan.table == plan.shared == 200_000_000
    # The one who works on the last unit reads the 4,000 places below it.
    assert plan.traffic == 4_000 * 2
    assert plan.memory == 4_000 * 2 * 3 + 6_000 * 8
    assert plan.working == pytest.approx(50)
    # 30 seconds for the larger of the first two units, where 20 are a fair share; then 60 instead of 30.
    assert plan.waiting == pytest.approx(10 + 30 + 3 * 0.02 / 2)
    assert plan.reading == pytest.approx(8_000 / 200e6)
    assert plan.joining == pytest.approx(1)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("working", "the work"),
        ("reading", "reading"),
        ("waiting", "waiting for the last"),
        ("joining", "putting the table together"),
    ],
)
def test_what_takes_longest_is_named(part: str, words: str) -> None:
    plan = by_tiers([2**19], disk=100, alone=1.0, workers=2)
    assert dataclasses.replace(plan, **{part: 1e9}).bottleneck == words
