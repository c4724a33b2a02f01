"""Analysis by a selective search, in games that have one."""

from __future__ import annotations

from kibitz import _core
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.games.control import control_for
from kibitz.games.core_values import value_from_core
from kibitz.games.position import Position
from kibitz.solving.store import known_probe
from kibitz.words.limit import Limit

_TABLE_BYTES = 32 * 2**20
_DEEPEST = 200


def analyse_selectively(position: Position, limit: Limit) -> Analysis:
    """Every move's value within a limit, each with a line of its own."""
    game = position.game
    request = _core.ThinkRequest(
        depth=min(limit.depth or 0, _DEEPEST), seconds=limit.seconds, lines=len(position.moves)
    )
    thinker = _core.make_thinker(game.rules, _TABLE_BYTES)
    control = control_for(Limit(nodes=limit.nodes))
    found = thinker.think(position.state, request, control, known=known_probe(game))
    lines = [(value_from_core(each.value), game.line_of(position, each.moves)) for each in found.lines]
    lines.sort(key=lambda each: each[0], reverse=True)
    moves = tuple(MoveAnalysis(line[0], value, line) for value, line in lines)
    return Analysis(position, lines[0][0], Origin("search", found.depth, found.nodes, found.seconds), moves)
