"""`kibitz engine`: serve as an engine for another program."""

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
    help="ugi, or a protocol of the game, such as uci for chess.",
)
@click.option(
    "--player", metavar="PLAYER", help="The player to run; the best search for the game by default."
)
@click.option(
    "--limit",
    metavar="LIMIT",
    help="Limit per move, such as depth=5 or time=2s, unless the other program sets one; 1s by default.",
)
def command(game: str, protocol: str, player: str | None, limit: str | None) -> None:
    """Play GAME as an engine: read commands on standard input, answer on standard output.

    docs/protocol.md describes the protocol.
    """
    from kibitz.base.errors import BadOption
    from kibitz.base.limit import Limit
    from kibitz.engines.server_base import ServerContext
    from kibitz.games.registry import load
    from kibitz.players.level_data import levels_of
    from kibitz.players.protocols import protocol_client, protocol_server, protocols
    from kibitz.players.registry import make_player
    from kibitz.solving.table_store import known_probe

    if protocol not in protocols():
        raise BadOption(f"there is no protocol {protocol!r} (there are {', '.join(protocols())})")
    rules = load(game)
    engine = make_player(player or rules.search.best)
    reason = engine.cannot_play(rules) or protocol_client(protocol).cannot_play(rules)
    if reason:
        raise BadOption(f"{engine.spec} can't play {rules.spec}: {reason}")
    bounds = protocol_client(protocol).default_limit if limit is None else Limit.parse(limit)
    server = ServerContext(
        rules,
        engine,
        bounds,
        sys.stdin,
        sys.stdout,
        make_player=make_player,
        tables=known_probe,
        elo_range=lambda of: levels_of(of).elo_range(),
    )
    protocol_server(protocol)(server)
