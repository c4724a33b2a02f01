"""Exact values by plain recursion over the rules."""

from __future__ import annotations

import functools
from collections.abc import Callable

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position

#: Result and plies to the end for the side to move; points are results of any size.
Worth = tuple[float, float]


def better(worth: Worth) -> Worth:
    """Ordered as players wish: the winner hurries, the loser delays."""
    result, plies = worth
    return result, -plies if result > 0 else plies


@functools.cache
def plain(position: Position) -> Worth:
    """Minimax in a game without dice or circles; a player may have several turns in a row."""
    outcome = position.outcome
    if outcome is not None:
        points = outcome.points_for(position.turn)
        return (outcome.for_side(position.turn) if points is None else points), 0
    return max((after_move(position, move) for move in position.moves), key=better)


def after_move(position: Position, move: Move, of: Callable[[Position], Worth] = plain) -> Worth:
    """The same of a move, for the player who makes it."""
    after = position.play(move)
    result, plies = of(after)
    return (result if after.turn is position.turn else -result), plies + 1


class Chances:
    """The first player's chance to win in a game of dice, by sweeping until nothing changes: circles too."""

    def __init__(self, start: Position) -> None:
        self._at: dict[str, int] = {}
        positions = [start]
        self._at[self._name(start)] = 0
        follows: list[tuple[str, list[tuple[int, float]]]] = []
        values: list[float] = []
        for position in positions:  # grows while it is walked
            if position.outcome is not None:
                values.append(float(position.outcome.winner is Side.FIRST))
                follows.append(("end", []))
                continue
            values.append(0.5)
            dice = position.turn is Side.CHANCE
            ways = position.chances if dice else tuple((move, 1.0) for move in position.moves)
            some = []
            for move, probability in ways:
                after = position.play(move)
                name = self._name(after)
                if name not in self._at:
                    self._at[name] = len(positions)
                    positions.append(after)
                some.append((self._at[name], probability))
            kind = "dice" if dice else "first" if position.turn is Side.FIRST else "second"
            follows.append((kind, some))
        self._values = values
        change = 1.0
        while change > 1e-13:
            change = 0.0
            for at in range(len(values) - 1, -1, -1):
                kind, some = follows[at]
                if kind == "end":
                    continue
                if kind == "dice":
                    fresh = sum(values[to] * probability for to, probability in some)
                else:
                    fresh = (max if kind == "first" else min)(values[to] for to, _ in some)
                change = max(change, abs(fresh - values[at]))
                values[at] = fresh

    @staticmethod
    def _name(position: Position) -> str:
        return f"{position} {position.turn}"

    def of(self, position: Position, move: Move) -> float:
        """The chance of the player who makes a move."""
        first = self._values[self._at[self._name(position.play(move))]]
        return first if position.turn is Side.FIRST else 1 - first


def wins(position: Position, move: Move) -> bool:
    """Whether a move, if it is allowed, wins at once."""
    if position.is_over or move not in position.moves:
        return False
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.turn


def win_now(position: Position) -> float:
    """The chance that the roller's next roll lets it win at once."""
    if position.is_over:
        return 0.0
    if position.turn is not Side.CHANCE:
        return float(any(wins(position, move) for move in position.moves))
    found = 0.0
    for roll, probability in position.chances:
        after = position.play(roll)
        if after.outcome is not None:
            found += probability * (after.outcome.winner is position.mover)
        elif after.turn is position.mover:
            found += probability * any(wins(after, move) for move in after.moves)
    return found
