"""Solving by the dense index of a game in Python: tier by tier, with loops and chance."""

from __future__ import annotations

from functools import partial

from kibitz import _core
from kibitz.files.sections import Solution
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import Indexed


def solve_by_index(game: Game, control: _core.Control, kept: Checkpoints, threads: int) -> Solution:
    """Solve every tier from the last to the first, resuming from the tiers of an earlier run."""
    run = _core.index_run(game.rules, threads)
    sizes = [run.tier_size(tier) for tier in range(run.tiers)]
    control.begin(2 * sum(sizes))
    values: dict[int, bytes] = {}
    positions, error = 0, 0.0

    def restore(tier: int, part: TableFile) -> None:
        nonlocal positions, error
        # Copied, so that the part's file can be removed while its values are in use.
        stored = part.copy_section("values")
        run.restore(tier, stored, float(part.facts["error"]))
        values[tier] = stored
        positions += int(part.facts["positions"])
        error = max(error, float(part.facts["error"]))

    for tier in reversed(range(run.tiers)):
        if kept.restore(part_name(tier), partial(restore, tier)):
            control.advance(2 * sizes[tier])
            continue
        values[tier] = run.solve(tier, control)
        positions += run.positions
        error = max(error, run.error)
        kept.keep(part_name(tier), tier_facts(run), {"values": values[tier]})
    facts = {"layout": Indexed.name, "positions": positions, "error": error}
    return Solution(facts, {"values": [values[tier] for tier in range(run.tiers)]})


def part_name(tier: int) -> str:
    """Return the name of the part with a tier's values."""
    return f"index-{tier}"


def tier_facts(run: _core.IndexRun) -> dict[str, object]:
    """Return the facts of the tier that was solved last."""
    return {"positions": run.positions, "error": run.error}
