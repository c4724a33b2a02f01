"""`kibitz match`: play a match between two players."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from kibitz.cli.match_options import MatchOptions, match_options


@click.command()
@click.argument("players", nargs=-1, metavar="A B")
@click.option(
    "--games",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    help="Number of games, played in pairs.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="Limit per move: depth=5, nodes=10k, time=100ms. Give it twice for one per player.",
)
@click.option(
    "--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop as soon as the SPRT accepts one of these."
)
@click.option("--alpha", default=0.05, show_default=True, help="Probability of accepting ELO1 wrongly.")
@click.option("--beta", default=0.05, show_default=True, help="Probability of accepting ELO0 wrongly.")
@match_options
def command(
    players: tuple[str, ...],
    games: int,
    limits: tuple[str, ...],
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    **shared: Any,
) -> int:
    """Play A against B in pairs of games with the same start and dice and the sides swapped.

    A and B are players such as alphabeta:depth=5. Every game is saved as soon as
    it is over. An interrupted match prints a report of the games so far and can be
    continued with the same command or with --resume FILE.
    """
    from kibitz.arena.games_played import play
    from kibitz.arena.match_result import MatchResult
    from kibitz.arena.schedule import named
    from kibitz.arena.sprt import Sprt
    from kibitz.base.limit import Limit
    from kibitz.players.registry import make_player

    options = MatchOptions(**shared)
    if options.resume is None and len(players) != 2:
        raise click.UsageError(f"a match needs two players, not {len(players)}")
    plan = options.plan(
        named([make_player(spec).spec for spec in players]),
        games,
        "match",
        limits=tuple(map(Limit.parse, limits)),
        sprt=None if sprt is None else Sprt(*sprt, alpha=alpha, beta=beta),
    )
    return options.run(plan, partial(play, MatchResult, plan))
