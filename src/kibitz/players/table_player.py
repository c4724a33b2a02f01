"""The player that knows: perfect play wherever a table holds the position."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.solving.derive import value_after
from kibitz.solving.known import known_table
from kibitz.solving.table import Table
from kibitz.words.errors import BadFile
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.options import Option
from kibitz.words.random import Random, pick
from kibitz.words.value import Value


class TablePlayer(Player):
    """Wins as quickly as can be, resists as long as can be; searches where no table knows."""

    name = "table"
    summary = "perfect play where the game is solved: quickest win, longest resistance; else searches"
    options = (Option("depth", 4, "decisions to look ahead where no table knows", low=1, high=999),)

    def _choose(self, position: Position, limit: Limit, rng: Random) -> Choice:
        found = moves_by_table(position)
        if found is None:
            return self._search(position, limit, rng)
        values, table = found
        move = self._pick(position, values, table, rng)
        return Choice(move, values[move])

    def _pick(self, position: Position, values: dict[Move, Value], table: Table, rng: Random) -> Move:
        best = max(values.values())
        return pick(rng, [move for move, value in values.items() if value == best])

    def _search(self, position: Position, limit: Limit, rng: Random) -> Choice:
        from kibitz.players.registry import make_player

        return make_player(f"alphabeta:depth={self.values['depth']}").choose(position, limit, rng)


def moves_by_table(position: Position) -> tuple[dict[Move, Value], Table] | None:
    """The exact value of each move, and the table that says so; None if no table knows them all."""
    try:
        table = known_table(position.game)
    except BadFile:
        return None  # a table that can't be trusted is as good as none
    if table is None:
        return None
    found = table

    def known(after: Position) -> Value:
        value = found.value(after)
        if value is None:
            raise LookupError
        return value

    try:
        return {move: value_after(position, move, known) for move in position.moves}, table
    except (LookupError, BadFile):
        return None
