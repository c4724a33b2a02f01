"""Short demo games for the boards of the front page."""

from __future__ import annotations

from typing import cast

from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.python_game.game import PythonGameAdapter
from kibitz.players.registry import make_player
from kibitz.service.position_view import SIDES, view_json
from kibitz.service.replies import Demo, DemoView, WonView

#: Number of moves and rolls, and the node limit of each.
_PLIES = 26
#: Number of won random games of which the shortest is shown, and their maximum length.
_RANDOM_GAMES, _WON_GAMES, _RANDOM_PLIES = 12, 4, 64
_LIMIT = Limit(nodes=2000, seconds=0.1)
#: The same for games written in Python, which are slower.
_PYTHON_LIMIT = Limit(nodes=100, seconds=0.1)


def demo_json(game: Game) -> Demo:
    """Return the board after each move of a short game; without gestures."""
    rng = Random("demo")
    player = make_player("level:strength=60")
    limit = _PYTHON_LIMIT if isinstance(game, PythonGameAdapter) else _LIMIT
    position, last = game.start(rng), None
    board, view = view_json(position, None)
    views = [view]
    try:
        while not position.is_over and len(views) < _PLIES:
            if position.turn is Side.CHANCE:
                position = position.play(position.roll(rng))
            else:
                last = player.choose(position, limit, rng).move
                position = position.play(last)
            views.append(view_json(position, last)[1])
    except KibitzError:
        pass  # show the game up to the player's failure
    kept = DemoView.__annotations__
    shown = [cast(DemoView, {key: value for key, value in view.items() if key in kept}) for view in views]
    return {"board": board, "views": shown, "won": _won(game)}


def _won(game: Game) -> WonView | None:
    """Return a won game and its winner: that of the game's text, else the shortest of some random ones."""
    rng = Random("won")
    found: list[tuple[int, Position, Move | None]] = []
    for _ in range(1 if game.text and game.text.won else _RANDOM_GAMES):
        position, last, plies = game.start(rng), None, 0
        moves = game.text.won.split() if game.text else []
        try:
            while not position.is_over and plies < _RANDOM_PLIES:
                if position.turn is Side.CHANCE:
                    position = position.play(position.roll(rng))
                else:
                    last = position.move(moves[plies]) if moves else pick(rng, position.moves)
                    position, plies = position.play(last), plies + 1
        except (KibitzError, IndexError):
            continue
        if position.outcome is not None and position.outcome.winner is not None:
            found.append((plies, position, last))
        if len(found) == _WON_GAMES:
            break
    if not found:
        return None
    _, position, last = min(found, key=lambda one: one[0])
    assert position.outcome is not None
    assert position.outcome.winner is not None
    kept = DemoView.__annotations__
    view = {key: value for key, value in view_json(position, last)[1].items() if key in kept}
    return cast(WonView, {**view, "winner": SIDES[position.outcome.winner]})
