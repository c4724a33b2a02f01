"""`kibitz players`: list the players and their options."""

from __future__ import annotations

import json

import click

from kibitz.base.errors import BadOption
from kibitz.cli.formatting import option_rows, print_item, print_options
from kibitz.games.registry import load
from kibitz.players.level_data import levels_of
from kibitz.players.registry import OUTSIDE, PEOPLE, able, player_class


@click.command()
@click.argument("name", required=False)
@click.option("--game", help="Only players that can play this game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(name: str | None, game: str | None, as_json: bool) -> None:
    """List all players with their options, or only the player NAME."""
    chosen = load(game) if game else None
    listed = (*able(chosen), *PEOPLE, *OUTSIDE)
    if name and player_class(name).name not in listed:
        raise BadOption(f"{name} can't play {game}")
    shown = [player_class(each) for each in ([name] if name else listed)]
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
        click.echo(json.dumps(rows[0] if name else rows, indent=2, ensure_ascii=False))
        return
    for cls in shown:
        print_item(f"{cls.name}: ", cls.summary)
        print_item("  plays ", cls.plays)
        print_options(cls.options)
        if chosen is not None and cls.name == "level":
            low, high = levels_of(chosen).elo_range()
            click.echo(f"  elo in {chosen.spec}: {low} to {high}")
