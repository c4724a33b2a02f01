"""A status line on stderr: each text overwrites the one before."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator

import click

Show = Callable[[str], None]

_CLEAR = "\r\x1b[2K"


@contextlib.contextmanager
def status_line() -> Iterator[tuple[Show, Show]]:
    """Yield one function for status texts and one for lines to keep; without a terminal all are kept."""
    drawn = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def log(text: str) -> None:
        if drawn:
            text = _CLEAR + textwrap.fill(text, shutil.get_terminal_size().columns, break_on_hyphens=False)
        click.echo(text, err=True)

    def show(text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        click.echo(_CLEAR + text[:width], err=True, nl=False)

    try:
        yield (show if drawn else log), log
    finally:
        if drawn:
            click.echo(_CLEAR, err=True, nl=False)
