"""Distributed solving tier by tier: each tier is cut into blocks, and a block is a task.

1. From the first tier to the last, each block marks its successors.
2. From the last tier to the first, compute each block's values from those of the next tier.
3. Assemble each tier as a single process would have computed it.

Until its tier is assembled, a block holds values for one representative of each symmetry class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz import _core
from kibitz.solving.blocks import Blocks

#: Positions per block: enough to outweigh the overhead, few enough to take minutes at most.
_FEWEST = 1 << 19
_MOST = 1 << 28
#: Bounds on the blocks of a tier, since each block writes marks for the whole next tier.
_BLOCKS = 32

#: Runs independent jobs of one kind, except finished ones.
Do = Callable[[Callable[["TierBlock"], int], Sequence["TierBlock"]], None]


@dataclass(frozen=True)
class TierBlock:
    """One block of a tier, or the whole tier, with the block counts of other tiers."""

    blocks: Blocks
    #: Positions per block; a multiple of 64.
    places: int
    tier: int
    number: int = 0
    #: The step.
    step: str = "marks"

    @property
    def name(self) -> str:
        """Return the block's name."""
        if self.step == "whole":
            return f"values-{self.tier}"  # as in a single process
        return f"tier-{self.tier}-{self.step}-{self.number}-of-{self.places}"

    def bounds(self, size: int) -> tuple[int, int]:
        """Return the block's first index and its end in a tier of this size."""
        return self.number * self.places, min(size, (self.number + 1) * self.places)

    def __str__(self) -> str:
        return f"{self.name} of {self.blocks.game.spec}"


def blocks_of(blocks: Blocks, places: int, tier: int, size: int, step: str) -> list[TierBlock]:
    """Return all blocks of a tier of this size."""
    return [TierBlock(blocks, places, tier, number, step) for number in range(-(-size // places))]


def block_of(size: int) -> int:
    """Return the positions per block for tiers up to this size; a multiple of 64."""
    return max(_FEWEST, min(-(-size // (64 * _BLOCKS)) * 64, _MOST))


def spread_tiers(blocks: Blocks, do: Do, places: int | None = None) -> None:
    """Compute every tier of a game, as parts that `solve_by_tiers` resumes from."""
    run = _core.tier_run(blocks.game.rules, 1, True)
    sizes = [run.tier_size(tier) for tier in range(run.tiers)]
    places = places or block_of(max(sizes))
    for tier in range(run.tiers):
        do(mark, blocks_of(blocks, places, tier, sizes[tier], "marks"))
    for tier in reversed(range(run.tiers)):
        do(value, blocks_of(blocks, places, tier, sizes[tier], "block"))
    do(join, [TierBlock(blocks, places, tier, step="whole") for tier in range(run.tiers)])


def mark(job: TierBlock) -> int:
    """Mark a block's successors; write its own marks and theirs."""
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
    """Solve a block's positions, one representative of each symmetry class."""
    run = _run(job.blocks, job.places, job.tier, "block")
    begin, end = job.bounds(run.tier_size(job.tier))
    marks = TierBlock(job.blocks, job.places, job.tier, job.number, "marks")
    run.add_marks(job.tier, begin, job.blocks.read(marks.name).section("own"))
    palette, values = run.value_block(job.tier, begin, end, _core.Control())
    job.blocks.write(job.name, {}, {"palette": palette, "values": values})
    return end - begin


def join(job: TierBlock) -> int:
    """Assemble a tier."""
    run = _core.tier_run(job.blocks.game.rules, 1, True)
    _set_values(run, job.blocks, job.places, job.tier)
    palette, values = run.join_blocks(job.tier, _core.Control())
    job.blocks.write(job.name, {"positions": run.positions}, {"palette": palette, "values": values})
    return run.tier_size(job.tier)


@lru_cache(1)
def _run(blocks: Blocks, places: int, tier: int, step: str) -> _core.TierRun:
    """Return the solver of a tier's blocks, with the next tier's values loaded."""
    run = _core.tier_run(blocks.game.rules, 1, True)
    if step == "block" and tier + 1 < run.tiers:
        _set_values(run, blocks, places, tier + 1)
    return run


def _set_values(run: _core.TierRun, blocks: Blocks, places: int, tier: int) -> None:
    size = run.tier_size(tier)
    for block in blocks_of(blocks, places, tier, size, "block"):
        file = blocks.read(block.name)
        run.set_block(tier, *block.bounds(size), file.section("palette"), file.section("values"))
