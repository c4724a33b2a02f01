"""The analysis of many positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from kibitz.analysis.analyse import analyse
from kibitz.analysis.report import Analysis
from kibitz.base.argument_checks import check
from kibitz.base.limit import Limit, as_limit
from kibitz.executors.executor import AnyExecutor, SerialExecutor, make_executor, run_in_order
from kibitz.games.position import Position


def analyse_many(
    positions: Iterable[Position],
    limit: Limit | str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    tables: bool = True,
    executor: AnyExecutor | None = None,
) -> Iterator[Analysis]:
    """Yield the analysis of each position, in order; the limit is for each position.

    Positions share their tables. The core releases the GIL, so that other threads
    run meanwhile. `executor` distributes the work: one of `concurrent.futures`, or a
    `kibitz.cluster`.

    >>> import kibitz
    >>> game = kibitz.load("connect:width=4,height=4")
    >>> [str(found.value) for found in kibitz.analyse_many([game.start(), game.position("1223")])]
    ['Draw(16)', 'Draw(12)']
    """
    check(positions=(positions, Iterable), executor=(executor, AnyExecutor | None))
    bounds = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
    work = partial(analyse, limit=bounds, tables=tables)
    return run_in_order(make_executor(executor or SerialExecutor(), 0), work, positions)
