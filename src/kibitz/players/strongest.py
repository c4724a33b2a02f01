"""The strongest play: an exact source if one knows the position, otherwise the strongest search."""

from __future__ import annotations

import time

from kibitz.base.limit import Limit
from kibitz.base.random import Random, pick
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.solving.exact_sources import probe_sources, unmade

#: Default limit of nodes; fewer in games written in Python, which are slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


#: The same on the page, where people wait; half of it goes to the exact source, if there is one.
_NODES_ON_THE_PAGE = 8_000_000


def nodes_on_the_page(game: Game) -> int:
    """Return the node limit of the strongest move on the page."""
    return _NODES_IN_PYTHON if game.rules.in_python else _NODES_ON_THE_PAGE


def get_ready(position: Position) -> None:
    """Load the sources that a move in this position needs."""
    for source in unmade(position):
        source.prepare()


def strongest_choice(position: Position, limit: Limit, rng: Random) -> Choice:
    """Choose a best move, at random among equal ones."""
    began = time.perf_counter()
    asked = probe_sources(position, limit)
    if (found := asked.knowledge) is not None:
        best = max(each.value for each in found.moves)
        move = pick(rng, [each.move for each in found.moves if each.value == best])
        seconds = time.perf_counter() - began if found.nodes else None
        return Choice(move, best, nodes=found.nodes or None, seconds=seconds)
    left = asked.limit
    if left == Limit():
        left = Limit(nodes=_NODES_IN_PYTHON if position.game.rules.in_python else _NODES)
    return make_player(position.game.search.best).choose(position, left, rng)
