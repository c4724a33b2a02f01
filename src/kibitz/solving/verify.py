"""Verifying a table against the rules: one-ply backups of positions from random games."""

from __future__ import annotations

from kibitz.base.errors import BadFile
from kibitz.base.random import Random, pick
from kibitz.base.value import Expect, Points, Value
from kibitz.games.position import Position
from kibitz.solving.backup import derived_value, expectation
from kibitz.solving.table import Table

_ROUNDING = 1e-9


def verify_table(table: Table, samples: int = 1000, rng: Random | None = None) -> int:
    """Recompute the values of sampled positions; BadFile at the first difference.

    Return the number of positions compared.
    """
    table.check()
    rng = rng or Random(0)
    compared = 0
    tolerance = 2 * table.precision + _ROUNDING

    def stored(position: Position) -> Value:
        value = table.value(position)
        if value is None:
            raise BadFile(f"the table of {table.game.spec} lacks the position {position}; solve it again")
        return value

    while compared < samples:
        position = _first_held(table, rng)
        while True:
            position = position.without_history()  # a table has no history
            found, derived = stored(position), derived_value(position, stored)
            if not _same(found, derived, tolerance):
                raise BadFile(
                    f"the table of {table.game.spec} says {found} of {position}, "
                    f"its children say {derived}; solve it again"
                )
            compared += 1
            if position.is_over or compared >= samples:
                break
            position = position.play(pick(rng, position.moves))
    return compared


def _first_held(table: Table, rng: Random) -> Position:
    """Return the start, or the first position of a random game that the table holds."""
    position = table.game.start(rng)
    while table.pieces is not None and table.value(position) is None:
        # A game may end before few enough pieces are left.
        position = table.game.start(rng) if position.is_over else position.play(pick(rng, position.moves))
    return position


def _same(found: Value, derived: Value, tolerance: float) -> bool:
    if isinstance(found, Expect):
        return abs(found.chance - expectation(derived)) < tolerance
    if isinstance(found, Points) and isinstance(derived, Points):
        return abs(found.points - derived.points) < max(tolerance, 1e-9)
    return found == derived
