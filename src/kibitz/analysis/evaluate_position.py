"""Evaluation of a position and its moves, with the origin of the values.

Hints, reasons, board values, reviews, players and puzzles share this function and its cache, so they can't
disagree and nothing is computed twice. The default limit counts nodes, so a position has the same evaluation
everywhere; its time limit is a safety net for very slow machines or games, and is reported
(`Origin.stopped`).
"""

from __future__ import annotations

import time
from dataclasses import replace
from operator import attrgetter

from kibitz.analysis.by_search import analyse_by_search, sum_of_work
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin, RollAnalysis
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.limit import Limit
from kibitz.base.move import Line, Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.exact_source import ExactSource, Knowledge
from kibitz.games.position import Position
from kibitz.solving.against_random import odds_of_moves
from kibitz.solving.backup import derived_value, value_after, value_of_end
from kibitz.solving.exact_sources import probe_sources
from kibitz.solving.table_store import table_path, table_stamp

#: Time limit of the default effort, for sources and for search; it usually takes less than two seconds.
_SECONDS = 60.0
#: Default limits of sources and of search.
_FOR_SOURCES = Limit(nodes=4_000_000, seconds=_SECONDS)
_FOR_SEARCH = Limit(nodes=1_000_000, seconds=_SECONDS)
_FOR_SEARCH_IN_PYTHON = Limit(nodes=20_000, seconds=_SECONDS)
_NO_LIMIT = Limit()
_LONGEST_LINE = 200
#: Size of the cache in positions.
_CACHE_SIZE = 1_000

#: A position, its text, its history if relevant, the stamp of its table, and whether sources were probed.
_Key = tuple[Position, str, tuple[tuple[int, int], ...], object, bool]
_memory: dict[_Key, tuple[Limit | None, Analysis]] = {}


def evaluate_position(position: Position, limit: Limit | None = None, *, exact: bool = True) -> Analysis:
    """Evaluate a position and each of its moves.

    The game's exact sources are probed first; a search gets the rest of the limit. With `exact=False` it is
    always searched.
    """
    if position.is_over:
        return Analysis(position, value_of_end(position), Origin("rules"))
    key = _key(position, exact)
    kept = _memory.get(key)
    # An equal position may belong to a game that only looks different.
    if kept is not None and kept[1].position.game is position.game and _serves(*kept, limit):
        # Its history may differ, and explanations may mention it.
        return kept[1] if position.game.repetition is None else replace(kept[1], position=position)
    found = _fresh(position, limit, exact)
    raise_if_cancelled()  # never cache the result of a cancelled search
    while len(_memory) >= _CACHE_SIZE:
        _memory.pop(next(iter(_memory)), None)
    _memory[key] = limit, found
    return found


def exact_values(position: Position) -> dict[Move, Value] | None:
    """Return the exact values of all moves if a source has them; faster, as it finds no PVs."""
    if position.is_over:
        return None
    kept = _memory.get(_key(position, True))
    # Exact values found by search are ignored: they would depend on earlier evaluations.
    if kept is not None and kept[0] is None and kept[1].source.kind != "search" and kept[1].moves:
        return {each.move: each.value for each in kept[1].moves}
    probed = probe_sources(position, _FOR_SOURCES)
    return None if probed.knowledge is None else {each.move: each.value for each in probed.knowledge.moves}


def _key(position: Position, exact: bool) -> _Key:
    """Return the cache key: everything an evaluation depends on."""
    game = position.game
    past: tuple[tuple[int, int], ...] = ()
    if game.repetition is not None:  # the history determines which moves repeat a position
        past = tuple((game.rules.key(state), actor) for state, actor in position.past)
    # A new or removed table invalidates the cache. Equal positions may differ in text, which has the halfmove
    # clock.
    return position, str(position), past, table_stamp(table_path(game)), exact


def _serves(thought: Limit | None, found: Analysis, requested: Limit | None) -> bool:
    """Return whether a result within one limit answers a request with another."""
    if thought == requested:
        return True
    if requested is None or requested.depth is not None or requested.nodes is not None:
        return False  # the same search is requested, not just an answer
    if found.all_exact:
        return True
    if thought is None:
        return False
    return None not in (thought.seconds, requested.seconds) and thought.seconds >= requested.seconds  # type: ignore[operator]


def _fresh(position: Position, limit: Limit | None, exact: bool) -> Analysis:
    usual = _FOR_SEARCH_IN_PYTHON if position.game.rules.in_python else _FOR_SEARCH
    if not exact:
        found = analyse_by_search(position, limit or usual)
        return found if limit is None else _within_given_limit(found)
    started = time.perf_counter()
    probed = probe_sources(position, limit or _FOR_SOURCES)
    notes = tuple(probed.notes)
    if probed.source is not None and probed.knowledge is not None:
        seconds = round(time.perf_counter() - started, 6)
        return replace(_known(position, probed.source, probed.knowledge, seconds), notes=notes)
    if limit is not None:
        return replace(_within_given_limit(analyse_by_search(position, probed.limit)), notes=notes)
    rolling = position.turn is Side.CHANCE
    found = evaluate_rolls(position) if rolling else analyse_by_search(position, usual)
    if probed.late and not found.source.stopped:  # sources would have been probed within the search's budget
        found = replace(found, source=replace(found.source, stopped=_SECONDS))
    return replace(found, notes=notes)


def _within_given_limit(found: Analysis) -> Analysis:
    """Return an analysis within an explicit limit without the note that time ended it."""
    return replace(found, source=replace(found.source, stopped=None))


def evaluate_rolls(position: Position, limit: Limit | None = None) -> Analysis:
    """Evaluate a position before a roll: each roll is evaluated as usual."""
    sources: list[Origin] = []

    def value_of(after: Position) -> Value:
        found = evaluate_position(after, limit)
        if not after.is_over:
            sources.append(found.source)
        return found.value

    rolls = tuple(
        RollAnalysis(roll, chance, value_after(position, roll, value_of)) for roll, chance in position.chances
    )
    return Analysis(position, derived_value(position, value_of), sum_of_work(sources), rolls=rolls)


def _known(position: Position, source: ExactSource, found: Knowledge, seconds: float) -> Analysis:
    """Return the analysis from a source's answer."""
    work = found.nodes or None
    origin = Origin(source.name, nodes=work, seconds=seconds if work else None)
    if position.turn is Side.CHANCE:
        chances = dict(position.chances)
        rolls = tuple(RollAnalysis(each.move, chances[each.move], each.value) for each in found.moves)
        return Analysis(position, found.value, origin, rolls=rolls)
    odds = odds_of_moves(position, source) or {}
    moves = [
        MoveAnalysis(
            each.move, each.value, each.line or _line(position, each.move, source), odds.get(each.move)
        )
        # Best first; equal moves stay in the game's order.
        for each in sorted(found.moves, key=attrgetter("value"), reverse=True)
    ]
    return Analysis(position, found.value, origin, moves=tuple(moves))


def _line(position: Position, move: Move, source: ExactSource) -> Line:
    """Return the move and best play after it, up to the end, the next roll, or a repetition."""
    line = [move]
    seen = {position}
    position = position.after(move)
    while not position.is_over and position.turn is not Side.CHANCE:
        if position in seen or len(line) >= _LONGEST_LINE:
            break
        seen.add(position)
        found = source.ask(position, _NO_LIMIT)
        if found is None:
            break
        line.append(max(found.moves, key=attrgetter("value")).move)
        position = position.after(line[-1])
    return Line(line)
