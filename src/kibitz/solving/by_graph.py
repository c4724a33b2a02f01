"""Solving by listing every position that can be reached: any game, if it is small."""

from __future__ import annotations

from kibitz import _core
from kibitz.files.sections import Solution
from kibitz.games.game import Game
from kibitz.solving.layouts import Keyed


def solve_by_graph(game: Game, control: _core.Control, most_positions: int) -> Solution:
    """A small game solved from its ends backwards; too short to be worth interrupting."""
    keys, values = game.rules.solve_graph(control, most_positions)
    facts = {"layout": Keyed.name, "positions": len(keys) // 8}
    return Solution(facts, {"keys": keys, "values": values})
