"""The best that Kibitz can do: from the table or the exact solver of a game, else by its strongest search."""

from __future__ import annotations

import time

from kibitz import _core
from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.players.table_player import moves_by_table
from kibitz.solving.connect4 import ConnectSolver, solver_for
from kibitz.words.limit import Limit
from kibitz.words.random import Random, pick

#: Who plays where a table knows every move, and where nothing does.
_WITH_TABLE, _WITHOUT = "table", "negascout"
#: Positions to visit where no limit says otherwise; a game written in Python is slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


def strongest_choice(position: Position, limit: Limit, rng: Random) -> Choice:
    """The best move to be had; one of the equally good ones by chance."""
    if moves_by_table(position) is not None:
        return make_player(_WITH_TABLE).choose(position, limit, rng)
    if limit == Limit():
        limit = Limit(nodes=_NODES_IN_PYTHON if position.game.rules.in_python else _NODES)
    solver = solver_for(position.game) if limit.depth is None else None
    if solver is None:
        return make_player(_WITHOUT).choose(position, limit, rng)
    # If half of the limit is not enough to solve the position, search has the other half.
    half = Limit(
        nodes=None if limit.nodes is None else max(1, limit.nodes // 2),
        seconds=None if limit.seconds is None else limit.seconds / 2,
    )
    return _solved(position, solver, half, rng) or make_player(_WITHOUT).choose(position, half, rng)


def _solved(position: Position, solver: ConnectSolver, limit: Limit, rng: Random) -> Choice | None:
    """A best move by a game's exact solver; None if the limit is not enough for it."""
    if limit.nodes is not None:
        solver.core.forget()  # what it learnt before would make the same question cost less
    before, began = solver.core.nodes, time.perf_counter()
    try:
        found = solver.moves(position, _core.Control(seconds=limit.seconds, nodes=limit.nodes))
    except _core.Stopped:
        return None
    best = max(score for _, score, _ in found)
    column, _, line = pick(rng, [move for move in found if move[1] == best])
    game = position.game
    return Choice(
        game.move_of(game.rules.pack([column])),
        solver.value(position, best),
        game.line_of(position, [game.rules.pack([step]) for step in line]),
        nodes=solver.core.nodes - before,
        seconds=time.perf_counter() - began,
    )
