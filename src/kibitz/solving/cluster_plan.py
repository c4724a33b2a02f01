"""What solving a game takes on many machines: a model (docs/cluster.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from kibitz import _core
from kibitz.games.game import Game
from kibitz.solving.by_endgame import width_of
from kibitz.solving.layouts import Dense, Endgame
from kibitz.solving.plan import SolvePlan
from kibitz.solving.spread_tiers import BLOCK
from kibitz.words.errors import BadOption

#: Seconds to hand over a task and to write its block.
_TASK = 0.05
#: Bytes a second that a worker reads from the shared folder, and that the folder gives to all together.
_ONE_READS = 100e6
_ALL_READ = 1e9
#: Block by block a position's images are looked for at every move, which one process does only once.
_SLOWER = 1.5


@dataclass(frozen=True)
class ClusterPlan:
    """The work of so many workers, each with a core of its own."""

    workers: int
    positions: int
    tasks: int
    #: Of the table, of what is in the shared folder until it is done, and what workers read from it.
    table: int
    shared: int
    traffic: int
    #: Of a worker, at most.
    memory: int
    #: For the work itself, for reading, and for waiting until the last of a step is done.
    working: float
    reading: float
    waiting: float

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.working + self.reading + self.waiting

    @property
    def bottleneck(self) -> str:
        """What takes longest."""
        parts = {"the work": self.working, "reading": self.reading, "waiting for the last": self.waiting}
        return max(parts, key=parts.__getitem__)


def cluster_plan(game: Game, plan: SolvePlan, workers: int) -> ClusterPlan:
    """The plan for so many workers; BadOption for a game that is solved in one piece."""
    alone = plan.seconds * plan.threads
    if plan.layout == Dense.name:
        return _by_tiers(game, plan, workers, _SLOWER * alone)
    if plan.layout == Endgame.name:
        return _by_units(game, plan, workers, alone)
    raise BadOption(f"{game.spec} is listed position by position, which one process does")


def _by_tiers(game: Game, plan: SolvePlan, workers: int, alone: float) -> ClusterPlan:
    run = _core.tier_run(game.rules, 1, True)
    sizes = [run.tier_size(tier) for tier in range(run.tiers)]
    blocks = [math.ceil(size / BLOCK) for size in sizes]
    # The marks of a tier come from all blocks of the one before; its values are read by all who work on it.
    marks = [size / 8 * before for (before, _), size in zip(pairwise(blocks), sizes[1:], strict=True)]
    values = [size / 2 for size in sizes]
    readers = [min(workers, count) for count in blocks]
    traffic = sum(marks) + sum(v * r for v, r in zip(values[1:], readers, strict=False)) + sum(values)
    # Each step ends with whoever is last: on average half a block more than its share.
    a_block = [alone / sum(sizes) * min(size, BLOCK) for size in sizes]
    waiting = sum(
        2 * _TASK + (each / 2 if count > 1 else each) for each, count in zip(a_block, blocks, strict=True)
    )
    return ClusterPlan(
        workers,
        plan.places,
        2 * sum(blocks) + len(sizes),
        plan.disk,
        int(sum(marks) + 2 * sum(values)),
        int(traffic),
        int(2.5 * max(sizes)),
        alone / workers + _TASK * 2 * sum(blocks) / workers,
        traffic / min(_ALL_READ, workers * _ONE_READS),
        waiting,
    )


def _by_units(game: Game, plan: SolvePlan, workers: int, alone: float) -> ClusterPlan:
    assert plan.pieces is not None
    run = _core.endgame_run(game.rules, plan.pieces, 1, 1)
    steps = [run.steps(unit) for unit in range(run.units)]
    levels = [run.level(unit) for unit in range(run.units)]
    a_step = alone / sum(steps)
    width = max(2, width_of(plan.places)) if game.has_chance else 1
    share = plan.places / sum(steps)
    below = working = waiting = traffic = 0.0
    for level in sorted(set(levels)):
        units = [count for count, of in zip(steps, levels, strict=True) if of == level]
        traffic += min(workers, len(units)) * below * share * width
        working += sum(units) * a_step / workers
        # Nobody is quicker than its largest unit.
        waiting += max(0.0, max(units) - sum(units) / workers) * a_step + _TASK * len(units) / workers
        below += sum(units)
    top = sum(count for count, of in zip(steps, levels, strict=True) if of == max(levels))
    unfolded = 3 if game.has_chance else 1
    memory = (sum(steps) - top) * share * width * unfolded + max(steps) * share * 8
    return ClusterPlan(
        workers,
        plan.places,
        run.units,
        plan.disk,
        plan.disk,
        int(traffic),
        int(memory),
        working,
        traffic / min(_ALL_READ, workers * _ONE_READS),
        waiting,
    )
