"""`kibitz tournament`: play a tournament and rate the players."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.match_options import MatchOptions, match_options

if TYPE_CHECKING:
    from kibitz.arena.tournament import TournamentResult


@click.command()
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option(
    "--player",
    "named_players",
    nargs=2,
    multiple=True,
    metavar="NAME PLAYER",
    help="A player under a name of your choice (repeatable).",
)
@click.option(
    "--games",
    default=20,
    show_default=True,
    type=click.IntRange(2),
    help="Games for each pair of players, an even number.",
)
@click.option(
    "--gauntlet",
    is_flag=True,
    help="Only the first player against each of the others, instead of a round-robin.",
)
@click.option("--limit", metavar="LIMIT", help="Limit per move: depth=5, nodes=10k, time=100ms.")
@click.option(
    "--anchor", nargs=2, type=(str, float), metavar="NAME ELO", help="Fix the rating of this player."
)
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write an HTML report with plots."
)
@match_options
def command(
    players: tuple[str, ...],
    named_players: tuple[tuple[str, str], ...],
    games: int,
    gauntlet: bool,
    limit: str | None,
    anchor: tuple[str, float] | None,
    html: Path | None,
    **shared: Any,
) -> int:
    """Play a tournament between PLAYERs such as alphabeta:depth=5 and rate them.

    Every game is saved as soon as it is over. An interrupted tournament can be
    continued with the same command or with --resume FILE.
    """
    from kibitz.arena.schedule import named
    from kibitz.arena.tournament import run_tournament
    from kibitz.arena.tournament_page import tournament_page
    from kibitz.base.limit import Limit
    from kibitz.files.atomic_write import write_atomically
    from kibitz.players.registry import make_player

    options = MatchOptions(**shared)
    if games % 2:
        raise click.UsageError("games are played in pairs; give an even number")
    plan = options.plan(
        (
            *((name, make_player(spec).spec) for name, spec in named_players),
            *named([make_player(spec).spec for spec in players]),
        ),
        games,
        "gauntlet" if gauntlet else "round-robin",
        limits=(Limit.parse(limit or ""),),
    )

    def write(result: TournamentResult) -> None:
        if html is not None:
            write_atomically(html, tournament_page(result))

    return options.run(plan, partial(run_tournament, plan, anchor=anchor), write, html)
