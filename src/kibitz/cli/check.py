"""`kibitz check`: look for contradictions in a game's rules."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Callable

import click

from kibitz.cli.status_line import Say, passing
from kibitz.games.python_game.check import Report, check_game
from kibitz.games.registry import load


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Random games to play.")
@click.option("--seed", default=0, show_default=True, help="Where chance starts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str, games: int, seed: int, as_json: bool) -> int:
    """Test the rules of GAME (a Python file or a name) by playing it at random.

    Looks for positions that have ended but offer moves, moves that can't be
    repeated or taken back, texts that don't read back, symmetries and chances
    that don't hold, games without an end, moves without a number. Exits 1 if it
    finds a problem.
    """
    with passing() as (say, _):
        report = check_game(load(game), games, seed, tell=_progress(say, games))
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(report), indent=2, ensure_ascii=False))
    elif report.problems:
        for problem in report.problems:
            click.echo(f"problem: {problem}")
        click.echo(f"{report.game}: {len(report.problems)} found in {report.positions:,} positions", err=True)
    else:
        click.echo(
            f"{report.game}: no contradiction in {report.positions:,} positions of {report.games:,} games"
        )
        if report.cut_short:
            click.echo(
                f"ended early, after {report.moves:,} moves to choose from, up to {report.widest:,} in a "
                f"position; the last game had no end after {report.ply:,} moves",
                err=True,
            )
    return 1 if report.problems else 0


def _progress(say: Say, games: int) -> Callable[[Report], None]:
    """What says now and then how far the check is: often where the line is written over."""
    began = last = time.monotonic()
    every = 0.2 if sys.stderr.isatty() else 10.0

    def tell(report: Report) -> None:
        nonlocal last
        now = time.monotonic()
        if now - began > 1 and now - last >= every:
            last = now
            say(
                f"game {report.games + 1:,} of {games:,}, move {report.ply + 1:,}; "
                f"{report.positions:,} positions, up to {report.widest:,} moves in one"
            )

    return tell
