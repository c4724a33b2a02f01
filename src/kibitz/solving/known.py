"""The table that is there, or that costs next to nothing to make."""

from __future__ import annotations

from kibitz import _core
from kibitz.games.game import Game
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.store import find_table
from kibitz.solving.table import Table, table_in_memory
from kibitz.words.errors import BadOption, Stopped

#: A game with no more positions than this is solved on the spot.
_TINY = 20_000
_TINY_IN_PYTHON = 5_000
_TINY_SECONDS = 0.5

_tiny_tables: dict[str, Table | None] = {}


def known_table(game: Game) -> Table | None:
    """The table kept on disk, or of a tiny game solved in memory; BadFile if a kept one can't be trusted."""
    return find_table(game) or _tiny_table(game)


def _tiny_table(game: Game) -> Table | None:
    """The table of a tiny game, solved when first needed; None if the game is larger."""
    if game.rules_id not in _tiny_tables:
        most = _TINY_IN_PYTHON if game.rules.in_python else _TINY
        try:
            solution = solve_in_memory(game, _core.Control(seconds=_TINY_SECONDS), most)
            _tiny_tables[game.rules_id] = table_in_memory(game, solution)
        except (BadOption, Stopped):
            _tiny_tables[game.rules_id] = None
    return _tiny_tables[game.rules_id]
