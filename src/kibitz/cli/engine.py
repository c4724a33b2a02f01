"""`kibitz engine`: be a program that others ask for moves."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("game")
@click.option(
    "--protocol",
    default="ugi",
    show_default=True,
    metavar="NAME",
    help="How to talk: Kibitz's own way, or one that belongs to the game.",
)
@click.option("--player", default="alphabeta", show_default=True, metavar="PLAYER", help="Who thinks.")
@click.option(
    "--limit",
    metavar="LIMIT",
    help="How long to think at most, such as depth=5 or time=2s; 1s if neither this nor the asker says.",
)
def command(game: str, protocol: str, player: str, limit: str | None) -> None:
    """Play GAME for another program, which asks in lines on standard input; see docs/protocol.md."""
    from kibitz.engines.serving import Served
    from kibitz.games.registry import load
    from kibitz.players.protocols import answering, asking, protocols
    from kibitz.players.registry import make_player
    from kibitz.words.errors import BadOption
    from kibitz.words.limit import Limit

    if protocol not in protocols():
        raise BadOption(f"there is no protocol {protocol!r} (there are {', '.join(protocols())})")
    rules, thinker = load(game), make_player(player)
    reason = thinker.cannot_play(rules) or asking(protocol).cannot_play(rules)
    if reason:
        raise BadOption(f"{thinker.spec} can't play {rules.spec}: {reason}")
    bounds = asking(protocol).usual_limit if limit is None else Limit.parse(limit)
    answering(protocol)(Served(rules, thinker, bounds, sys.stdin, sys.stdout))
