"""A line on stderr that says what is being done, and makes room for the next."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator

import click

Say = Callable[[str], None]

_CLEAR = "\r\x1b[2K"


@contextlib.contextmanager
def passing() -> Iterator[tuple[Say, Say]]:
    """One function for what passes and one for what stays; without a terminal all of it stays."""
    drawn = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def stay(text: str) -> None:
        if drawn:
            text = _CLEAR + textwrap.fill(text, shutil.get_terminal_size().columns, break_on_hyphens=False)
        click.echo(text, err=True)

    def pass_by(text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        click.echo(_CLEAR + text[:width], err=True, nl=False)

    try:
        yield (pass_by if drawn else stay), stay
    finally:
        if drawn:
            click.echo(_CLEAR, err=True, nl=False)
