"""`kibitz tournament`: many players, and how strong each of them is."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.match_options import ManyGames, shared_options

if TYPE_CHECKING:
    from kibitz.arena.tournament import TournamentResult


@click.command()
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option(
    "--player", "named_players", nargs=2, multiple=True, metavar="NAME PLAYER", help="A player with a name."
)
@click.option(
    "--games", default=20, show_default=True, type=click.IntRange(2), help="Games of every two, in pairs."
)
@click.option("--gauntlet", is_flag=True, help="The first player against all others; else all against all.")
@click.option("--limit", metavar="LIMIT", help="For a move: depth=5, nodes=10k, time=100ms.")
@click.option("--anchor", nargs=2, type=(str, float), metavar="NAME ELO", help="Whose rating is given.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots.")
@shared_options
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
    """Let PLAYERs such as alphabeta:depth=5 meet each other, and rate them.

    Every game is kept as soon as it has ended. The same command goes on where it
    was stopped, and so does --resume FILE.
    """
    from kibitz.arena.schedule import named
    from kibitz.arena.tournament import run_tournament
    from kibitz.arena.tournament_page import tournament_page
    from kibitz.base.limit import Limit
    from kibitz.files.atomic_write import write_atomically
    from kibitz.players.registry import make_player

    many = ManyGames(**shared)
    if games % 2:
        raise click.UsageError("games come in pairs; give an even number")
    plan = many.plan(
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

    return many.run(plan, partial(run_tournament, plan, anchor=anchor), write, html)
