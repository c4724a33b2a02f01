"""The table that knows a game: kept on disk, or made on the spot where the game is tiny."""

from __future__ import annotations

from kibitz.games.control import control_for
from kibitz.games.game import Game
from kibitz.solving.plan import make_plan
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.store import find_table
from kibitz.solving.table import Table, table_in_memory
from kibitz.words.cancel import raise_if_cancelled
from kibitz.words.errors import BadOption, Stopped
from kibitz.words.limit import Limit

#: A game with no more positions than this is solved on the spot.
_TINY = 20_000
_TINY_IN_PYTHON = 5_000
_TINY_SECONDS = 0.5

_tiny_tables: dict[str, Table | None] = {}


def known_table(game: Game) -> Table | None:
    """The table of a game, if there is one; BadFile if its file can't be trusted."""
    return find_table(game) or _tiny_table(game)


def _tiny_table(game: Game) -> Table | None:
    """The table of a tiny game, solved in memory when first needed; None if the game is larger."""
    if game.table_id not in _tiny_tables:
        most = _TINY_IN_PYTHON if game.rules.in_python else _TINY
        try:
            control = control_for(Limit(seconds=_TINY_SECONDS))
            _tiny_tables[game.table_id] = table_in_memory(
                game, solve_in_memory(game, control, make_plan(game, most))
            )
        except (BadOption, Stopped):
            raise_if_cancelled()  # that nobody waits for it says nothing about its size
            _tiny_tables[game.table_id] = None
    return _tiny_tables[game.table_id]
