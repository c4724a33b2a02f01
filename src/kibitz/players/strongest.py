"""The best that Kibitz can do: from the table or the exact solver of a game, else by its strongest search."""

from __future__ import annotations

import contextlib
import time

from kibitz import _core
from kibitz.games.control import control_for
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.players.table_player import moves_by_table
from kibitz.solving.connect4 import ConnectSolver, solver_for
from kibitz.solving.derive import value_after, value_of_end
from kibitz.solving.known import known_table
from kibitz.words.errors import BadFile
from kibitz.words.limit import Limit
from kibitz.words.random import Random, pick
from kibitz.words.value import Value

#: Who plays where a table knows every move, and where nothing does.
_WITH_TABLE, _WITHOUT = "table", "negascout"
#: Positions to visit where no limit says otherwise; a game written in Python is slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


def get_ready(game: Game) -> None:
    """Load what the first move would have to wait for."""
    with contextlib.suppress(BadFile):
        known_table(game)
    solver_for(game)


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
    control = control_for(limit)
    before, began = solver.core.nodes, time.perf_counter()

    def value(after: Position) -> Value:
        if after.is_over:
            return value_of_end(after)
        return solver.value(after, solver.score(after, control))

    try:
        values = {move: value_after(position, move, value) for move in position.moves}
    except _core.Stopped:
        return None
    best = max(values.values())
    move = pick(rng, [move for move, value in values.items() if value == best])
    return Choice(move, best, nodes=solver.core.nodes - before, seconds=time.perf_counter() - began)
