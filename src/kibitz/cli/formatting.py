"""Lists of options, sizes and durations as text."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

import click

from kibitz.base.options import Option
from kibitz.base.wrapping import wrapped


def option_rows(options: Iterable[Option]) -> list[dict[str, object]]:
    """Return the options of a game or player as JSON values."""
    return [
        {"name": o.name, "kind": o.kind, "range": o.range, "default": o.default, "help": o.help}
        for o in options
    ]


def print_options(options: Iterable[Option]) -> None:
    """Print the options of a game or player for people."""
    options = list(options)
    width = max((len(o.name) for o in options), default=0)
    for option in options:
        default = f"default {option.text(option.default)}" if option.default != "" else "required"
        if option.names == "evaluation" and option.default == "":
            default = "default none"
        allowed = option.range if option.kind == option.range else f"{option.kind}: {option.range}"
        print_item(f"  {option.name.ljust(width)}  ", f"{option.help} ({allowed}; {default})")


def print_item(title: str, text: str) -> None:
    """Print a title and a text with a hanging indent, wrapped if stdout is a terminal."""
    if not sys.stdout.isatty():
        click.echo(title + text)
        return
    width = max(20, shutil.get_terminal_size().columns - 1)
    # A long title leaves too little room beside it.
    indent = " " * (len(title) if len(title) <= width // 3 else 4)
    click.echo(wrapped(title + text, width, indent, ""))


def format_size(count: int) -> str:
    """Return a number of bytes in the unit that fits.

    >>> format_size(9600), format_size(512)
    ('9.6 kB', '512 B')
    """
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{count} B" if unit == "B" else f"{size:.1f} {unit}"


def format_duration(seconds: float) -> str:
    """Return a rounded duration.

    >>> format_duration(75), format_duration(4000), format_duration(1e6)
    ('75 s', '67 minutes', '12 days')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.0f} hours" if seconds < 72 * 3600 else f"{seconds / 86400:,.0f} days"
