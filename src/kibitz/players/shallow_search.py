"""Shallow, node-limited searches, the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz import _core
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.games.capabilities import Scale
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position

#: Limit of nodes; fewer in games written in Python, which are slow.
_NODES = 20_000
_NODES_IN_PYTHON = 2_000
#: Limit for finding every immediate win of the opponent, which takes more on a large board.
_NODES_FOR_REPLIES = 200_000
#: The weight of a ply of distance against the result.
_PLY = 0.002
#: The spread of estimates, as a share of the distance between a win and a loss.
_GUESSES = 0.5
#: The weights of win probability and of the score itself, and the score at which the latter ends.
_INWARDS = 0.8
_LINEAR = 0.05
_PAWNS = 10.0
#: Memory of a selective search, and its nodes for each move and ply.
_TABLE_BYTES = 2**18
_NODES_FOR_A_LINE = 300


def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
    """Return every move's value by a search of `depth` decisions, in the game's move order."""
    report = _search(position, depth, limit, _NODES)
    if report.depth == 0:
        # Not even one decision fits the limit: all moves look equal.
        return dict.fromkeys(position.moves, Estimate(0))
    found = {found.line[0]: value_from_core(found.value, position.game.has_chance) for found in report.moves}
    # In the game's move order, so that random choices don't depend on the search.
    return {move: found[position.game.codec.code(position, move)] for move in position.moves}


def selective_lines(position: Position, depth: int, limit: Limit) -> dict[Move, tuple[Value, Move | None]]:
    """Return every move's value by a selective search of a depth, and the expected reply.

    Unlike `shallow_values`, it plays captures to the end, so that what hangs is seen at any depth.
    """
    game, moves = position.game, position.moves
    engine = _core.make_selective_engine(game.rules, _TABLE_BYTES)
    nodes = limit.tightened(Limit(nodes=_NODES_FOR_A_LINE * len(moves) * depth)).nodes
    limits = _core.SearchLimits(depth=depth, multi_pv=len(moves))
    info = engine.search(position.state, limits, control_for(Limit(nodes=nodes)))
    found: dict[Move, tuple[Value, Move | None]] = {}
    for each in info.pv_lines:
        line = game.codec.line(position, each.moves[:2])
        found[line[0]] = value_from_core(each.value, game.has_chance), line[1] if len(line) > 1 else None
    return {move: found.get(move, (Estimate(0), None)) for move in moves}


def refutations(position: Position, limit: Limit) -> dict[Move, Move]:
    """Return the moves that allow an immediate win, each with the winning replies."""
    if position.game.has_chance:
        return {}
    report = _search(position, 2, limit, _NODES_FOR_REPLIES)
    found = {}
    for each in report.moves:
        value = value_from_core(each.value, position.game.has_chance)
        if report.depth == 2 and value.result == -1 and value.plies == 2:
            move, reply = position.game.codec.line(position, each.line[:2])
            found[move] = reply
    return {move: found[move] for move in position.moves if move in found}


def wins_at_once(position: Position) -> list[Move]:
    """Return the moves that win immediately."""
    if position.turn is Side.CHANCE:
        return []
    ends = ((move, position.play(move).outcome) for move in position.moves)
    return [move for move, end in ends if end is not None and end.winner is position.turn]


def _search(position: Position, depth: int, limit: Limit, nodes: int) -> _core.SearchReport:
    if position.game.rules.in_python:
        nodes = _NODES_IN_PYTHON
    bounds = limit.tightened(Limit(depth=depth, nodes=nodes))
    return position.game.rules.search(
        position.state,
        "alphabeta",
        bounds.depth or 1,
        control_for(bounds),
        deepen=True,
        every_move=True,
    )


def expected_scores(values: Mapping[Move, Value], scale: Scale | None = None) -> dict[Move, float]:
    """Map values to expected scores from 0 (loss) to 1 (win).

    Estimates have their win probability, if the game's scale knows it; otherwise they lie around the middle.
    """
    if scale is not None and scale.win_probability(0) is not None:
        return {move: _scaled(value, scale) for move, value in values.items()}
    guesses = [score for value in values.values() if (score := _score(value)) is not None]
    low, high = min(guesses, default=0.0), max(guesses, default=0.0)

    def worth(value: Value) -> float:
        if isinstance(value, Expect):
            return value.chance
        if (score := _score(value)) is not None:
            return 0.5 if high == low else 0.5 + _GUESSES * ((score - low) / (high - low) - 0.5)
        return _certain(value)

    return {move: worth(value) for move, value in values.items()}


def _certain(value: Value) -> float:
    result = value.result or 0
    return (1 + result) / 2 - result * _PLY * min(value.plies or 0, 50)


def _scaled(value: Value, scale: Scale) -> float:
    """Return the win probability of an estimate, moved inwards so that wins and losses are beyond it.

    A small linear part distinguishes moves in positions that are won or lost anyway.
    """
    if not isinstance(value, Estimate):
        return _certain(value)
    linear = max(-1.0, min(1.0, value.score / _PAWNS))
    return 0.5 + _INWARDS * ((scale.win_probability(value.score) or 0.0) - 0.5) + _LINEAR * linear


def _score(value: Value) -> float | None:
    """Return the number of points of a value."""
    return value.score if isinstance(value, Estimate) else value.points if isinstance(value, Points) else None
