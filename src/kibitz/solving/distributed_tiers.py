"""Solving tier by tier on many machines: a tier is cut into blocks, and a block is a task.

1. From the first tier to the last, each block marks what its positions lead to.
2. From the last tier to the first, each block gets its values from those of the next tier.
3. Each tier is put together as one process would have made it.

A block holds values of one of the positions that are alike by symmetry, until
its tier is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz import _core
from kibitz.solving.blocks import Blocks

#: Places of a block: so many that handing it over is nothing, and so few that it takes minutes at most.
_FEWEST = 1 << 19
_MOST = 1 << 28
#: Between these bounds so many blocks make a tier: every one writes marks for all of the next.
_BLOCKS = 32

#: Does jobs of one kind that don't need each other, and leaves out those that are done.
Do = Callable[[Callable[["TierBlock"], int], Sequence["TierBlock"]], None]


@dataclass(frozen=True)
class TierBlock:
    """One block of a tier, or all of it, and where those of other tiers are."""

    blocks: Blocks
    #: The places of a block; a multiple of 64.
    places: int
    tier: int
    number: int = 0
    #: Which of the three steps.
    step: str = "marks"

    @property
    def name(self) -> str:
        """Its name among the blocks."""
        if self.step == "whole":
            return f"values-{self.tier}"  # as one process calls it
        return f"tier-{self.tier}-{self.step}-{self.number}-of-{self.places}"

    def bounds(self, size: int) -> tuple[int, int]:
        """Its first place, and the one after its last, in a tier of this size."""
        return self.number * self.places, min(size, (self.number + 1) * self.places)

    def __str__(self) -> str:
        return f"{self.name} of {self.blocks.game.spec}"


def blocks_of(blocks: Blocks, places: int, tier: int, size: int, step: str) -> list[TierBlock]:
    """All blocks of a tier of this size."""
    return [TierBlock(blocks, places, tier, number, step) for number in range(-(-size // places))]


def block_of(size: int) -> int:
    """The places of a block in tiers of this size and smaller ones; a multiple of 64."""
    return max(_FEWEST, min(-(-size // (64 * _BLOCKS)) * 64, _MOST))


def spread_tiers(blocks: Blocks, do: Do, places: int | None = None) -> None:
    """Make every tier of a game, as parts that `solve_by_tiers` goes on from."""
    run = _core.tier_run(blocks.game.rules, 1, True)
    sizes = [run.tier_size(tier) for tier in range(run.tiers)]
    places = places or block_of(max(sizes))
    for tier in range(run.tiers):
        do(mark, blocks_of(blocks, places, tier, sizes[tier], "marks"))
    for tier in reversed(range(run.tiers)):
        do(value, blocks_of(blocks, places, tier, sizes[tier], "block"))
    do(join, [TierBlock(blocks, places, tier, step="whole") for tier in range(run.tiers)])


def mark(job: TierBlock) -> int:
    """Mark what a block's positions lead to; write its own marks and all of those."""
    run = _run(job.blocks, job.places, job.tier, "marks")
    begin, end = job.bounds(run.tier_size(job.tier))
    first, last = begin // 8, -(-end // 64) * 8  # in bytes
    if job.tier:
        for before in blocks_of(job.blocks, job.places, job.tier - 1, run.tier_size(job.tier - 1), "marks"):
            run.add_marks(job.tier, begin, job.blocks.part(before.name, "next", first, last))
    run.mark_block(job.tier, begin, end, _core.Control())
    following = run.marks(job.tier + 1) if job.tier + 1 < run.tiers else b""
    job.blocks.write(job.name, {}, {"own": run.marks(job.tier)[first:last], "next": following})
    return end - begin


def value(job: TierBlock) -> int:
    """Value the positions of a block, of those alike the first."""
    run = _run(job.blocks, job.places, job.tier, "block")
    begin, end = job.bounds(run.tier_size(job.tier))
    marks = TierBlock(job.blocks, job.places, job.tier, job.number, "marks")
    run.add_marks(job.tier, begin, job.blocks.read(marks.name).section("own"))
    palette, values = run.value_block(job.tier, begin, end, _core.Control())
    job.blocks.write(job.name, {}, {"palette": palette, "values": values})
    return end - begin


def join(job: TierBlock) -> int:
    """Put a tier together."""
    run = _core.tier_run(job.blocks.game.rules, 1, True)
    _set_values(run, job.blocks, job.places, job.tier)
    palette, values = run.join_blocks(job.tier, _core.Control())
    job.blocks.write(job.name, {"positions": run.positions}, {"palette": palette, "values": values})
    return run.tier_size(job.tier)


@lru_cache(1)
def _run(blocks: Blocks, places: int, tier: int, step: str) -> _core.TierRun:
    """What works on the blocks of a tier, one after the other, and knows the values of the next one."""
    run = _core.tier_run(blocks.game.rules, 1, True)
    if step == "block" and tier + 1 < run.tiers:
        _set_values(run, blocks, places, tier + 1)
    return run


def _set_values(run: _core.TierRun, blocks: Blocks, places: int, tier: int) -> None:
    size = run.tier_size(tier)
    for block in blocks_of(blocks, places, tier, size, "block"):
        file = blocks.read(block.name)
        run.set_block(tier, *block.bounds(size), file.section("palette"), file.section("values"))
