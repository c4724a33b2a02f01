"""Distributed solving by a dense index: a tier is a task that depends on later tiers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz import _core
from kibitz.solving.blocks import Blocks
from kibitz.solving.by_index import part_name, tier_facts

#: Runs independent jobs of one kind, except finished ones.
Do = Callable[[Callable[["IndexedTier"], int], Sequence["IndexedTier"]], None]


@dataclass(frozen=True)
class IndexedTier:
    """One tier of an index, to be solved on so many threads."""

    blocks: Blocks
    tier: int
    threads: int = 1

    @property
    def name(self) -> str:
        """Return the block's name, the same as in a single process."""
        return part_name(self.tier)

    def __str__(self) -> str:
        return f"{self.name} of {self.blocks.game.spec}"


def levels(later: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the tiers level by level; each depends on lower levels, on the tiers that `later` lists."""
    level: dict[int, int] = {}
    for tier in reversed(range(len(later))):
        level[tier] = 1 + max((level[each] for each in later[tier]), default=-1)
    out: list[list[int]] = [[] for _ in range(1 + max(level.values(), default=-1))]
    for tier, number in level.items():
        out[number].append(tier)
    return out


def spread_index(blocks: Blocks, do: Do) -> None:
    """Solve every tier, level by level, as parts that `solve_by_index` resumes from."""
    sizes = blocks.game.rules.index_sizes
    for tiers in levels([blocks.game.solving.later_tiers(tier) for tier in range(len(sizes))]):
        # The largest first, which shortens the wait for the last. A tier by itself may use a whole machine.
        tiers.sort(key=sizes.__getitem__, reverse=True)
        threads = (os.cpu_count() or 1) if len(tiers) == 1 else 1
        do(solve_tier, [IndexedTier(blocks, tier, threads) for tier in tiers])


def solve_tier(job: IndexedTier) -> int:
    """Solve a tier."""
    game = job.blocks.game
    run = _core.index_run(game.rules, job.threads)
    for tier in game.solving.later_tiers(job.tier):
        part = job.blocks.read(part_name(tier))
        run.restore(tier, part.section("values"), float(part.facts["error"]))
    stored = run.solve(job.tier, _core.Control())
    job.blocks.write(job.name, tier_facts(run), {"values": stored})
    return 2 * run.tier_size(job.tier)
