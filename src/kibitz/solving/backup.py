"""One-ply backup of exact values, the consistency condition of a table."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.base.errors import BadFile
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Draw, Expect, Loss, Points, Value, Win
from kibitz.games.position import Position

#: Return the value of a position to its mover.
ValueOf = Callable[[Position], Value]


def value_of_end(position: Position) -> Value:
    """Return the value of a finished game to the position's mover."""
    assert position.outcome is not None
    if position.game.score_range is not None:
        points = position.outcome.points_for(position.mover) or 0
        return Points(points, average=position.game.has_chance)
    result = position.outcome.for_side(position.mover)
    if position.game.has_chance:
        return Expect((1 + result) / 2)
    return {1: Win, 0: Draw, -1: Loss}[result](0)


def value_after(position: Position, move: Move, value_of: ValueOf) -> Value:
    """Return the value of a move, or a roll, to the mover of the position before it."""
    after = position.play(move)
    value = value_of(after)
    return (value if after.mover == position.mover else -value).before()


def derived_value(position: Position, value_of: ValueOf) -> Value:
    """Return the value of a position to its mover by one-ply lookahead."""
    if position.is_over:
        return value_of_end(position)
    if position.turn is not Side.CHANCE:
        return max(value_after(position, move, value_of) for move in position.moves)
    total = 0.0
    exact = True
    for roll, probability in position.chances:
        value = value_after(position, roll, value_of)
        total += probability * (value.points if isinstance(value, Points) else expectation(value))
        exact = exact and value.exact
    if position.game.score_range is not None:
        return Points(total, exact, average=True)
    return Expect(min(max(total, 0.0), 1.0), exact)


def expectation(value: Value) -> float:
    """Return a value as an expected score; a draw counts half."""
    if isinstance(value, Expect):
        return value.chance
    if value.result is None:
        raise BadFile(f"{value} is no chance")
    return (1 + value.result) / 2
