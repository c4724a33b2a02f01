"""Analysis by Monte Carlo tree search."""

from __future__ import annotations

from kibitz import _core
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.analysis.time_limits import is_late
from kibitz.base.limit import Limit
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position
from kibitz.games.search_options import core_options
from kibitz.solving.table_store import known_probe

_TREE_BYTES = 256 * 2**20
#: Default number of playouts.
_PLAYOUTS = 20_000


def analyse_by_sampling(position: Position, limit: Limit) -> Analysis:
    """Return every move's value by `mcts`, most visited first; the limit's nodes are playouts."""
    game = position.game
    request = _core.MctsRequest(
        playouts=limit.nodes or (_PLAYOUTS if limit.seconds is None else 0),
        playout_policy=game.search.playouts,
        game_options=core_options(game, {}, at_best=True),
    )
    found = _core.make_mcts_engine(game.rules, _TREE_BYTES).search(
        position.state, request, control_for(Limit(seconds=limit.seconds)), known_probe(game)
    )
    moves = []
    for each in found.moves:
        line = game.codec.line(position, each.line)
        moves.append(MoveAnalysis(line[0], value_from_core(each.value, position.game.has_chance), line))
    stopped = limit.seconds if found.stopped and is_late(found.seconds, limit) else None
    origin = Origin("search", found.depth, found.playouts, found.seconds, stopped)
    return Analysis(
        position, value_from_core(found.value, position.game.has_chance), origin, moves=tuple(moves)
    )
