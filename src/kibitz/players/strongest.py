"""The best that Kibitz can do: from the table where the game is solved, else by its strongest search."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player
from kibitz.players.table_player import moves_by_table
from kibitz.words.limit import Limit
from kibitz.words.random import Random

#: Who plays where a table knows every move, and where none does.
_WITH_TABLE, _WITHOUT = "table", "negascout"
#: Positions to visit where no limit says otherwise; a game written in Python is slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


def strongest_choice(position: Position, limit: Limit, rng: Random) -> Choice:
    """The best move to be had; one of the equally good ones by chance."""
    if moves_by_table(position) is not None:
        return make_player(_WITH_TABLE).choose(position, limit, rng)
    if limit == Limit():
        limit = Limit(nodes=_NODES_IN_PYTHON if position.game.rules.in_python else _NODES)
    return make_player(_WITHOUT).choose(position, limit, rng)
