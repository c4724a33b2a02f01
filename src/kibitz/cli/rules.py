"""`kibitz rules`: explain how a game is played."""

from __future__ import annotations

import json
import shutil
import sys

import click


@click.command()
@click.argument("game")
@click.option("--plain", is_flag=True, help="Use ASCII characters only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str, plain: bool, as_json: bool) -> None:
    """Explain how GAME (a name or a Python file) is played, with a board and an example."""
    from kibitz.games.how_to_play import how_to_play
    from kibitz.games.registry import load
    from kibitz.terminal.console_io import can_write
    from kibitz.terminal.rules_text import rules_text

    found = how_to_play(load(game))
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    for line in rules_text(found, width, unicode=not plain and can_write(sys.stdout, "─┼│·")):
        click.echo(line)
