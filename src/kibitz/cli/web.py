"""`kibitz web`: play in a browser."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.options import Option
from kibitz.service.settings import Settings

_DEFAULTS = Settings()
#: Settings whose options have other names.
_NAMES = {"client_own": "client_apart", "sockets": "most_connections"}
#: An amount of bytes as an option value.
_SIZE = Option("size", 0, "bytes", low=2**20, high=2**50, memory=True)


def size_text(count: float) -> str:
    """Format an amount of bytes: `32M`."""
    return _SIZE.text(int(count))


def _limit_help(what: str, setting: str) -> str:
    """Return the help text of a limit per address."""
    default = getattr(_DEFAULTS, setting)
    text = size_text(default) if setting.endswith("disk") else f"{default:g}"
    return f"{what} per address; {text} by default."


def _given_limits(numbers: Mapping[str, int | None], sizes: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the given limits by setting."""
    given = {_NAMES.get(name, name): number for name, number in numbers.items() if number is not None}
    for name, text in sizes.items():
        if text is not None:
            option = f"--{name.removeprefix('most_').replace('_', '-')}"
            given[name] = int(replace(_SIZE, name=option).check(text))
    return given


def _print_qr_code(address: str) -> None:
    """Print an address as a QR code for phones and tablets, if stderr is a terminal that can show it."""
    if not sys.stderr.isatty() or importlib.util.find_spec("segno") is None:
        return
    import segno

    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, compact=True, border=2)
    if max(map(len, code.getvalue().splitlines())) <= shutil.get_terminal_size().columns:
        with contextlib.suppress(UnicodeEncodeError):
            click.echo(code.getvalue(), err=True, nl=False)
            click.echo(f"Scan for {address}", err=True)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8917,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; anything but a loopback address lets other machines in.",
)
@click.option("--name", "names", multiple=True, help="Another host name of this server (repeatable).")
@click.option(
    "--frame",
    "frames",
    multiple=True,
    metavar="SITE",
    help="A site that may embed the page in a frame (repeatable).",
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
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A reverse proxy whose X-Forwarded-For header is trusted (repeatable).",
)
@click.option(
    "--people-per-address",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of people who share an address, such as a class; the limits below apply to each.",
)
@click.option(
    "--client-sockets",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help=_limit_help("Open pages", "client_sockets"),
)
@click.option(
    "--client-thinking",
    type=click.IntRange(1, 1000),
    metavar="N",
    help=_limit_help("Simultaneous searches", "client_thinking"),
)
@click.option(
    "--client-games",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help=_limit_help("New games per minute", "client_games"),
)
@click.option("--client-disk", metavar="SIZE", help=_limit_help("Data saved per day", "client_disk"))
@click.option(
    "--client-own",
    type=click.IntRange(1, 100),
    metavar="N",
    help=_limit_help("Python games, each in a process of its own,", "client_apart"),
)
@click.option(
    "--sockets",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help=f"Open pages in total; {_DEFAULTS.most_connections} by default.",
)
@click.option(
    "--disk",
    metavar="SIZE",
    help=f"Total size of saved games, such as 500M; {size_text(_DEFAULTS.most_disk)} by default.",
)
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the page as a folder for any web host, and start no server: it then runs in the browser.",
)
@click.option(
    "--core",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="With --export: the core built for browsers (_core.abi3.so).",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="With --export: the folder with Pyodide's files.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
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
    folder: Path | None,
    core: Path | None,
    pyodide: Path | None,
    **limits: int | None,
) -> int | None:
    """Serve a web page on this machine to play, analyse and solve in a browser."""
    missing = [
        name for name in ("starlette", "uvicorn", "websockets") if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise KibitzError(
            f"kibitz web needs {', '.join(missing)}: pip install '.[web]' in Kibitz's source folder"
        )
    if folder is not None:
        return _export(folder, Settings(own_games=games, own_players=players), core, pyodide)
    if core or pyodide:
        raise BadOption("--core and --pyodide go with --export FOLDER")
    from kibitz.web.own_addresses import is_everywhere, own_names, page_addresses
    from kibitz.web.server import serve
    from kibitz.web.trusted_proxies import TrustedProxies

    if wrong := [site for site in frames if not re.fullmatch(r"https?://[\w.:*-]+", site)]:
        raise BadOption(f"--frame takes a site such as https://club.example, not {quoted(wrong[0])}")
    TrustedProxies(proxies)  # raises for an invalid one
    settings = Settings(
        host=host,
        names=(*names, *own_names()) if is_everywhere(host) else names,
        frames=frames,
        own_games=games,
        own_players=players,
        trusted_proxies=proxies,
        **_given_limits(limits, {"client_disk": client_disk, "most_disk": disk}),
    ).for_people(people_per_address)
    if not settings.is_local:
        click.echo(
            "Other machines can reach this server, and anyone who can reach it can play. "
            "The connection is not encrypted.",
            err=True,
        )

    def ready(address: str) -> None:
        addresses = page_addresses(host, urlsplit(address).port or port)
        for each in addresses:
            click.echo(each)
        if len(addresses) > 1:
            _print_qr_code(addresses[0])
        these = "one of these addresses" if len(addresses) > 1 else "this address"
        click.echo(f"Open {these} in a browser. Ctrl-C stops the server; games are saved.", err=True)
        if open_page:
            click.launch(addresses[-1])

    # The server shuts down cleanly, then raises the signal again.
    with contextlib.suppress(KeyboardInterrupt):
        serve(settings, port, ready)
    click.echo("Stopped. All games are saved.", err=True)
    return 0


def _export(folder: Path, settings: Settings, core: Path | None, pyodide: Path | None) -> int:
    """Write the page as a folder, and print its size."""
    from kibitz.web.browser.export import export, size_table

    click.echo("Writing the files; to compile them takes some seconds.", err=True)
    click.echo(size_table(export(folder, settings, core, pyodide)))
    click.echo(f"To try it: python -m http.server --directory {folder}", err=True)
    return 0
