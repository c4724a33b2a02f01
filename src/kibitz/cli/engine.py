"""`kibitz engine`: be a program that others ask for moves."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("game")
@click.option(
    "--protocol",
    type=click.Choice(["ugi", "2023", "2024"]),
    default="ugi",
    show_default=True,
    help="How to talk: Kibitz's own way, or one of EWN's two.",
)
@click.option("--player", default="alphabeta", show_default=True, metavar="PLAYER", help="Who thinks.")
@click.option(
    "--limit",
    metavar="LIMIT",
    help="How long to think at most, such as depth=5 or time=2s; 1s if neither this nor the asker says.",
)
def command(game: str, protocol: str, player: str, limit: str | None) -> None:
    """Play GAME for another program, which asks in lines on standard input; see docs/protocol.md."""
    from kibitz.engines import ewn_board
    from kibitz.engines.serve_ewn import serve_ewn_2023, serve_ewn_2024
    from kibitz.engines.serve_ugi import serve_ugi
    from kibitz.engines.serving import Served
    from kibitz.games.registry import load
    from kibitz.players.registry import make_player
    from kibitz.words.errors import BadOption
    from kibitz.words.limit import Limit

    rules, thinker = load(game), make_player(player)
    reason = thinker.cannot_play(rules) or (None if protocol == "ugi" else ewn_board.cannot_play(rules))
    if reason:
        raise BadOption(f"{thinker.spec} can't play {rules.spec}: {reason}")
    # EWN's programs are given a time; without one, nobody should wait for ever.
    bounds = Limit.parse(limit) if limit is not None else Limit()
    if limit is None and protocol == "2023":
        bounds = Limit(seconds=1)
    served = Served(rules, thinker, bounds, sys.stdin, sys.stdout)
    {"ugi": serve_ugi, "2023": serve_ewn_2023, "2024": serve_ewn_2024}[protocol](served)
