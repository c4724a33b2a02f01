"""Statistics of a table: positions, finished games and winners by tier."""

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
    """Counts of the positions of one tier, such as those with a number of stones on the board."""

    #: Distinct positions, and the same up to symmetry.
    positions: int
    classes: int
    #: Finished games: won by the first player, by the second, drawn.
    first: int
    second: int
    draws: int
    #: Values for the side to move, including finished games.
    wins: int
    drawn: int
    losses: int


def census(table: Table, progress: Progress | None = None) -> list[TierCensus]:
    """Return the statistics of a dense table, tier by tier."""
    if table.layout != Dense.name:
        raise BadOption(f"the table of {table.game.spec} has no tiers to count")
    table.check()
    tiers = _core.count_tiers(table.game.rules, table.probe, control_with(progress))
    return [TierCensus(tier.positions, tier.classes, *tier.ended, *reversed(tier.results)) for tier in tiers]
