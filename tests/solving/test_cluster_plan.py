"""The cost model of docs/cluster.md, computed by hand for small numbers."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from small_games import HOPS, WALK, load

import kibitz
from kibitz import _core
from kibitz.solving.blocks import Blocks
from kibitz.solving.cluster_plan import by_tiers, by_units, cluster_plan
from kibitz.solving.distributed_tiers import block_of, blocks_of
from kibitz.solving.solve_plan import make_plan


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
        ("working", "computation"),
        ("reading", "reading"),
        ("waiting", "waiting for the last worker"),
        ("joining", "assembling the table"),
    ],
)
def test_the_slowest_part_is_named(part: str, words: str) -> None:
    plan = by_tiers([2**19], disk=100, alone=1.0, workers=2)
    assert dataclasses.replace(plan, **{part: 1e9}).bottleneck == words


def test_a_tier_that_is_no_multiple_of_its_blocks() -> None:
    """One of a single small block, one of a block and a piece, and one of four blocks."""
    block = 2**19
    sizes = [640, block + 64, 4 * block]
    plan = by_tiers(sizes, disk=2_000_000, alone=20.0, workers=3)
    assert (plan.positions, plan.tasks) == (sum(sizes), 2 * (1 + 2 + 4) + 3)
    # Every block of a tier writes marks for all of the next one.
    marks = sizes[1] // 8 * 1 + sizes[2] // 8 * 2
    values = sum(sizes) // 2
    assert plan.shared == marks + 2 * values
    # The values of a tier are read by all who work on the one before: one on the first, two on the second.
    assert plan.traffic == marks + sizes[1] // 2 * 1 + sizes[2] // 2 * 2 + values
    assert plan.memory == int(2.5 * 4 * block)
    a_place = 1.5 * 20.0 / sum(sizes)
    assert plan.working == pytest.approx(30.0 / 3 + 0.02 * 2 * 7 / 3)
    assert plan.waiting == pytest.approx(3 * 2 * 0.02 + a_place * (640 + block / 2 + block / 2))
    assert plan.reading == pytest.approx(plan.traffic / 300e6)
    assert plan.joining == pytest.approx(0.01)


def test_many_units_on_few_workers() -> None:
    units = [(0, 50), (0, 50), (1, 100), (1, 100), (1, 200), (2, 500)]
    plan = by_units(units, places=2_000, disk=1_000, width=1, unfolded=1, alone=10.0, workers=2)
    # Two places a step. Both read the first level's 200 places, and one the 1,000 of both below the last.
    assert plan.traffic == 2 * 200 + 1 * 1_000
    assert plan.memory == 1_000 * 1 * 1 + 1_000 * 8
    assert plan.working == pytest.approx(5)
    # Fair shares are 50, 200 and 250 steps of a hundredth of a second; only the last unit takes longer.
    assert plan.waiting == pytest.approx(2.5 + 6 * 0.02 / 2)
    many = by_units(units, places=2_000, disk=1_000, width=1, unfolded=1, alone=10.0, workers=100)
    assert many.traffic == 3 * 200 + 1 * 1_000
    assert many.reading == pytest.approx(many.traffic / 1e9)
    assert many.working + many.waiting == pytest.approx(0.5 + 2.0 + 5.0 + 6 * 0.02 / 100)


def test_the_plan_of_a_game_is_that_of_its_tiers_or_units() -> None:
    numerical = kibitz.load("numerical")
    alone = make_plan(numerical)
    tiers = _core.tier_run(numerical.rules, 1, True)
    sizes = [tiers.tier_size(tier) for tier in range(tiers.tiers)]
    assert sum(sizes) == alone.places
    found = cluster_plan(numerical, alone, 4)
    assert found == by_tiers(sizes, alone.disk, alone.seconds * alone.threads, 4)
    # Bytes a position while it is needed, and how many lie beside it: all of chess's are of one byte, and
    # EinStein's of eight up to four million and of two at least, with three images.
    for spec, pieces, width, unfolded in (("chess", 3, 1, 1), ("ewn", 3, 8, 3), ("ewn", 5, 2, 3)):
        game = kibitz.load(spec)
        alone = make_plan(game, pieces=pieces)
        run = _core.endgame_run(game.rules, pieces, 1, 1)
        units = [(run.level(unit), run.steps(unit)) for unit in range(run.units)]
        assert cluster_plan(game, alone, 3) == by_units(
            units, alone.places, alone.disk, width, unfolded, alone.seconds * alone.threads, 3
        )


def test_a_listed_table_has_no_plan(tmp_path: Path) -> None:
    hops = load(tmp_path, "hops", HOPS)
    with pytest.raises(kibitz.BadOption, match="the number of positions of"):
        cluster_plan(hops, make_plan(hops), 2)
    walk = load(tmp_path, "walk", WALK)
    with pytest.raises(kibitz.BadOption, match="which one process does"):
        cluster_plan(walk, make_plan(walk), 2)


def test_the_largest_tier_has_32_blocks_between_half_a_million_and_268_million_places() -> None:
    assert block_of(1) == block_of(32 * 2**19) == 2**19
    assert block_of(2**30) == 2**25
    assert block_of(32 * 2**28) == block_of(2**40) == 2**28
    for size in (32 * 2**19 + 1, 2**30 + 1, 10**9, 123_456_789_0):
        assert block_of(size) % 64 == 0
        assert block_of(size) * 31 < size <= block_of(size) * 32


def test_blocks_cover_a_tier_once(tmp_path: Path) -> None:
    blocks = Blocks(kibitz.load("tictactoe"), tmp_path)
    for size, count in ((1, 1), (64, 1), (65, 2), (640, 10), (641, 11)):
        found = blocks_of(blocks, 64, 3, size, "marks")
        bounds = [each.bounds(size) for each in found]
        assert len(found) == count
        assert [begin for begin, _ in bounds] == [0, *(end for _, end in bounds[:-1])]
        assert bounds[-1][1] == size
        assert len({each.name for each in found}) == count
    assert str(found[0]) == f"{found[0].name} of tictactoe"
