"""Preparing the exact sources of a position, where that takes seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.base.cancel import Progress
from kibitz.base.errors import KibitzError
from kibitz.games.position import Position
from kibitz.solving.exact_sources import unmade
from kibitz.solving.progress_bar import progress_bar, progress_words


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
            with progress_bar(f"Solving {title}", keep=True) if animated else _last_line(title) as progress:
                source.prepare(progress)
    except KibitzError as trouble:
        print(f"Could not solve it, so moves are searched: {trouble}", file=sys.stderr, flush=True)


@contextmanager
def _last_line(title: str) -> Iterator[Progress]:
    """A listener that prints the last progress when the work is done."""
    last = (0, 0)

    def heard(done: int, total: int) -> None:
        nonlocal last
        last = done, total

    yield heard
    if last[1]:
        print(f"Solving {title}: {progress_words(*last)}", file=sys.stderr, flush=True)
