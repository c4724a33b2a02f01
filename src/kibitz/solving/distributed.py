"""Distributed solving: workers compute the parts, and one process assembles the table.

All machines share the folder of the parts, which is the checkpoint: the next run resumes from it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadFile, KibitzError
from kibitz.executors.executor import Executor
from kibitz.games.game import Game
from kibitz.solving.blocks import Blocks, DamagedBlock
from kibitz.solving.by_endgame import width_of
from kibitz.solving.distributed_endgames import spread_units
from kibitz.solving.distributed_graph import spread_graph
from kibitz.solving.distributed_index import spread_index
from kibitz.solving.distributed_tiers import spread_tiers
from kibitz.solving.layouts import Dense, Indexed, Keyed
from kibitz.solving.solve_plan import SolvePlan

#: Number of damaged or unwritable blocks before giving up.
_TRIES = 3


def can_spread(game: Game, plan: SolvePlan) -> bool:
    """Return whether a game solved by this plan has independent parts."""
    return plan.layout != Keyed.name or game.solving.has_tiers


def make_parts(blocks: Blocks, plan: SolvePlan, executor: Executor, control: _core.Control) -> None:
    """Compute all parts of a table that don't exist yet."""
    failures: Counter[str] = Counter()
    work = _Work(executor, control)
    while True:
        try:
            if plan.layout == Dense.name:
                run = _core.tier_run(blocks.game.rules, 1, True)
                control.begin(3 * sum(run.tier_size(tier) for tier in range(run.tiers)))
                spread_tiers(blocks, work.do)
            elif plan.layout == Keyed.name:
                control.begin()  # the total is not known yet
                spread_graph(blocks, plan.places, work.do)
            elif plan.layout == Indexed.name:
                control.begin(2 * sum(blocks.game.rules.index_sizes))
                spread_index(blocks, work.do)
            else:
                assert plan.pieces is not None
                units = _core.endgame_run(blocks.game.rules, plan.pieces, 1, 1)
                control.begin(sum(units.steps(unit) for unit in range(units.units)))
                spread_units(blocks, plan.pieces, width_of(units.places), work.do)
            return
        except DamagedBlock as trouble:
            name = str(trouble)
            failures[name] += 1
            if failures[name] > _TRIES:
                raise BadFile(f"{blocks.folder}: {name} is damaged again and again") from None
            blocks.remove(name)
        except BadFile:
            # One worker's disk may be full; another may have room.
            failures[""] += 1
            if failures[""] > _TRIES:
                raise


class _Work:
    """Runs jobs on an executor and counts their progress."""

    def __init__(self, executor: Executor, control: _core.Control) -> None:
        self._executor = executor
        self._control = control

    def do(self, work: Callable[[Any], int], jobs: Sequence[Any]) -> None:
        """Run independent jobs, except those whose blocks exist."""
        left = [job for job in jobs if not job.blocks.has(job.name)]
        with contextlib.closing(self._executor.run(work, left)) as results:
            for steps in results:
                self._control.advance(steps)
        for job in left:
            if not job.blocks.has(job.name):
                raise KibitzError(
                    f"{job.name} was computed, but is not in {job.blocks.folder}; all workers must share it"
                )
