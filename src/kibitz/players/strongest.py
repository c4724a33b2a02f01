"""The best that Kibitz can do: from the table where the game is solved, else by its strongest search."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.players.player import Choice
from kibitz.players.registry import make_player, names
from kibitz.solving.derive import value_after, value_of_end
from kibitz.solving.known import known_table
from kibitz.solving.table import Table
from kibitz.words.errors import BadFile
from kibitz.words.limit import Limit
from kibitz.words.move import Line, Move
from kibitz.words.random import Random, pick
from kibitz.words.value import Value

#: Searches from the strongest on; the first that is there and can play the game is taken.
_SEARCHES = ("negascout", "alphabeta")
#: Positions to visit where no limit says otherwise; a game written in Python is slow.
_NODES = 3_000_000
_NODES_IN_PYTHON = 30_000


def strongest_choice(position: Position, limit: Limit, rng: Random) -> Choice:
    """The best move to be had; one of the equally good ones by chance."""
    values = exact_values(position)
    if values is not None:
        best = max(values.values())
        move = pick(rng, [move for move, value in values.items() if value == best])
        return Choice(move, best, Line([move]))
    if limit.seconds is None and limit.nodes is None and limit.depth is None:
        in_python = position.game.rules.in_python
        limit = Limit(nodes=_NODES_IN_PYTHON if in_python else _NODES)
    name = next(name for name in _SEARCHES if name in names())
    return make_player(name).choose(position, limit, rng)


def exact_values(position: Position) -> dict[Move, Value] | None:
    """Every move's value where a table holds the game; None where there is none."""
    try:
        table = known_table(position.game)
    except BadFile:
        return None  # a table that can't be trusted is not asked; analysing says what is wrong with it
    if table is None or table.value(position) is None:
        return None
    return {move: value_after(position, move, lambda child: _value(table, child)) for move in position.moves}


def _value(table: Table, position: Position) -> Value:
    value = value_of_end(position) if position.is_over else table.value(position)
    if value is None:
        raise BadFile(f"the table of {table.game.spec} lacks the position {position}; solve the game again")
    return value
