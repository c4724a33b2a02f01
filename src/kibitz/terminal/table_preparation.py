"""Making what play and hints need to be perfect, where that takes moments."""

from __future__ import annotations

import sys
from contextlib import nullcontext

from kibitz.base.errors import KibitzError
from kibitz.games.position import Position
from kibitz.solving.exact_sources import unmade
from kibitz.solving.progress_bar import progress_bar


def prepare(position: Position, *, lively: bool = True) -> None:
    """Make what knows a position if it is not there yet; what goes wrong is said on stderr.

    Without `lively` no bar is drawn.
    """
    title = position.game.title
    try:
        for source in unmade(position):
            if not source.takes_seconds:
                continue  # made when it is asked, in no time
            print(f"Solving {title}, so that play is perfect ...", file=sys.stderr, flush=True)
            with progress_bar(f"Solving {title}") if lively else nullcontext() as progress:
                source.prepare(progress)
    except KibitzError as trouble:
        print(f"It could not be solved, so moves are searched for: {trouble}", file=sys.stderr, flush=True)
