"""Preparing the exact sources of a position, where that takes seconds."""

from __future__ import annotations

import sys
from contextlib import nullcontext

from kibitz.base.errors import KibitzError
from kibitz.games.position import Position
from kibitz.solving.exact_sources import unmade
from kibitz.solving.progress_bar import progress_bar


def prepare_tables(position: Position, *, animated: bool = True) -> None:
    """Prepare the exact sources of a position that are not ready yet; report errors on stderr.

    `animated` shows a progress bar.
    """
    title = position.game.title
    try:
        for source in unmade(position):
            if not source.takes_seconds:
                continue  # it prepares itself instantly when first used
            print(f"Solving {title} for perfect play ...", file=sys.stderr, flush=True)
            with progress_bar(f"Solving {title}") if animated else nullcontext() as progress:
                source.prepare(progress)
    except KibitzError as trouble:
        print(f"Could not solve it, so moves are searched: {trouble}", file=sys.stderr, flush=True)
