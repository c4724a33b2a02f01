"""The best that Kibitz can do: exactly where a source knows the position, else by the strongest search."""

from __future__ import annotations

import time

from kibitz.base.limit import Limit
from kibitz.base.random import Random, pick
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.solving.exact_sources import ask, unmade

#: Positions to visit where no limit says otherwise; a game written in Python is slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


#: The same where people wait on a page for a move; where a source works too, that has half of it.
_NODES_ON_THE_PAGE = 8_000_000


def nodes_on_the_page(game: Game) -> int:
    """Positions that the strongest move on the page may cost, where they are counted rather than time."""
    return _NODES_IN_PYTHON if game.rules.in_python else _NODES_ON_THE_PAGE


def get_ready(position: Position) -> None:
    """Load or make what the move in a position would have to wait for."""
    for source in unmade(position):
        source.prepare()


def strongest_choice(position: Position, limit: Limit, rng: Random) -> Choice:
    """The best move to be had; one of the equally good ones by chance."""
    began = time.perf_counter()
    asked = ask(position, limit)
    if (found := asked.knowledge) is not None:
        best = max(each.value for each in found.moves)
        move = pick(rng, [each.move for each in found.moves if each.value == best])
        seconds = time.perf_counter() - began if found.nodes else None
        return Choice(move, best, nodes=found.nodes or None, seconds=seconds)
    left = asked.limit
    if left == Limit():
        left = Limit(nodes=_NODES_IN_PYTHON if position.game.rules.in_python else _NODES)
    return make_player(position.game.search.best).choose(position, left, rng)
