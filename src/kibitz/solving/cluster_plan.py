"""A cost model for solving a game on many machines (docs/cluster.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.games.game import Game
from kibitz.solving.by_endgame import width_of
from kibitz.solving.distributed_tiers import block_of
from kibitz.solving.layouts import Dense, Endgame
from kibitz.solving.solve_plan import SolvePlan

#: Measured seconds to hand over a task and write its block.
_TASK = 0.02
#: Bytes per second read by a worker from the shared folder, and served by the folder in total, over a typical
#: network. On one machine, the page cache is faster.
_ONE_READS = 100e6
_ALL_READ = 1e9
#: Measured bytes per second of the final assembly.
_JOINED = 200e6
#: Symmetric images are looked up at every move of a block; a single process does that once.
_SLOWER = 1.5


@dataclass(frozen=True)
class ClusterPlan:
    """The cost for a number of workers with one core each."""

    workers: int
    positions: int
    tasks: int
    #: Bytes of the table, of the shared folder during the run, and read by workers.
    table: int
    shared: int
    traffic: int
    #: Maximum per worker.
    memory: int
    #: Seconds for computation, reading, waiting for the last worker of each step, and assembly.
    working: float
    reading: float
    waiting: float
    joining: float

    @property
    def seconds(self) -> float:
        """Return the total."""
        return self.working + self.reading + self.waiting + self.joining

    @property
    def bottleneck(self) -> str:
        """Return what takes longest."""
        parts = {
            "computation": self.working,
            "reading": self.reading,
            "waiting for the last worker": self.waiting,
            "assembling the table": self.joining,
        }
        return max(parts, key=parts.__getitem__)


def cluster_plan(game: Game, plan: SolvePlan, workers: int) -> ClusterPlan:
    """Return the cost for a number of workers; BadOption for a game that is enumerated."""
    alone = plan.seconds * plan.threads
    if plan.layout == Dense.name:
        tiers = _core.tier_run(game.rules, 1, True)
        return by_tiers([tiers.tier_size(tier) for tier in range(tiers.tiers)], plan.disk, alone, workers)
    if plan.layout == Endgame.name:
        assert plan.pieces is not None
        run = _core.endgame_run(game.rules, plan.pieces, 1, 1)
        units = [(run.level(unit), run.steps(unit)) for unit in range(run.units)]
        # With dice, positions in use are held in full width, with their symmetric images.
        wide = max(2, width_of(plan.places)) if game.has_chance else 1
        return by_units(units, plan.places, plan.disk, wide, 3 if game.has_chance else 1, alone, workers)
    if game.solving.has_tiers:
        raise BadOption(f"the number of positions of {game.spec} is not known before they are listed")
    raise BadOption(f"{game.spec} is listed position by position, which one process does")


def by_tiers(sizes: Sequence[int], disk: int, alone: float, workers: int) -> ClusterPlan:
    """Return the cost for tiers of these sizes, which one core solves in `alone` seconds."""
    alone *= _SLOWER
    places = block_of(max(sizes))
    blocks = [math.ceil(size / places) for size in sizes]
    # The marks of a tier come from all blocks of the previous tier; its values are read by all its workers.
    marks = [size / 8 * before for (before, _), size in zip(pairwise(blocks), sizes[1:], strict=True)]
    values = [size / 2 for size in sizes]
    readers = [min(workers, count) for count in blocks]
    traffic = sum(marks) + sum(v * r for v, r in zip(values[1:], readers, strict=False)) + sum(values)
    # Each step ends with the last worker: on average half a block later.
    a_block = [alone / sum(sizes) * min(size, places) for size in sizes]
    waiting = sum(
        2 * _TASK + (each / 2 if count > 1 else each) for each, count in zip(a_block, blocks, strict=True)
    )
    return ClusterPlan(
        workers,
        sum(sizes),
        2 * sum(blocks) + len(sizes),
        disk,
        int(sum(marks) + 2 * sum(values)),
        int(traffic),
        int(2.5 * max(sizes)),
        alone / workers + _TASK * 2 * sum(blocks) / workers,
        traffic / min(_ALL_READ, workers * _ONE_READS),
        waiting if workers > 1 else 0.0,
        disk / _JOINED,
    )


def by_units(
    units: Sequence[tuple[int, int]],
    places: int,
    disk: int,
    width: int,
    unfolded: int,
    alone: float,
    workers: int,
) -> ClusterPlan:
    """Return the cost for units by level and steps; positions in use have `width` bytes each."""
    steps = sum(count for _, count in units)
    a_step, share = alone / steps, places / steps
    below = working = waiting = traffic = 0.0
    for level in sorted({level for level, _ in units}):
        of_level = [count for its, count in units if its == level]
        traffic += min(workers, len(of_level)) * below * share * width
        working += sum(of_level) * a_step / workers
        # The largest unit bounds every step.
        waiting += (
            max(0.0, max(of_level) - sum(of_level) / workers) * a_step + _TASK * len(of_level) / workers
        )
        below += sum(of_level)
    top = max(level for level, _ in units)
    lower = sum(count for level, count in units if level < top)
    memory = lower * share * width * unfolded + max(count for _, count in units) * share * 8
    return ClusterPlan(
        workers,
        places,
        len(units),
        disk,
        disk,
        int(traffic),
        int(memory),
        working,
        traffic / min(_ALL_READ, workers * _ONE_READS),
        waiting,
        disk / _JOINED,
    )
