"""`kibitz players`: list the players and their options."""

from __future__ import annotations

import json
from dataclasses import replace

import click

from kibitz.base.errors import BadOption
from kibitz.base.options import Option
from kibitz.cli.formatting import option_rows, print_item, print_options
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.evaluation import EVALUATION
from kibitz.players.level_data import levels_of
from kibitz.players.player import Player
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
                "options": option_rows(_options(cls, chosen)),
            }
            for cls in shown
        ]
        click.echo(json.dumps(rows[0] if name else rows, indent=2, ensure_ascii=False))
        return
    for cls in shown:
        print_item(f"{cls.name}: ", cls.summary)
        print_item("  plays ", cls.plays)
        print_options(_options(cls, chosen))
        if chosen is not None and cls.name == "level":
            low, high = levels_of(chosen).elo_range()
            click.echo(f"  elo in {chosen.spec}: {low} to {high}")


def _options(cls: type[Player], game: Game | None) -> list[Option]:
    """A player's options, with those that its searches have in a game, and an evaluation of one's own."""
    options = list(cls.options)
    if not cls.takes_search_options:
        return options
    own = [search.option for search in game.search.options] if game else []
    for option in own:
        also = f"; or {EVALUATION.help}" if option.name == EVALUATION.name else ""
        options.append(replace(option, help=f"{option.help}{also}"))
    if all(option.name != EVALUATION.name for option in options):
        options.append(EVALUATION)
    return options
