"""Analysis by the exact Connect solver, where a game has one."""

from __future__ import annotations

import time

from kibitz import _core
from kibitz.analysis.report import Analysis, MoveAnalysis, Source
from kibitz.games.control import control_for
from kibitz.games.position import Position
from kibitz.solving.connect4 import ConnectSolver
from kibitz.words.limit import Limit


def analyse_exactly(position: Position, solver: ConnectSolver, limit: Limit) -> Analysis | None:
    """Every move's exact value; None if the limit is not enough for that.

    All moves share one table, so they take hardly longer than the position itself.
    """
    if limit.depth is not None:
        return None  # who asks for a depth wants to see that search
    before = solver.core.nodes
    started = time.perf_counter()
    control = control_for(limit)
    try:
        found = solver.moves(position, control)
    except _core.Stopped:
        return None
    game = position.game
    moves = []
    for column, score, line in found:
        codes = [game.rules.pack([step]) for step in line]
        move = game.move_of(game.rules.pack([column]))
        moves.append(MoveAnalysis(move, solver.value(position, score), game.line_of(position, codes)))
    source = Source(
        "solver", nodes=solver.core.nodes - before, seconds=round(time.perf_counter() - started, 6)
    )
    return Analysis(position, moves[0].value, source, moves=tuple(moves))
