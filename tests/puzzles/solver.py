"""A plain puzzle solver that shares only the rules with the code under test."""

from __future__ import annotations

import functools

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position


@functools.cache
def plain(position: Position) -> tuple[int, int]:
    """Result and plies for the mover, the winner hurrying and the loser delaying."""
    if position.outcome is not None:
        return position.outcome.for_side(position.turn), 0
    worth = [(-result, plies + 1) for result, plies in (plain(position.play(m)) for m in position.moves)]
    return max(worth, key=lambda w: (w[0], -w[0] * w[1]))


def worth(position: Position, move: Move) -> tuple[int, int]:
    """The same for a move."""
    result, plies = plain(position.play(move))
    return -result, plies + 1


@functools.cache
def chance(position: Position) -> float:
    """The first player's chance to win, by trying everything."""
    if position.outcome is not None:
        return float(position.outcome.winner is Side.FIRST)
    if position.turn is Side.CHANCE:
        return sum(probability * chance(position.play(roll)) for roll, probability in position.chances)
    chances = [chance(position.play(move)) for move in position.moves]
    return max(chances) if position.turn is Side.FIRST else min(chances)


def mine(position: Position, move: Move) -> float:
    """The mover's chance after a move or a roll."""
    first = chance(position.play(move))
    return first if position.mover is Side.FIRST else 1 - first


@functools.cache
def wins_within(position: Position, plies: int) -> bool:
    """Whether the player to move can force a win within so many plies."""
    if position.outcome is not None or plies <= 0:
        return False
    for move in position.moves:
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner is position.turn:
                return True
        elif plies > 2 and all(wins_within(after.play(reply), plies - 2) for reply in after.moves):
            return True
    return False


def move_wins_within(position: Position, move: Move, plies: int) -> bool:
    """Whether a move begins such a win."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner is position.turn
    return plies > 2 and all(
        (child := after.play(reply)).outcome is None and wins_within(child, plies - 2)
        for reply in after.moves
    )
