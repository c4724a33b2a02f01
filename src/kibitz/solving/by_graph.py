"""Solving by enumerating all reachable positions, for any small game."""

from __future__ import annotations

from kibitz import _core
from kibitz.files.sections import Solution
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import Keyed

#: The part with the joined result of a distributed run.
WHOLE = "graph"


def solve_by_graph(
    game: Game, control: _core.Control, most_positions: int, kept: Checkpoints | None = None
) -> Solution:
    """Solve a small game by retrograde analysis; too short to be worth checkpoints."""
    keys = values = b""

    def restore(part: TableFile) -> None:
        nonlocal keys, values
        keys, values = part.copy_section("keys"), part.copy_section("values")

    if kept is None or not kept.restore(WHOLE, restore):
        keys, values = game.rules.solve_graph(control, most_positions)
    facts = {"layout": Keyed.name, "positions": len(keys) // 8}
    return Solution(facts, {"keys": keys, "values": values})
