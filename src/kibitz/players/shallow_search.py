"""Shallow, node-limited searches, the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz import _core
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Expect, Points, Value
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


def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
    """Return every move's value by a search of `depth` decisions, in the game's move order."""
    report = _search(position, depth, limit, _NODES)
    if report.depth == 0:
        # Not even one decision fits the limit: all moves look equal.
        return dict.fromkeys(position.moves, Estimate(0))
    found = {found.line[0]: value_from_core(found.value, position.game.has_chance) for found in report.moves}
    # In the game's move order, so that random choices don't depend on the search.
    return {move: found[position.game.codec.code(position, move)] for move in position.moves}


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


def expected_scores(values: Mapping[Move, Value]) -> dict[Move, float]:
    """Map values to expected scores from 0 (loss) to 1 (win); estimates lie around the middle."""
    guesses = [score for value in values.values() if (score := _score(value)) is not None]
    low, high = min(guesses, default=0.0), max(guesses, default=0.0)

    def worth(value: Value) -> float:
        if isinstance(value, Expect):
            return value.chance
        if (score := _score(value)) is not None:
            return 0.5 if high == low else 0.5 + _GUESSES * ((score - low) / (high - low) - 0.5)
        result = value.result or 0
        return (1 + result) / 2 - result * _PLY * min(value.plies or 0, 50)

    return {move: worth(value) for move, value in values.items()}


def _score(value: Value) -> float | None:
    """Return the number of points of a value."""
    return value.score if isinstance(value, Estimate) else value.points if isinstance(value, Points) else None
