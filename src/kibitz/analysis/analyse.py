"""The analysis of a position, as a library function."""

from __future__ import annotations

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.report import Analysis
from kibitz.base.argument_checks import check
from kibitz.base.limit import Limit, as_limit
from kibitz.games.position import Position


def analyse(
    position: Position,
    limit: Limit | str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    tables: bool = True,
) -> Analysis:
    """Return the value of a position and of each of its moves, best first.

    Values come from a table if one holds the position, else from the game's own solver if it has one and the
    limit suffices, else from a search. Without a limit they are those of hints and reviews. A limit may be a
    text such as `nodes=10k`, or given as `depth`, `nodes` and `seconds`. `tables=False` always searches.

    >>> import kibitz
    >>> for found in kibitz.analyse(kibitz.load("connect4").position("274552224131661")).moves[:2]:
    ...     print(found.move, found.value)
    4 Draw(27)
    1 Loss(10)
    """
    check(position=(position, Position), limit=(limit, Limit | str | None), tables=(tables, bool))
    bounds = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
    return evaluate_position(position, bounds, exact=tables)
