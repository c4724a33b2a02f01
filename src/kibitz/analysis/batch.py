"""Analysing many positions."""

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
    tables: bool = True,
    executor: AnyExecutor | None = None,
) -> Iterator[Analysis]:
    """Each position's analysis, in order, as it is found; the limit is for each of them.

    What was learnt from one helps with the next. The core works without the
    GIL, so other threads of the program go on meanwhile. `executor` analyses
    elsewhere: one of `concurrent.futures`, or a `kibitz.cluster`.

    >>> import kibitz
    >>> game = kibitz.load("connect:width=4,height=4")
    >>> [str(found.value) for found in kibitz.analyse_many([game.start(), game.position("1223")])]
    ['Draw(16)', 'Draw(12)']
    """
    check(positions=(positions, Iterable), executor=(executor, AnyExecutor | None))
    work = partial(analyse, limit=as_limit(limit), tables=tables)
    return run_in_order(make_executor(executor or SerialExecutor(), 0), work, positions)
