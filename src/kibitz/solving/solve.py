"""Solving a game: the value of every position that can be reached, kept on disk."""

from __future__ import annotations

import contextlib
import os
from typing import Literal

from kibitz import _core
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving.layouts import Dense, Keyed
from kibitz.solving.progress import Listener, make_control, progress_bar
from kibitz.solving.store import find_table, table_path
from kibitz.solving.table import Solution, Table, save_table
from kibitz.words.errors import BadFile, BadOption, KibitzError, Stopped

#: A position that is listed with its children needs some 200 bytes while solving: 2 GB.
MOST_POSITIONS = 10_000_000
#: A place of an index needs 2 bytes while solving: 1 GB.
MOST_PLACES = 500_000_000
#: A game with a smaller index is listed, which finds positions alike by symmetry and stores them once.
_SMALL = 100_000


def solve(
    game: Game | str,
    *,
    progress: Listener | Literal[True] | None = None,
    most_positions: int | None = None,
    again: bool = False,
) -> Table:
    """Solve a game and keep the table; if it is kept already, only open it.

    `progress=True` draws a bar on a terminal; a function hears done and total
    and may return False to stop. A game with more than `most_positions` is
    refused, by default one that would need more than about 2 GB of memory.
    `again` solves even if a table is there.
    """
    game = load(game) if isinstance(game, str) else game
    if not again:
        # A table that can't be trusted is made again.
        with contextlib.suppress(BadFile):
            if (kept := find_table(game)) is not None:
                return kept
    if progress is True:
        with progress_bar(f"Solving {game.spec}") as listener:
            solution = solve_in_memory(game, make_control(listener), most_positions)
    else:
        solution = solve_in_memory(game, make_control(progress), most_positions)
    return save_table(game, solution, table_path(game))


def solve_in_memory(game: Game, control: _core.Control, most_positions: int | None = None) -> Solution:
    """A game solved by the cheapest way that it allows.

    Tiers need a byte for each place of the game's index and no keys; a small
    game, or one without an index, is listed position by position.
    """
    rules = game.rules
    try:
        if _SMALL < rules.index_size <= (most_positions or MOST_PLACES):
            palette, values, positions = rules.solve_tiers(control, os.cpu_count() or 1)
            return Solution(Dense.name, {"palette": palette, "values": values}, positions)
        keys, values = rules.solve_graph(control, most_positions or MOST_POSITIONS)
        return Solution(Keyed.name, {"keys": keys, "values": values}, len(keys) // 8)
    except _core.Stopped:
        raise Stopped(f"solving {game.spec} was stopped; nothing was written") from None
    except KibitzError:
        raise  # from a game written in Python
    except ValueError as refusal:
        raise BadOption(f"{game.spec} can't be solved: {refusal}") from None
