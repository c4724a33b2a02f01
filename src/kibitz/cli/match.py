"""`kibitz match`: two players, many games, and which of them is stronger."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from kibitz.cli.match_options import ManyGames, shared_options


@click.command()
@click.argument("players", nargs=-1, metavar="A B")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many, in pairs.")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="For a move: depth=5, nodes=10k, time=100ms. Twice: one for each player.",
)
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop once one of them is proved.")
@click.option("--alpha", default=0.05, show_default=True, help="Chance to accept ELO1 wrongly.")
@click.option("--beta", default=0.05, show_default=True, help="Chance to accept ELO0 wrongly.")
@shared_options
def command(
    players: tuple[str, ...],
    games: int,
    limits: tuple[str, ...],
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    **shared: Any,
) -> int:
    """Play A against B: pairs of games with the same start and dice and the sides swapped.

    A and B are players such as alphabeta:depth=5. Every game is kept as soon as
    it has ended. Interrupted, it reports what was played so far; the same command
    goes on, and so does --resume FILE.
    """
    from kibitz.arena.games_played import play
    from kibitz.arena.match_result import MatchResult
    from kibitz.arena.schedule import named
    from kibitz.arena.sprt import Sprt
    from kibitz.base.limit import Limit
    from kibitz.players.registry import make_player

    many = ManyGames(**shared)
    if many.resume is None and len(players) != 2:
        raise click.UsageError(f"a match has two players, not {len(players)}")
    plan = many.plan(
        named([make_player(spec).spec for spec in players]),
        games,
        "match",
        limits=tuple(map(Limit.parse, limits)),
        sprt=None if sprt is None else Sprt(*sprt, alpha=alpha, beta=beta),
    )
    return many.run(plan, partial(play, MatchResult, plan))
