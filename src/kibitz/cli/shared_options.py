"""Options, option types and checks that several commands share."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import check_output

if TYPE_CHECKING:
    from kibitz.executors.executor import Executor

accept_changed = click.option(
    "--accept-changed", is_flag=True, help="Read a record even if it was edited by hand or damaged."
)
cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Run on a cluster: local:4 (4 workers on this machine), HOST:PORT, or FILE of kibitz cluster start.",
)


@contextlib.contextmanager
def cluster_executor(cluster: str | None) -> Iterator[Executor | None]:
    """Yield the executor of a cluster; None without one, to work on this machine."""
    if cluster is None:
        yield None
        return
    from kibitz.executors.cluster import cluster as join
    from kibitz.executors.cluster import need_dask, silence_dask

    need_dask()
    silence_dask()
    with join(cluster, lambda text: click.echo(f"kibitz: {text}", err=True)) as executor:
        yield executor


class RealRange(click.FloatRange):
    """A float in a range; unlike click's own type, it refuses NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that a text stands for."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value} is not a number.", param, ctx)
        return found


def check_outputs(*paths: Path | None, needed: Iterable[Path | None] = (), plain: bool = False) -> None:
    """Refuse output files that can't be written before the work starts, not after it.

    An output may not replace a `needed` file (an input, or a journal of games) or a Python
    file: either may be somebody's only copy. With `plain` it must be a regular file, because
    it will be read again.
    """
    others = {os.path.realpath(path): "it is needed as it is" for path in needed if path is not None}
    for path in paths:
        if path is None:
            continue
        check_output(path, plain=plain)
        if path.exists() and not path.is_file():
            continue  # pipes and devices take anything
        target = os.path.realpath(path)
        if target in others:
            raise BadFile(f"{path} can't be written: {others[target]}; name another file")
        if path.exists() and target.endswith(".py"):
            raise BadFile(f"{path} can't be written: it is a Python file; name another file")
        others[target] = "two outputs have the same name"
