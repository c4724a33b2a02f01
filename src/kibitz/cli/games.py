"""`kibitz games`: list the games and their options."""

from __future__ import annotations

import contextlib
import json

import click

from kibitz.base.errors import KibitzError
from kibitz.base.options import Option, format_value
from kibitz.cli.formatting import option_rows, print_item, print_options
from kibitz.games import registry
from kibitz.games.bundled import examples


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(name: str | None, as_json: bool) -> None:
    """List all games, or the options of the game NAME."""
    entries = [registry.entry(name)] if name else list(registry.entries().values())
    shipped = [] if name else list(examples().values())
    if as_json:
        rows = [
            {
                "name": e.name,
                "summary": e.summary,
                "example": e in shipped,
                "options": option_rows(e.options()),
            }
            for e in [*entries, *shipped]
        ]
        click.echo(json.dumps(rows[0] if name else rows, indent=2, ensure_ascii=False))
        return
    if not name:
        width = max(len(e.name) for e in [*entries, *shipped])
        for e in entries:
            print_item(f"{e.name.ljust(width)}  ", e.summary)
        click.echo("\nExample games written in Python:")
        for e in shipped:
            print_item(f"{e.name.ljust(width)}  ", e.summary)
        click.echo()
        print_item(
            "kibitz games NAME ",
            "lists the options of a game. A Python file is a game, too.",
        )
        return
    (shown,) = entries
    print_item(f"{shown.name}: ", shown.summary)
    print_options(shown.options())
    if options := shown.options():
        click.echo()
        print_item("Options follow the name: ", _example(shown.name, options[0]))


def _example(name: str, option: Option) -> str:
    """Return a valid spec with the option set to something other than its default."""
    values: list[str] = [choice for choice in option.choices or ("#",) if choice != option.default]
    if isinstance(option.default, bool):
        values = [format_value(not option.default)]
    elif isinstance(option.default, int):
        near = (option.default + step for step in (1, 2, -1, -2))
        values = [str(number) for number in near if option.low <= number <= option.high]
    specs = [f"{name}:{option.name}={value}" for value in values]
    return next(filter(_is_game, specs), specs[0])


def _is_game(spec: str) -> bool:
    with contextlib.suppress(KibitzError):
        registry.load(spec)
        return True
    return False
