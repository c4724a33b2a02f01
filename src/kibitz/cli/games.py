"""`kibitz games`: what can be played."""

from __future__ import annotations

import json

import click

from kibitz.cli.listing import option_rows, print_item, print_options
from kibitz.games import registry
from kibitz.games.examples import examples
from kibitz.words.options import Option, format_value


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(name: str | None, as_json: bool) -> None:
    """List the games, or the options of the game called NAME."""
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
        click.echo("\nExamples of games written in Python:")
        for e in shipped:
            print_item(f"{e.name.ljust(width)}  ", e.summary)
        click.echo()
        print_item(
            "kibitz games NAME ",
            "lists a game's options; a Python file is a game too.",
        )
        return
    (shown,) = entries
    print_item(f"{shown.name}: ", shown.summary)
    print_options(shown.options())
    if options := shown.options():
        click.echo()
        print_item("Set them behind the name, such as ", f"{shown.name}:{_example(options[0])}")


def _example(option: Option) -> str:
    """An option set to something else than its default."""
    if isinstance(option.default, bool):
        return f"{option.name}={format_value(not option.default)}"
    if isinstance(option.default, int):
        other = option.default + 1 if option.default < option.high else option.default - 1
        return f"{option.name}={other}"
    others = [choice for choice in option.choices or ("#",) if choice != option.default]
    return f"{option.name}={others[0]}"
