"""A short game for the front page, so that its boards are alive."""

from __future__ import annotations

from typing import cast

from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.players.registry import make_player
from kibitz.service.position_view import view_json
from kibitz.service.replies import Demo, DemoView

#: Moves and rolls that are shown, and how much is thought about each.
_PLIES = 26
_LIMIT = Limit(nodes=2000, seconds=0.1)


def demo_json(game: Game) -> Demo:
    """The board, and what is on it after each move of a short game; nothing to touch."""
    rng = Random("demo")
    player = make_player("level:strength=60")
    position, last = game.start(rng), None
    board, view = view_json(position, None)
    views = [view]
    try:
        while not position.is_over and len(views) < _PLIES:
            if position.turn is Side.CHANCE:
                position = position.play(position.roll(rng))
            else:
                last = player.choose(position, _LIMIT, rng).move
                position = position.play(last)
            views.append(view_json(position, last)[1])
    except KibitzError:
        pass  # a game that can't be played by this player is shown as far as it came
    kept = DemoView.__annotations__
    shown = [cast(DemoView, {key: value for key, value in view.items() if key in kept}) for view in views]
    return {"board": board, "views": shown}
