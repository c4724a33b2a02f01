"""Solving a game: the value of every position that can be reached, kept on disk."""

from __future__ import annotations

import contextlib
from typing import Literal

from kibitz import _core
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving.layouts import Bytes, Keyed
from kibitz.solving.progress import Listener, make_control, progress_bar
from kibitz.solving.store import find_table, table_path
from kibitz.solving.table import Table, save_table
from kibitz.words.errors import BadFile, BadOption, KibitzError, Stopped

#: More positions than this need more memory than a small machine has.
MOST_POSITIONS = 10_000_000


def solve(
    game: Game | str,
    *,
    progress: Listener | Literal[True] | None = None,
    most_positions: int = MOST_POSITIONS,
    again: bool = False,
) -> Table:
    """Solve a game and keep the table; if it is kept already, only open it.

    `progress=True` draws a bar on a terminal; a function hears done and total
    and may return False to stop. `again` solves even if a table is there.
    """
    game = load(game) if isinstance(game, str) else game
    if not again:
        # A table that can't be trusted is made again.
        with contextlib.suppress(BadFile):
            if (kept := find_table(game)) is not None:
                return kept
    if progress is True:
        with progress_bar(f"Solving {game.spec}") as listener:
            sections = solve_in_memory(game, make_control(listener), most_positions)
    else:
        sections = solve_in_memory(game, make_control(progress), most_positions)
    return save_table(game, Keyed.name, sections, table_path(game))


def solve_in_memory(game: Game, control: _core.Control, most_positions: int) -> dict[str, Bytes]:
    """The sections of a game's table."""
    try:
        keys, values = game.rules.solve_graph(control, most_positions)
    except _core.Stopped:
        raise Stopped(f"solving {game.spec} was stopped; nothing was written") from None
    except KibitzError:
        raise  # from a game written in Python
    except ValueError as refusal:
        raise BadOption(f"{game.spec} can't be solved: {refusal}") from None
    return {"keys": keys, "values": values}
