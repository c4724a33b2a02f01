"""What environments of other projects share: a game that goes on, its dice, and its rewards."""

from __future__ import annotations

from typing import Any

from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position


def roll(position: Position, rng: Random) -> Position:
    """The position once the dice have fallen: a player decides, or the game is over."""
    while not position.is_over and position.turn is Side.CHANCE:
        position = position.play(position.roll(rng))
    return position


def reward(position: Position, side: Side) -> float:
    """At the end, what a side has won: points as a share of the most, or 1, 0 or -1."""
    game, outcome = position.game, position.outcome
    if outcome is None:
        return 0.0
    if game.rules.span and not _by_repetition(position):
        points = game.rules.points(position.state) / game.rules.span
        return points if side is Side.FIRST else -points
    return 0.0 if outcome.winner is None else 1.0 if outcome.winner is side else -1.0


def _by_repetition(position: Position) -> bool:
    """Whether the rules themselves would go on."""
    return position.game.rules.result(position.state) == 0


def observed(game: Game, position: Position) -> dict[str, Any]:
    """A position and the moves allowed in it, as arrays."""
    return {
        "observation": game.encoding.encode([position])[0].copy(),
        "action_mask": action_mask(game, position),
    }


def action_mask(game: Game, position: Position) -> Any:
    """Which numbers stand for moves that are allowed, as an array of 0 and 1."""
    import numpy as np

    return game.encoding.actions.masks([position])[0].astype(np.int8)


def observation_space(game: Game, spaces: Any) -> Any:
    """What `observed` gives, in Gymnasium's words."""
    import numpy as np

    planes = spaces.Box(-np.inf, np.inf, game.encoding.shape, np.float32)
    return spaces.Dict(
        {"observation": planes, "action_mask": spaces.Box(0, 1, (len(game.encoding.actions),), np.int8)}
    )
