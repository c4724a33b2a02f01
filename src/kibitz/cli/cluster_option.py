"""The option `--cluster`: where the work of a command is done."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kibitz.executors.executor import Executor

cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Work there: local:4 (workers of this machine), HOST:PORT, or a FILE of kibitz cluster start.",
)


@contextlib.contextmanager
def work_at(cluster: str | None) -> Iterator[Executor | None]:
    """What does the work there; None to do it as usual."""
    if cluster is None:
        yield None
        return
    from kibitz.executors.cluster import cluster as join
    from kibitz.executors.cluster import need_dask, silence_dask

    need_dask()
    silence_dask()
    with join(cluster, lambda text: click.echo(f"kibitz: {text}", err=True)) as executor:
        yield executor
