"""`kibitz web`: the same games in a browser."""

from __future__ import annotations

import contextlib
import importlib.util
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.options import Option
from kibitz.service.settings import Settings

_USUAL = Settings()
#: The settings behind options that have other names.
_NAMES = {"client_own": "client_apart", "sockets": "most_connections"}
#: Amounts that options take.
_SIZE = Option("size", 0, "bytes", low=2**20, high=2**50, memory=True)


def size_text(count: float) -> str:
    """An amount as people write it: `32M`."""
    return _SIZE.text(int(count))


def _most(what: str, setting: str) -> str:
    """The help of a limit for a client."""
    usual = getattr(_USUAL, setting)
    text = size_text(usual) if setting.endswith("disk") else f"{usual:g}"
    return f"{what} of one address; {text} unless told otherwise."


def _told(numbers: Mapping[str, int | None], sizes: Mapping[str, str | None]) -> dict[str, Any]:
    """The limits that were given, by the names of settings."""
    given = {_NAMES.get(name, name): number for name, number in numbers.items() if number is not None}
    for name, text in sizes.items():
        if text is not None:
            option = f"--{name.removeprefix('most_').replace('_', '-')}"
            given[name] = int(replace(_SIZE, name=option).check(text))
    return given


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
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A reverse proxy that says in X-Forwarded-For for whom it asks.",
)
@click.option(
    "--people-per-address",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many people may share an address, such as a class: what follows is for each.",
)
@click.option(
    "--client-sockets",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help=_most("Open pages", "client_sockets"),
)
@click.option(
    "--client-thinking",
    type=click.IntRange(1, 1000),
    metavar="N",
    help=_most("Searches at a time", "client_thinking"),
)
@click.option(
    "--client-games",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help=_most("New games a minute", "client_games"),
)
@click.option("--client-disk", metavar="SIZE", help=_most("What is saved in a day", "client_disk"))
@click.option(
    "--client-own",
    type=click.IntRange(1, 100),
    metavar="N",
    help=_most("Games with code of their own", "client_apart"),
)
@click.option(
    "--sockets",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help=f"Open pages of all; {_USUAL.most_connections} unless told otherwise.",
)
@click.option(
    "--disk",
    metavar="SIZE",
    help=f"Saved games in all, such as 500M; {size_text(_USUAL.most_disk)} unless told otherwise.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def command(
    port: int,
    host: str,
    names: tuple[str, ...],
    frames: tuple[str, ...],
    games: tuple[str, ...],
    players: tuple[str, ...],
    proxies: tuple[str, ...],
    people_per_address: int,
    client_disk: str | None,
    disk: str | None,
    open_page: bool,
    **limits: int | None,
) -> int | None:
    """Play, see values and solve in a browser, on a page served by this machine."""
    missing = [
        name for name in ("starlette", "uvicorn", "websockets") if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise KibitzError(
            f"the browser front end needs {', '.join(missing)}; install it with: pip install 'kibitz[web]'"
        )
    from kibitz.web.server import serve
    from kibitz.web.trusted_proxies import TrustedProxies

    if wrong := [site for site in frames if not re.fullmatch(r"https?://[\w.:*-]+", site)]:
        raise BadOption(f"--frame takes a site such as https://club.example, not {quoted(wrong[0])}")
    TrustedProxies(proxies)  # which says what is wrong with them
    settings = Settings(
        host=host,
        names=names,
        frames=frames,
        own_games=games,
        own_players=players,
        trusted_proxies=proxies,
        **_told(limits, {"client_disk": client_disk, "most_disk": disk}),
    ).for_people(people_per_address)
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
