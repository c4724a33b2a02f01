"""Looks ahead that take no time that a person notices, the same on every machine."""

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

#: Positions that a look may visit; a game written in Python is slow.
_NODES = 20_000
_NODES_IN_PYTHON = 2_000
#: To see every win of the opponent's next move takes more on a large board.
_NODES_FOR_REPLIES = 200_000
#: A ply of a win or loss is worth next to nothing against the result itself.
_PLY = 0.002
#: Between the best and the worst guess lies half of what lies between a win and a loss.
_GUESSES = 0.5


def looked_up(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
    """Every move's value by a look so many decisions ahead, in the game's order."""
    report = _search(position, depth, limit, _NODES)
    if report.depth == 0:
        # Not even one decision fits; then every move looks the same.
        return dict.fromkeys(position.moves, Estimate(0))
    found = {found.line[0]: value_from_core(found.value, position.game.has_chance) for found in report.moves}
    # In the game's order, so that chance meets the moves in the same one whatever the search did.
    return {move: found[position.game.codec.code(position, move)] for move in position.moves}


def refutations(position: Position, limit: Limit) -> dict[Move, Move]:
    """The moves after which the opponent can win at once, each with a reply that does."""
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
    """The moves that end the game with a win for who makes them."""
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


def worths(values: Mapping[Move, Value]) -> dict[Move, float]:
    """What moves are worth from 0, a loss, to 1, a win. Guesses lie around the middle, spread evenly."""
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
    """A value that is a number of points, guessed or sure."""
    return value.score if isinstance(value, Estimate) else value.points if isinstance(value, Points) else None
