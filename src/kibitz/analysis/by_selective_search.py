"""Analysis by selective search, in games that have one.

Half of the limit is spent on all moves (MultiPV), half on the best alone, which is then searched deeper.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz import _core
from kibitz.analysis.report import DEEPEST, Analysis, MoveAnalysis, Origin
from kibitz.analysis.time_limits import is_late
from kibitz.base.limit import Limit
from kibitz.base.value import Estimate
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position
from kibitz.solving.table_store import known_probe

_TABLE_BYTES = 32 * 2**20


def analyse_selectively(position: Position, limit: Limit) -> Analysis:
    """Return every move's value within a limit, each with its PV."""
    game = position.game
    engine = _core.make_selective_engine(game.rules, _TABLE_BYTES)

    def search(share: Limit, multi_pv: int) -> _core.SearchInfo:
        limits = _core.SearchLimits(
            depth=min(share.depth or 0, DEEPEST), seconds=share.seconds, multi_pv=multi_pv
        )
        control = control_for(Limit(nodes=share.nodes))
        return engine.search(position.state, limits, control, tablebase=known_probe(game))

    def move_analysis(line: _core.PvLine) -> MoveAnalysis:
        moves = game.codec.line(position, line.moves)
        return MoveAnalysis(moves[0], value_from_core(line.value, position.game.has_chance), moves)

    half = Limit(
        limit.depth,
        None if limit.nodes is None else max(1, limit.nodes // 2),
        None if limit.seconds is None else limit.seconds / 2,
    )
    infos = [search(half, len(position.moves))]
    moves = sorted(map(move_analysis, infos[0].pv_lines), key=lambda each: each.value, reverse=True)
    if len(moves) > 1 and not (half.nodes is None and half.seconds is None):
        infos.append(search(half, 1))
        if infos[1].depth >= infos[0].depth:
            best = move_analysis(infos[1].pv_lines[0])
            # A stopped search may only have a bound for a move; but its PV must not be longer than the
            # distance found by the second search.
            known = next(each.line for each in moves if each.move == best.move)
            end = None if isinstance(best.value, Estimate) else best.value.plies
            if len(known) > len(best.line) and (end is None or len(known) <= end):
                best = replace(best, line=known)
            others = (each for each in moves if each.move != best.move)
            moves = [best, *(replace(each, value=min(each.value, best.value)) for each in others)]
    seconds, nodes = sum(each.seconds for each in infos), sum(each.nodes for each in infos)
    late = any(each.stopped and is_late(each.seconds, half) for each in infos)
    origin = Origin("search", infos[-1].depth, nodes, seconds, limit.seconds if late else None)
    return Analysis(position, moves[0].value, origin, tuple(moves))
