"""`kibitz mcp`: serve assistants and agents by the Model Context Protocol."""

from __future__ import annotations

import contextlib
import importlib.util
import sys

import click

from kibitz.base.errors import BadOption, KibitzError
from kibitz.service.settings import Settings


@click.command()
@click.option(
    "--http", is_flag=True, help="Serve over streamable HTTP on this machine, not standard streams."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8918,
    show_default=True,
    help="Port with --http; 0 picks a free one.",
)
@click.option(
    "--allow-code",
    is_flag=True,
    help="Let clients write games in Python. Their code runs on this machine with your rights.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="FILE",
    help="Also offer the game in this Python file (repeatable).",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="FILE",
    help="Also offer the players or evaluations in this Python file (repeatable).",
)
def command(http: bool, port: int, allow_code: bool, games: tuple[str, ...], players: tuple[str, ...]) -> int:
    """Serve assistants by the Model Context Protocol: games, analysis, reviews, puzzles.

    An assistant starts this command itself and talks to it over standard input
    and output; docs/mcp.md has the configuration of the common ones.
    """
    if importlib.util.find_spec("mcp") is None:
        raise KibitzError("kibitz mcp needs the package mcp: pip install '.[mcp]' in Kibitz's source folder")
    if not http and click.get_current_context().get_parameter_source("port") is not (
        click.core.ParameterSource.DEFAULT
    ):
        raise BadOption("--port goes with --http")
    try:
        from kibitz.mcp.server import serve_http, serve_streams
    except ImportError as error:
        if (error.name or "").startswith("kibitz"):
            raise
        raise KibitzError(
            f"kibitz mcp can't use the installed package mcp ({error}); "
            "install a newer one with: pip install -U '.[mcp]'"
        ) from None
    from kibitz.records.files import data_folder

    code_folder = str(data_folder() / "written-games") if allow_code else ""
    settings = Settings(own_games=games, own_players=players, code_folder=code_folder)

    def ready(address: str) -> None:
        click.echo(address)
        click.echo("Add this address to your assistant. Ctrl-C stops the server; games are saved.", err=True)

    with contextlib.suppress(KeyboardInterrupt):
        if http:
            serve_http(settings, port, ready)
        else:
            if sys.stdin.isatty():
                click.echo(
                    "This command is for assistants, which start it and talk to it here; docs/mcp.md has "
                    "their configuration. Ctrl-C ends it.",
                    err=True,
                )
            serve_streams(settings)
    return 0
