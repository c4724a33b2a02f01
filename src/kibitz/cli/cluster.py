"""`kibitz cluster`: many machines that work for one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kibitz.executors.address import Address

_WORKERS = click.option(
    "--workers", type=click.IntRange(0, 1024), help="Of this machine; one a core if not given."
)


@click.group()
def command() -> None:
    """Start a cluster, or let this machine work for one.

    Commands with --cluster have their work done there.
    """


@command.command()
@_WORKERS
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; not only here: 0.0.0.0, or a name.",
)
@click.option("--port", default=8786, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what others need to come in; whoever reads it can run programs here.",
)
def start(workers: int | None, host: str, port: int, file: Path | None) -> None:
    """Run a cluster until Ctrl-C, with workers of this machine."""
    import asyncio

    from kibitz.base.loopback import is_loopback
    from kibitz.cli.output_files import check_outputs
    from kibitz.executors.address import new_certificate, write_address
    from kibitz.executors.cluster import need_dask
    from kibitz.executors.executor import cores
    from kibitz.executors.local_cluster import serve
    from kibitz.terminal.signals import Stop, endings_raise

    need_dask()
    check_outputs(file)
    alone = is_loopback(host)
    if not alone and file is None:
        raise click.UsageError("others are let in by a certificate: say where to write it, --file FILE")

    def ready(address: Address, dashboard: str) -> None:
        if file is not None:
            write_address(address, file)
        where = file or address.url.partition("://")[2]
        click.echo(f"the cluster is at {address.url}, and its dashboard at {dashboard}")
        click.echo(f"give work to it by --cluster {where}, and workers by kibitz cluster worker {where}")

    count = cores() if workers is None else workers
    try:
        with endings_raise():
            asyncio.run(serve(host, port, count, None if alone else new_certificate(), ready))
    except Stop as stop:
        raise click.exceptions.Exit(128 + stop.number) from None
    finally:
        if file is not None:
            file.unlink(missing_ok=True)


@command.command()
@click.argument("where", metavar="HOST:PORT|FILE")
@click.option("--workers", type=click.IntRange(1, 1024), help="Jobs at a time; one a core if not given.")
def worker(where: str, workers: int | None) -> None:
    """Work for the cluster at HOST:PORT, or for that of a FILE, until it ends or Ctrl-C."""
    import asyncio

    from kibitz.executors.address import read_address
    from kibitz.executors.cluster import need_dask
    from kibitz.executors.executor import cores
    from kibitz.executors.local_cluster import work
    from kibitz.terminal.signals import Stop, endings_raise

    need_dask()
    address = read_address(where)
    click.echo(f"working for {address.url}", err=True)
    try:
        with endings_raise():
            asyncio.run(work(address, workers or cores()))
    except Stop as stop:
        raise click.exceptions.Exit(128 + stop.number) from None
    click.echo("the cluster has ended", err=True)
