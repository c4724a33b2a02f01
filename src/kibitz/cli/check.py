"""`kibitz check`: look for contradictions in a game's rules."""

from __future__ import annotations

import dataclasses
import json

import click

from kibitz.games.check import check_game
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
    that don't hold. Exits 1 if it finds a problem.
    """
    report = check_game(load(game), games, seed)
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
    return 1 if report.problems else 0
