"""Distributed solving of endgames: a unit is a task that depends on units of lower levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz import _core
from kibitz.solving.blocks import Blocks

#: Runs independent jobs of one kind, except finished ones.
Do = Callable[[Callable[["Unit"], int], Sequence["Unit"]], None]


@dataclass(frozen=True)
class Unit:
    """One unit of a table with so many pieces, and its bytes per chance."""

    blocks: Blocks
    pieces: int
    width: int
    number: int

    @property
    def name(self) -> str:
        """Return the block's name, the same as in a single process."""
        return f"pieces-{self.pieces}-unit-{self.number}"

    def __str__(self) -> str:
        return f"{self.name} of {self.blocks.game.spec}"


def spread_units(blocks: Blocks, pieces: int, width: int, do: Do) -> None:
    """Compute every unit, level by level, as parts that `solve_by_endgame` resumes from."""
    run = _core.endgame_run(blocks.game.rules, pieces, width, 1)
    levels = [run.level(unit) for unit in range(run.units)]
    for level in sorted(set(levels)):
        # The largest first, which shortens the wait for the last.
        units = sorted(
            (unit for unit in range(run.units) if levels[unit] == level), key=run.steps, reverse=True
        )
        do(solve_unit, [Unit(blocks, pieces, width, unit) for unit in units])


def solve_unit(job: Unit) -> int:
    """Solve a unit."""
    level = _core.endgame_run(job.blocks.game.rules, job.pieces, job.width, 1).level(job.number)
    run = _run(job.blocks, job.pieces, job.width, level)
    found = run.solve(job.number, _core.Control())
    job.blocks.write(job.name, {}, {"chances": found})
    return run.steps(job.number)


@lru_cache(1)
def _run(blocks: Blocks, pieces: int, width: int, level: int) -> _core.EndgameRun:
    """Return the solver of a level's units, with the lower levels loaded."""
    run = _core.endgame_run(blocks.game.rules, pieces, width, 1)
    for unit in range(run.units):
        if run.level(unit) < level:
            run.restore(unit, blocks.read(Unit(blocks, pieces, width, unit).name).section("chances"))
    return run
