"""Analysis by search, with exact values for lines searched to the end."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz import _core
from kibitz.analysis.by_mcts import analyse_by_sampling
from kibitz.analysis.by_selective_search import analyse_selectively
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin, RollAnalysis
from kibitz.analysis.time_limits import is_late
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position
from kibitz.games.search_options import core_options
from kibitz.solving.backup import derived_value, value_after, value_of_end
from kibitz.solving.table_store import known_probe

_ALGORITHM = "negascout"
_SWITCHES = _core.Switches(star=2, table_bytes=16 * 2**20, killers=True, history=True)
_DEEPEST = 999


def analyse_by_search(position: Position, limit: Limit) -> Analysis:
    """Return every move's value within a limit."""
    if position.turn is Side.CHANCE:
        return _analyse_rolls(position, limit)
    if position.game.rules.has_selective:
        return analyse_selectively(position, limit)
    if position.game.search.best == "mcts":
        return analyse_by_sampling(position, limit)
    return analyse_full_width(position, limit)


def analyse_full_width(position: Position, limit: Limit) -> Analysis:
    """Return every move's value by a full-width search, in a position where a player decides.

    It finds every win up to its depth, with the exact distance.
    """
    report = _search(position, limit)
    stopped = limit.seconds if report.stopped and is_late(report.seconds, limit) else None
    if report.depth == 0:
        # Always complete depth 1, whatever the limit.
        report = _search(position, Limit(depth=1))
    game = position.game
    moves = []
    for found in report.moves:
        line = game.codec.line(position, found.line)
        moves.append(MoveAnalysis(line[0], value_from_core(found.value, position.game.has_chance), line))
    source = Origin("search", report.depth, report.nodes, report.seconds, stopped)
    return Analysis(
        position, value_from_core(report.value, position.game.has_chance), source, moves=tuple(moves)
    )


def _search(position: Position, limit: Limit) -> _core.SearchReport:
    try:
        return position.game.rules.search(
            position.state,
            _ALGORITHM,
            limit.depth or _DEEPEST,
            control_for(limit),
            deepen=limit.seconds is not None or limit.nodes is not None,
            every_move=True,
            switches=_SWITCHES,
            tablebase=known_probe(position.game),
            game_options=core_options(position.game, {}, at_best=True),
        )
    except KibitzError:
        raise  # raised by a game written in Python
    except ValueError as refusal:
        raise BadOption(f"{position.game.spec} can't be searched: {refusal}") from None


def _analyse_rolls(position: Position, limit: Limit) -> Analysis:
    """Search each roll with its share of the limit."""
    chances = position.chances
    share = Limit(
        depth=limit.depth,
        nodes=max(1, limit.nodes // len(chances)) if limit.nodes else None,
        seconds=limit.seconds / len(chances) if limit.seconds else None,
    )
    parts: list[Origin] = []
    known: dict[Position, Value] = {}

    def value_of(after: Position) -> Value:
        if after not in known:
            if after.is_over:
                known[after] = value_of_end(after)
            else:
                found = analyse_by_search(after, share)
                parts.append(found.source)
                known[after] = found.value
        return known[after]

    def valued(roll: Move, probability: float) -> RollAnalysis:
        return RollAnalysis(roll, probability, value_after(position, roll, value_of))

    rolls = tuple(valued(roll, probability) for roll, probability in chances)
    return Analysis(position, derived_value(position, value_of), sum_of_work(parts), rolls=rolls)


def sum_of_work(parts: Sequence[Origin]) -> Origin:
    """Return the combined origin of parts: a search if one is, with the smallest depth."""
    searched = [part for part in parts if part.kind == "search"]
    return Origin(
        "search" if searched or not parts else parts[0].kind,
        min((part.depth or 0 for part in searched), default=0 if not parts else None),
        sum(part.nodes or 0 for part in parts) or None,
        sum(part.seconds or 0.0 for part in parts) or None,
        max((part.stopped for part in parts if part.stopped), default=None),
    )
