"""Observations and their space, as environments of other projects share them."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import Game
from kibitz.games.position import Position


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
