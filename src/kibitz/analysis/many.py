"""Analysing many positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.analysis.analyse import analyse
from kibitz.analysis.report import Analysis
from kibitz.games.position import Position
from kibitz.words.limit import Limit
from kibitz.words.takes import expect


def analyse_many(
    positions: Iterable[Position], limit: Limit | None = None, *, tables: bool = True
) -> Iterator[Analysis]:
    """Each position's analysis, in order, as it is found; the limit is for each of them.

    What was learnt from one helps with the next. The core works without the
    GIL, so other threads of the program go on meanwhile.

    >>> import kibitz
    >>> game = kibitz.load("connect:width=4,height=4")
    >>> [str(found.value) for found in kibitz.analyse_many([game.start(), game.position("1223")])]
    ['Draw(16)', 'Draw(12)']
    """
    expect(Iterable, positions=positions)
    for position in positions:
        yield analyse(position, limit, tables=tables)
