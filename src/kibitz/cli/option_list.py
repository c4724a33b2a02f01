"""How options are listed, for games and players alike."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

import click

from kibitz.base.options import Option
from kibitz.base.wrapping import wrapped


def option_rows(options: Iterable[Option]) -> list[dict[str, object]]:
    """Options for machines."""
    return [
        {"name": o.name, "kind": o.kind, "range": o.range, "default": o.default, "help": o.help}
        for o in options
    ]


def print_options(options: Iterable[Option]) -> None:
    """Options for people."""
    options = list(options)
    width = max((len(o.name) for o in options), default=0)
    for option in options:
        usual = f"default {option.text(option.default)}" if option.default != "" else "needed"
        may_be = option.range if option.kind == option.range else f"{option.kind}: {option.range}"
        print_item(f"  {option.name.ljust(width)}  ", f"{option.help} ({may_be}; {usual})")


def print_item(title: str, text: str) -> None:
    """A text behind its title, in lines that fit where there is a terminal."""
    if not sys.stdout.isatty():
        click.echo(title + text)
        return
    width = max(20, shutil.get_terminal_size().columns - 1)
    # A title that takes half of the line leaves too little room beside it.
    indent = " " * (len(title) if len(title) <= width // 3 else 4)
    click.echo(wrapped(title + text, width, indent, ""))
