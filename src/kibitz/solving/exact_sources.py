"""Exact knowledge: a game's sources in order, and asking them."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field, replace

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadFile
from kibitz.base.limit import Limit
from kibitz.games.exact_source import Cover, ExactSource, Knowledge
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.table_sources import KeptTable, QuickTable, TinyTable

_sources: dict[str, tuple[ExactSource, ...]] = {}


def sources_of(game: Game) -> tuple[ExactSource, ...]:
    """What knows exact values of a game's positions, the cheapest first."""
    # By what tells rules from all others: games that only look different share what is known.
    if game.rules_id not in _sources:
        made = QuickTable(game) if QuickTable.is_quick(game) else TinyTable(game)
        _sources[game.rules_id] = (KeptTable(game), made, *game.exact)
    return _sources[game.rules_id]


def unmade(position: Position) -> list[ExactSource]:
    """The sources that may know a position once they are made."""
    if position.is_over:
        return []
    with contextlib.suppress(BadFile):
        covers = [(source, source.covers(position)) for source in sources_of(position.game)]
        if not any(cover is Cover.KNOWN for _, cover in covers):
            return [source for source, cover in covers if cover is Cover.UNMADE]
    return []


@dataclass
class Asked:
    """What came of asking: the first source that knew, or none, and what is left of the limit."""

    limit: Limit
    source: ExactSource | None = None
    knowledge: Knowledge | None = None
    #: What a person should know, such as a table that was refused.
    notes: list[str] = field(default_factory=list)
    #: Whether a source might have known, had there been more time.
    late: bool = False


def ask(position: Position, limit: Limit) -> Asked:
    """The exact value of every move of a position that has not ended, from the first source that knows."""
    asked = Asked(limit)
    for source in sources_of(position.game):
        try:
            cover = source.covers(position)
            if cover is Cover.UNMADE:
                source.prepare()
                cover = source.covers(position)
            asked.late = asked.late or (isinstance(source, TinyTable) and source.late)
            if cover is Cover.NO or cover is Cover.UNMADE:
                continue
            bounds = limit
            if cover is Cover.WORK:
                if limit.depth is not None:
                    continue  # who asks for a depth wants to see that search
                # Half each, if the position turns out to be too hard to solve in it.
                bounds = asked.limit = half(asked.limit)
            began = time.monotonic()
            knowledge = source.ask(position, bounds)
            if knowledge is None and bounds.seconds is not None:
                asked.late = asked.late or time.monotonic() - began >= bounds.seconds
        except BadFile as refusal:
            asked.notes.append(str(refusal))
            continue
        raise_if_cancelled()
        if knowledge is not None:
            asked.source, asked.knowledge = source, knowledge
            break
    return asked


def half(limit: Limit) -> Limit:
    """Half of the time and of the nodes."""
    return replace(
        limit,
        seconds=None if limit.seconds is None else limit.seconds / 2,
        nodes=None if limit.nodes is None else max(1, limit.nodes // 2),
    )
