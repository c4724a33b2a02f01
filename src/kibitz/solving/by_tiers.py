"""Solving tier by tier: games whose moves always lead to the next tier, such as one more stone."""

from __future__ import annotations

from functools import partial

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.sections import Solution
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import Dense

#: The length of a palette is stored in a byte.
_MOST_COLOURS = 255


def solve_by_tiers(game: Game, control: _core.Control, kept: Checkpoints, threads: int) -> Solution:
    """Solve every tier, resuming from the tiers of an earlier run."""
    run = _core.tier_run(game.rules, threads)
    sizes = [run.tier_size(tier) for tier in range(run.tiers)]
    control.begin(sum(sizes) * (2 if run.needs_marks else 1))
    values: dict[int, tuple[bytes, bytes]] = {}
    positions = 0

    def restore(tier: int, part: TableFile) -> None:
        nonlocal positions
        # Copied, so that the part's file can be removed while its values are in use.
        palette, packed = part.copy_section("palette"), part.copy_section("values")
        if len(palette) > _MOST_COLOURS:
            raise BadFile("the palette is too long")
        run.set_values(tier, palette, packed)
        values[tier] = palette, packed
        positions += int(part.facts["positions"])

    for tier in reversed(range(run.tiers)):
        if not kept.restore(f"values-{tier}", partial(restore, tier)):
            break
        control.advance(sizes[tier])
    left = run.tiers - len(values)
    if run.needs_marks:
        _mark(run, control, kept, left, sizes)
    for tier in reversed(range(left)):
        palette, packed = values[tier] = run.value(tier, control)
        positions += run.positions
        kept.keep(f"values-{tier}", {"positions": run.positions}, {"palette": palette, "values": packed})
    ordered = [values[tier] for tier in range(run.tiers)]
    palettes = b"".join(bytes([len(palette)]) + palette for palette, _ in ordered)
    facts = {"layout": Dense.name, "positions": positions}
    return Solution(facts, {"palettes": palettes, "values": [packed for _, packed in ordered]})


def _mark(run: _core.TierRun, control: _core.Control, kept: Checkpoints, left: int, sizes: list[int]) -> None:
    """Mark the reachable positions in all tiers that are still to be solved."""
    for tier in range(run.tiers):
        if tier + 1 >= left or kept.restore(f"marks-{tier + 1}", partial(_set_marks, run, tier + 1)):
            control.advance(sizes[tier])
        else:
            run.mark(tier, control)
            kept.keep(f"marks-{tier + 1}", {}, {"marks": run.marks(tier + 1)})


def _set_marks(run: _core.TierRun, tier: int, part: TableFile) -> None:
    run.set_marks(tier, part.section("marks"))
