"""The one judgement: what a position and each of its moves are worth, and how that is known.

Hints, reasons, values on the board, reviews, players and training all ask here,
and what was found is remembered, so they can't disagree and nothing is
computed twice. Who names no limit gets the usual one, which is counted in
positions alone: the same position is judged the same wherever and whenever it
is asked about. Time ends that only where a machine or a game is so slow that a
person would have left, and then it is said (`Origin.stopped`).
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

#: The seconds after which the usual work is ended, for sources and for search; it takes less than two.
_SECONDS = 60.0
#: What may be spent where nobody says: by sources that have to work, and by search.
_FOR_SOURCES = Limit(nodes=4_000_000, seconds=_SECONDS)
_FOR_SEARCH = Limit(nodes=1_000_000, seconds=_SECONDS)
_FOR_SEARCH_IN_PYTHON = Limit(nodes=20_000, seconds=_SECONDS)
_NO_LIMIT = Limit()
_LONGEST_LINE = 200
#: Positions whose judgement is remembered.
_REMEMBERED = 1_000

#: A position, its text, what came before it where that matters, its table, and whether that was asked.
_Key = tuple[Position, str, tuple[tuple[int, int], ...], object, bool]
_memory: dict[_Key, tuple[Limit | None, Analysis]] = {}


def judge(position: Position, limit: Limit | None = None, *, exact: bool = True) -> Analysis:
    """What a position and each of its moves are worth.

    The game's sources are asked first; what they leave of the limit is for
    search. Without `exact` it is always searched.
    """
    if position.is_over:
        return Analysis(position, value_of_end(position), Origin("rules"))
    key = _key(position, exact)
    kept = _memory.get(key)
    # The same position may be of a game that only looks different.
    if kept is not None and kept[1].position.game is position.game and _serves(*kept, limit):
        # What came before it may be something else, and sentences may speak of that.
        return kept[1] if position.game.repetition is None else replace(kept[1], position=position)
    found = _fresh(position, limit, exact)
    raise_if_cancelled()  # what a search knew when it was called off is not worth keeping
    while len(_memory) >= _REMEMBERED:
        _memory.pop(next(iter(_memory)), None)
    _memory[key] = limit, found
    return found


def exact_values(position: Position) -> dict[Move, Value] | None:
    """What the moves of a position are worth, where a source knows them all; quicker, as it has no lines."""
    if position.is_over:
        return None
    kept = _memory.get(_key(position, True))
    # What a search saw to the end is not taken: it would depend on what was asked about before.
    if kept is not None and kept[0] is None and kept[1].source.kind != "search" and kept[1].moves:
        return {each.move: each.value for each in kept[1].moves}
    asked = probe_sources(position, _FOR_SOURCES)
    return None if asked.knowledge is None else {each.move: each.value for each in asked.knowledge.moves}


def _key(position: Position, exact: bool) -> _Key:
    """What a judgement depends on: what it is remembered by."""
    game = position.game
    past: tuple[tuple[int, int], ...] = ()
    if game.repetition is not None:  # then the way here tells which positions may not come again
        past = tuple((game.rules.key(state), actor) for state, actor in position.past)
    # A table that came or went since makes what was remembered stale. Equal positions may have another
    # text: it says how long nothing has been captured.
    return position, str(position), past, table_stamp(table_path(game)), exact


def _serves(thought: Limit | None, found: Analysis, wanted: Limit | None) -> bool:
    """Whether what was found within one limit answers for another."""
    if thought == wanted:
        return True
    if wanted is None or wanted.depth is not None or wanted.nodes is not None:
        return False  # the same work is wanted, not just the answer
    if found.all_exact:
        return True
    if thought is None:
        return False
    return None not in (thought.seconds, wanted.seconds) and thought.seconds >= wanted.seconds  # type: ignore[operator]


def _fresh(position: Position, limit: Limit | None, exact: bool) -> Analysis:
    usual = _FOR_SEARCH_IN_PYTHON if position.game.rules.in_python else _FOR_SEARCH
    if not exact:
        found = analyse_by_search(position, limit or usual)
        return found if limit is None else _asked_for(found)
    began = time.perf_counter()
    asked = probe_sources(position, limit or _FOR_SOURCES)
    notes = tuple(asked.notes)
    if asked.source is not None and asked.knowledge is not None:
        seconds = round(time.perf_counter() - began, 6)
        return replace(_known(position, asked.source, asked.knowledge, seconds), notes=notes)
    if limit is not None:
        return replace(_asked_for(analyse_by_search(position, asked.limit)), notes=notes)
    rolling = position.turn is Side.CHANCE
    found = judge_rolls(position) if rolling else analyse_by_search(position, usual)
    if asked.late and not found.source.stopped:  # what a source would have known is searched
        found = replace(found, source=replace(found.source, stopped=_SECONDS))
    return replace(found, notes=notes)


def _asked_for(found: Analysis) -> Analysis:
    """An analysis within a limit that somebody gave: that its time ended it is as it was asked for."""
    return replace(found, source=replace(found.source, stopped=None))


def judge_rolls(position: Position, limit: Limit | None = None) -> Analysis:
    """What a position is worth in which the dice decide: what follows each roll, judged as ever."""
    sources: list[Origin] = []

    def value_of(after: Position) -> Value:
        found = judge(after, limit)
        if not after.is_over:
            sources.append(found.source)
        return found.value

    rolls = tuple(
        RollAnalysis(roll, chance, value_after(position, roll, value_of)) for roll, chance in position.chances
    )
    return Analysis(position, derived_value(position, value_of), sum_of_work(sources), rolls=rolls)


def _known(position: Position, source: ExactSource, found: Knowledge, seconds: float) -> Analysis:
    """An analysis of what a source knows."""
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
        # Best first; equal ones stay in the game's order.
        for each in sorted(found.moves, key=attrgetter("value"), reverse=True)
    ]
    return Analysis(position, found.value, origin, moves=tuple(moves))


def _line(position: Position, move: Move, source: ExactSource) -> Line:
    """Return the move and best play after it: up to the end, the next roll, or a position seen before."""
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
