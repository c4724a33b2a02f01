"""Solving a game on many machines: they make the parts, and one process puts the table together from them.

The folder of the parts has to be one that all machines share. What is in it is
the checkpoint: whoever dies, the next run goes on from there.
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
from kibitz.solving.blocks import Blocks, Spoilt
from kibitz.solving.by_endgame import width_of
from kibitz.solving.distributed_endgames import spread_units
from kibitz.solving.distributed_graph import spread_graph
from kibitz.solving.distributed_tiers import spread_tiers
from kibitz.solving.layouts import Dense, Keyed
from kibitz.solving.solve_plan import SolvePlan

#: So often a block may be spoilt, or any block unwritable, before that is hopeless.
_TRIES = 3


def can_spread(game: Game, plan: SolvePlan) -> bool:
    """Whether a game that is solved like this has parts that don't need each other."""
    return plan.layout != Keyed.name or game.solving.has_tiers


def make_parts(blocks: Blocks, plan: SolvePlan, executor: Executor, control: _core.Control) -> None:
    """Make all parts of a table; those that are there already stay."""
    failures: Counter[str] = Counter()
    work = _Work(executor, control)
    while True:
        try:
            if plan.layout == Dense.name:
                run = _core.tier_run(blocks.game.rules, 1, True)
                control.begin(3 * sum(run.tier_size(tier) for tier in range(run.tiers)))
                spread_tiers(blocks, work.do)
            elif plan.layout == Keyed.name:
                control.begin()  # nobody knows yet how much there is to do
                spread_graph(blocks, plan.places, work.do)
            else:
                assert plan.pieces is not None
                units = _core.endgame_run(blocks.game.rules, plan.pieces, 1, 1)
                control.begin(sum(units.steps(unit) for unit in range(units.units)))
                spread_units(blocks, plan.pieces, width_of(units.places), work.do)
            return
        except Spoilt as trouble:
            name = str(trouble)
            failures[name] += 1
            if failures[name] > _TRIES:
                raise BadFile(f"{blocks.folder}: {name} is damaged again and again") from None
            blocks.remove(name)
        except BadFile:
            # The disk of one worker may be full; another may have room.
            failures[""] += 1
            if failures[""] > _TRIES:
                raise


class _Work:
    """Has jobs done, and counts what they did."""

    def __init__(self, executor: Executor, control: _core.Control) -> None:
        self._executor = executor
        self._control = control

    def do(self, work: Callable[[Any], int], jobs: Sequence[Any]) -> None:
        """Do jobs that don't need each other, but for those whose blocks are there."""
        left = [job for job in jobs if not job.blocks.has(job.name)]
        with contextlib.closing(self._executor.run(work, left)) as results:
            for steps in results:
                self._control.advance(steps)
        for job in left:
            if not job.blocks.has(job.name):
                raise KibitzError(
                    f"{job.name} was made, but is not in {job.blocks.folder}, which all workers have to share"
                )
