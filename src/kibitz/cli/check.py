"""`kibitz check`: look for contradictions in the rules of a game."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Callable

import click

from kibitz.cli.status_line import Show, status_line
from kibitz.games.python_game.check import Report, check_game
from kibitz.games.registry import load


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1), help="Number of random games."
)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str, games: int, seed: int, as_json: bool) -> int:
    """Test the rules of GAME, a Python file or a name, by playing random games.

    Looks for finished positions that still have moves, moves that are not
    reproducible or can't be taken back, texts that don't parse back to the same
    position, wrong symmetries and probabilities, games that never end, and moves
    without an action number. Exits with 1 if it finds a problem.
    """
    with status_line() as (show, _):
        report = check_game(load(game), games, seed, on_progress=_progress(show, games))
    if not as_json:
        for note in report.notes:
            click.echo(f"note: {note}", err=True)
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(report), indent=2, ensure_ascii=False))
    elif report.problems:
        for problem in report.problems:
            click.echo(f"problem: {problem}")
        click.echo(f"{report.game}: {len(report.problems)} found in {report.positions:,} positions", err=True)
    else:
        click.echo(
            f"{report.game}: no problem found in {report.positions:,} positions of {report.games:,} games"
        )
        if report.cut_short:
            click.echo(
                f"stopped early, after {report.moves:,} legal moves, up to {report.widest:,} in a position; "
                f"the last game was not over after {report.ply:,} moves",
                err=True,
            )
    return 1 if report.problems else 0


def _progress(show: Show, games: int) -> Callable[[Report], None]:
    """Return a callback that shows the progress: often on a terminal, every ten seconds elsewhere."""
    began = last = time.monotonic()
    every = 0.2 if sys.stderr.isatty() else 10.0

    def on_progress(report: Report) -> None:
        nonlocal last
        now = time.monotonic()
        if now - began > 1 and now - last >= every:
            last = now
            show(
                f"game {report.games + 1:,} of {games:,}, move {report.ply + 1:,}; "
                f"{report.positions:,} positions, up to {report.widest:,} moves in one"
            )

    return on_progress
