"""Counting what a table holds: positions, how they ended, who wins them."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.errors import BadOption
from kibitz.games.control import control_with
from kibitz.solving.layouts import Dense
from kibitz.solving.table import Table


@dataclass(frozen=True, slots=True)
class TierCensus:
    """The positions of one tier, such as those with so many stones on the board."""

    #: Different positions, and the same with those alike by symmetry counted once.
    positions: int
    classes: int
    #: Games that have ended there: won by the first player, by the second, drawn.
    first: int
    second: int
    draws: int
    #: With best play, for the side to move; ended games too.
    wins: int
    drawn: int
    losses: int


def census(table: Table, progress: Progress | None = None) -> list[TierCensus]:
    """What a dense table holds, tier by tier."""
    if table.layout != Dense.name:
        raise BadOption(f"the table of {table.game.spec} has no tiers to count")
    table.check()
    tiers = _core.count_tiers(table.game.rules, table.probe, control_with(progress))
    return [TierCensus(tier.positions, tier.classes, *tier.ended, *reversed(tier.results)) for tier in tiers]
