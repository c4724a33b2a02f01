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
@click.option("--player", metavar="PLAYER", help="Who thinks; the game's best search if nothing is said.")
@click.option(
    "--limit",
    metavar="LIMIT",
    help="How long to think at most, such as depth=5 or time=2s; 1s if neither this nor the asker says.",
)
def command(game: str, protocol: str, player: str | None, limit: str | None) -> None:
    """Play GAME for another program, which asks in lines on standard input; see docs/protocol.md."""
    from kibitz.base.errors import BadOption
    from kibitz.base.limit import Limit
    from kibitz.engines.server_base import ServerContext
    from kibitz.games.registry import load
    from kibitz.players.level_data import levels_of
    from kibitz.players.protocols import answering, asking, protocols
    from kibitz.players.registry import make_player
    from kibitz.solving.table_store import known_probe

    if protocol not in protocols():
        raise BadOption(f"there is no protocol {protocol!r} (there are {', '.join(protocols())})")
    rules = load(game)
    thinker = make_player(player or rules.search.best)
    reason = thinker.cannot_play(rules) or asking(protocol).cannot_play(rules)
    if reason:
        raise BadOption(f"{thinker.spec} can't play {rules.spec}: {reason}")
    bounds = asking(protocol).default_limit if limit is None else Limit.parse(limit)
    server = ServerContext(
        rules,
        thinker,
        bounds,
        sys.stdin,
        sys.stdout,
        make_player=make_player,
        tables=known_probe,
        elo_range=lambda of: levels_of(of).elo_range(),
    )
    answering(protocol)(server)
