"""`--weak`: prove who wins, but not how soon."""

from __future__ import annotations

import json
import sys
import time

import click

from kibitz.analysis.who_wins import who_wins
from kibitz.base.limit import Limit
from kibitz.games.position import Position


def print_who_wins(position: Position, limit: Limit | None, as_json: bool) -> None:
    """Print who wins and how long the proof took."""
    began = time.perf_counter()
    animated = sys.stderr.isatty()

    def progress(done: int, total: int) -> bool:
        if animated:
            click.echo(f"\r{done:,} positions, {time.perf_counter() - began:.0f} s", nl=False, err=True)
        return True

    found = who_wins(position, limit, progress=progress)
    seconds = time.perf_counter() - began
    if animated and seconds > 0.2:
        click.echo("\r\x1b[K", nl=False, err=True)
    value = None if found is None else found.words()
    if as_json:
        answer = {
            "game": position.game.spec,
            "position": str(position),
            "value": value,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    mover = position.game.side_name(position.mover)
    text = f"{mover}, to move, {value}" if value else "not proved within the limit"
    click.echo(f"{position.game.title}: {text} ({seconds:.1f} s)")
