"""How options are listed, for games and players alike."""

from __future__ import annotations

from collections.abc import Iterable

import click

from kibitz.words.options import Option


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
        click.echo(
            f"  {option.name.ljust(width)}  {option.help} "
            f"({option.kind}: {option.range}; default {option.text(option.default)})"
        )
