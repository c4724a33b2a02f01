"""The exact sources of a game, and probing them in order."""

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
    """Return the sources of exact values for a game, cheapest first."""
    # Cached by the rules' identity: games that only look different share sources.
    if game.rules_id not in _sources:
        made = QuickTable(game) if QuickTable.is_quick(game) else TinyTable(game)
        _sources[game.rules_id] = (KeptTable(game), made, *game.exact)
    return _sources[game.rules_id]


def unmade(position: Position) -> list[ExactSource]:
    """Return the sources that may cover a position once they are made."""
    if position.is_over:
        return []
    with contextlib.suppress(BadFile):
        covers = [(source, source.covers(position)) for source in sources_of(position.game)]
        if not any(cover is Cover.KNOWN for _, cover in covers):
            return [source for source, cover in covers if cover is Cover.UNMADE]
    return []


@dataclass
class ProbeResult:
    """Result of probing: the first source with an answer, or none, and the remaining limit."""

    limit: Limit
    source: ExactSource | None = None
    knowledge: Knowledge | None = None
    #: Notes for the user, such as a table that was refused.
    notes: list[str] = field(default_factory=list)
    #: Whether a source ran out of time.
    late: bool = False


def probe_sources(position: Position, limit: Limit) -> ProbeResult:
    """Probe the sources for the exact value of every move of an unfinished position."""
    result = ProbeResult(limit)
    for source in sources_of(position.game):
        try:
            cover = source.covers(position)
            if cover is Cover.UNMADE:
                source.prepare()
                cover = source.covers(position)
            result.late = result.late or (isinstance(source, TinyTable) and source.late)
            if cover is Cover.NO or cover is Cover.UNMADE:
                continue
            bounds = limit
            if cover is Cover.WORK:
                if limit.depth is not None:
                    continue  # a depth limit requests the search itself
                # Half of the limit is left for a search if the position can't be solved.
                bounds = result.limit = half(result.limit)
            started = time.monotonic()
            knowledge = source.ask(position, bounds)
            if knowledge is None and bounds.seconds is not None:
                result.late = result.late or time.monotonic() - started >= bounds.seconds
        except BadFile as refusal:
            result.notes.append(str(refusal))
            continue
        raise_if_cancelled()
        if knowledge is not None:
            result.source, result.knowledge = source, knowledge
            break
    return result


def half(limit: Limit) -> Limit:
    """Return half of the time and of the nodes."""
    return replace(
        limit,
        seconds=None if limit.seconds is None else limit.seconds / 2,
        nodes=None if limit.nodes is None else max(1, limit.nodes // 2),
    )
