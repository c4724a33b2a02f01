"""`kibitz players`: who can play."""

from __future__ import annotations

import json

import click

from kibitz.cli.listing import option_rows, print_item, print_options
from kibitz.games.registry import load
from kibitz.players.levels import levels_of
from kibitz.players.registry import OUTSIDE, PEOPLE, able, player_class


@click.command()
@click.option("--game", help="Only those that can play this game, such as tictactoe.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str | None, as_json: bool) -> None:
    """List the players, their options and how they think."""
    chosen = load(game) if game else None
    shown = [player_class(name) for name in (*able(chosen), *PEOPLE, *OUTSIDE)]
    if as_json:
        rows = [
            {
                "name": cls.name,
                "summary": cls.summary,
                "plays": cls.plays,
                "options": option_rows(cls.options),
            }
            for cls in shown
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for cls in shown:
        print_item(f"{cls.name}: ", cls.summary)
        print_item("  plays ", cls.plays)
        print_options(cls.options)
        if chosen is not None and cls.name == "level":
            click.echo(f"  elo in {chosen.spec}: 0 to {levels_of(chosen).top:.0f}")
