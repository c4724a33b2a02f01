"""Solving a game before it is played, where that takes moments and makes play and hints perfect."""

from __future__ import annotations

import sys
from contextlib import nullcontext

from kibitz.games.game import Game
from kibitz.solving.known import known_table
from kibitz.solving.progress import progress_bar
from kibitz.solving.solve import solve
from kibitz.words.errors import KibitzError

#: A game whose index has no more places than this is solved in a few seconds.
_QUICK = 5_000_000


def prepare(game: Game, *, lively: bool = True) -> None:
    """Make the game's table if it is not there and takes only moments; what goes wrong is said on stderr.

    Without `lively` no bar is drawn.
    """
    if game.rules.in_python or not 0 < game.rules.index_size <= _QUICK:
        return
    try:
        if known_table(game) is not None:
            return
        print(f"Solving {game.title}, so that play is perfect ...", file=sys.stderr, flush=True)
        with progress_bar(f"Solving {game.spec}") if lively else nullcontext() as listener:
            solve(game, progress=listener)
    except KibitzError as trouble:
        print(f"It could not be solved, so moves are searched for: {trouble}", file=sys.stderr, flush=True)
