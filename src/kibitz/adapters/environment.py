"""Observations and their space, shared by the environments."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import Game
from kibitz.games.position import Position


def observed(game: Game, position: Position) -> dict[str, Any]:
    """Return a position and the mask of its legal actions, as arrays."""
    return {
        "observation": game.encoding.encode([position])[0].copy(),
        "action_mask": action_mask(game, position),
    }


def action_mask(game: Game, position: Position) -> Any:
    """Return the mask of legal actions as an array of 0 and 1."""
    import numpy as np

    return game.encoding.actions.masks([position])[0].astype(np.int8)


def observation_space(game: Game, spaces: Any) -> Any:
    """Return the space of `observed` in Gymnasium's types."""
    import numpy as np

    planes = spaces.Box(-np.inf, np.inf, game.encoding.shape, np.float32)
    return spaces.Dict(
        {"observation": planes, "action_mask": spaces.Box(0, 1, (len(game.encoding.actions),), np.int8)}
    )
