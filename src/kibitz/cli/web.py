"""`kibitz web`: the same games in a browser."""

from __future__ import annotations

import contextlib
import importlib.util
import re

import click

from kibitz.words.errors import BadOption, KibitzError, quoted


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8917, show_default=True, help="0 is any free one."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; others than this machine's own let other machines in.",
)
@click.option("--name", "names", multiple=True, help="Another name that browsers may use for this server.")
@click.option(
    "--frame", "frames", multiple=True, metavar="SITE", help="A site that may show the page in a frame."
)
@click.option("--game", "games", multiple=True, metavar="FILE", help="A game in a Python file, to play too.")
@click.option(
    "--player", "players", multiple=True, metavar="FILE", help="A Python file with players or evaluations."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def command(
    port: int,
    host: str,
    names: tuple[str, ...],
    frames: tuple[str, ...],
    games: tuple[str, ...],
    players: tuple[str, ...],
    open_page: bool,
) -> int | None:
    """Play, see values and solve in a browser, on a page served by this machine."""
    missing = [
        name for name in ("starlette", "uvicorn", "websockets") if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise KibitzError(
            f"the browser front end needs {', '.join(missing)}; install it with: pip install 'kibitz[web]'"
        )
    from kibitz.web.serve import serve
    from kibitz.web.settings import Settings

    if wrong := [site for site in frames if not re.fullmatch(r"https?://[\w.:*-]+", site)]:
        raise BadOption(f"--frame takes a site such as https://club.example, not {quoted(wrong[0])}")
    settings = Settings(host=host, names=names, frames=frames, own_games=games, own_players=players)
    if not settings.is_local:
        click.echo(
            "Other machines can reach this server. What is sent is not encrypted, and whoever can reach "
            "it can play.",
            err=True,
        )

    def ready(address: str) -> None:
        click.echo(address)
        click.echo("Open it in a browser. Ctrl-C stops the server; the games are saved.", err=True)
        if open_page:
            click.launch(address)

    # The server stops in good order, then passes the signal on.
    with contextlib.suppress(KeyboardInterrupt):
        serve(settings, port, ready)
    click.echo("Stopped; the games are saved.", err=True)
    return 0
