"""Analysing a position: from a table where there is one, by a solver of its own, else by search."""

from __future__ import annotations

from dataclasses import replace

from kibitz.analysis.by_connect4 import analyse_exactly
from kibitz.analysis.by_search import analyse_by_search
from kibitz.analysis.by_table import analyse_by_table
from kibitz.analysis.report import Analysis, Source
from kibitz.games.position import Position
from kibitz.solving.connect4 import solver_for
from kibitz.solving.derive import value_of_end
from kibitz.solving.known import known_table
from kibitz.words.errors import BadFile
from kibitz.words.limit import Limit

DEFAULT_LIMIT = Limit(seconds=2.0)


def analyse(position: Position, limit: Limit | None = None, *, tables: bool = True) -> Analysis:
    """What a position and each of its moves are worth, best first.

    Exact at once where the game's table is kept on disk or the game is tiny;
    exact by a solver of its own where the game has one (Connect Four) and the
    limit is enough; else by search, for two seconds unless a limit is given.
    `tables=False` always searches.
    """
    if position.is_over:
        return Analysis(position, value_of_end(position), Source("rules"))
    notes: list[str] = []
    if tables:
        try:
            table = known_table(position.game)
            if table is not None and (found := analyse_by_table(position, table)) is not None:
                return found
        except BadFile as refusal:
            notes.append(str(refusal))
        if (solver := solver_for(position.game)) is not None:
            # Half of the time each, if the position turns out to be too hard to solve in it.
            limit = _half(limit or DEFAULT_LIMIT)
            if (found := analyse_exactly(position, solver, limit)) is not None:
                return replace(found, notes=tuple(notes))
    return replace(analyse_by_search(position, limit or DEFAULT_LIMIT), notes=tuple(notes))


def _half(limit: Limit) -> Limit:
    return replace(
        limit,
        seconds=None if limit.seconds is None else limit.seconds / 2,
        nodes=None if limit.nodes is None else max(1, limit.nodes // 2),
    )
