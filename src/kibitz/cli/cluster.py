"""`kibitz cluster`: run a cluster of machines, or join one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kibitz.executors.address import Address

_WORKERS = click.option(
    "--workers", type=click.IntRange(0, 1024), help="Workers on this machine; one per core by default."
)


@click.group()
def command() -> None:
    """Start a cluster, or join one as a worker.

    Commands that take --cluster send their work there.
    """


@command.command()
@_WORKERS
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; 0.0.0.0 or a host name lets other machines in.",
)
@click.option(
    "--port",
    default=8786,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the address and the certificate that others need; it grants the right to run programs here.",
)
def start(workers: int | None, host: str, port: int, file: Path | None) -> None:
    """Run a cluster on this machine until Ctrl-C."""
    import asyncio

    from kibitz.base.loopback import is_loopback
    from kibitz.cli.shared_options import check_outputs
    from kibitz.executors.address import new_certificate, write_address
    from kibitz.executors.cluster import need_dask
    from kibitz.executors.executor import cores
    from kibitz.executors.local_cluster import serve
    from kibitz.terminal.signals import Terminated, termination_raises

    need_dask()
    check_outputs(file)
    alone = is_loopback(host)
    if not alone and file is None:
        raise click.UsageError("other machines need a certificate; say where to write it with --file FILE")

    def ready(address: Address, dashboard: str) -> None:
        if file is not None:
            write_address(address, file)
        where = file or address.url.partition("://")[2]
        click.echo(f"cluster at {address.url}, dashboard at {dashboard}")
        click.echo(f"use it with --cluster {where}; add workers with: kibitz cluster worker {where}")

    count = cores() if workers is None else workers
    try:
        with termination_raises():
            asyncio.run(serve(host, port, count, None if alone else new_certificate(), ready))
    except Terminated as stop:
        raise click.exceptions.Exit(128 + stop.number) from None
    finally:
        if file is not None:
            file.unlink(missing_ok=True)


@command.command()
@click.argument("where", metavar="HOST:PORT|FILE")
@click.option("--workers", type=click.IntRange(1, 1024), help="Number of workers; one per core by default.")
def worker(where: str, workers: int | None) -> None:
    """Work for the cluster at HOST:PORT, or described by FILE, until it stops or Ctrl-C."""
    import asyncio

    from kibitz.executors.address import read_address
    from kibitz.executors.cluster import need_dask
    from kibitz.executors.executor import cores
    from kibitz.executors.local_cluster import work
    from kibitz.terminal.signals import Terminated, termination_raises

    need_dask()
    address = read_address(where)
    click.echo(f"working for {address.url}", err=True)
    try:
        with termination_raises():
            asyncio.run(work(address, workers or cores()))
    except Terminated as stop:
        raise click.exceptions.Exit(128 + stop.number) from None
    click.echo("the cluster has stopped", err=True)
