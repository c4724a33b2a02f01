"""Steps of a game in the terms of learning environments: chance acts by itself, and an end gives rewards."""

from __future__ import annotations

from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.position import Position


def roll(position: Position, rng: Random) -> Position:
    """Return the position once the dice have fallen: a player decides, or the game is over."""
    while not position.is_over and position.turn is Side.CHANCE:
        position = position.play(position.roll(rng))
    return position


def reward(position: Position, side: Side) -> float:
    """Return the reward of a side: points as a share of the most, or 1, 0 or -1; 0 before the end."""
    game, outcome = position.game, position.outcome
    if outcome is None:
        return 0.0
    if game.rules.span and not _by_repetition(position):
        points = game.rules.points(position.state) / game.rules.span
        return points if side is Side.FIRST else -points
    return 0.0 if outcome.winner is None else 1.0 if outcome.winner is side else -1.0


def _by_repetition(position: Position) -> bool:
    """Return whether the rules themselves would go on."""
    return position.game.rules.result(position.state) == 0
