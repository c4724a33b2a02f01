"""Analysing a position, for whoever uses Kibitz as a library."""

from __future__ import annotations

from kibitz.analysis.judge import judge
from kibitz.analysis.report import Analysis
from kibitz.games.position import Position
from kibitz.words.limit import Limit
from kibitz.words.takes import takes


@takes(position=Position, limit=Limit | None)
def analyse(position: Position, limit: Limit | None = None, *, tables: bool = True) -> Analysis:
    """What a position and each of its moves are worth, best first.

    Exact at once where a table knows it; exact by a solver of the game's own
    where it has one and the limit is enough; else by search. Without a limit
    it is the judgement that hints and reviews give. `tables=False` always searches.
    """
    return judge(position, limit, exact=tables)
