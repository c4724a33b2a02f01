"""`kibitz explore`: an opening explorer with values and move statistics."""

from __future__ import annotations

import contextlib
import json
import sys

import click


@click.command()
@click.argument("game")
@click.argument("moves", nargs=-1)
@click.option(
    "--from", "files", multiple=True, metavar="FILE", help="Also count the games in this file (repeatable)."
)
@click.option("--no-saved", is_flag=True, help="Don't count the saved games.")
@click.option("--plain", is_flag=True, help="No colours, no box drawing, no line editing.")
@click.option("--json", "as_json", is_flag=True, help="Print this position as JSON and exit.")
def command(
    game: str, moves: tuple[str, ...], files: tuple[str, ...], no_saved: bool, plain: bool, as_json: bool
) -> int | None:
    """Explore the openings of GAME from its start, or after MOVES.

    Shows the value of each move, exact where it is known, and how often it was
    played in your saved games.
    """
    from kibitz.games.registry import load
    from kibitz.puzzles.opening_explorer import collect, explore
    from kibitz.records.record_store import Store
    from kibitz.terminal.console_io import EndOfInput, open_console
    from kibitz.terminal.explore import explore_openings
    from kibitz.terminal.table_preparation import prepare_tables

    rules, store = load(game), Store()
    start, path = rules.start(), []
    position = start
    for text in moves:
        for part in rules.notation.split_moves(text):
            path.append(position.move(part))
            position = position.play(path[-1])
    played = collect(rules, [store.load(file, rules) for file in files], None if no_saved else store)
    prepare_tables(position, animated=sys.stderr.isatty() and not plain)
    if as_json:
        click.echo(json.dumps(explore(position, played).to_json(), indent=2, ensure_ascii=False))
        return None
    console = open_console(sys.stdin, sys.stdout, plain=plain)
    with contextlib.suppress(EndOfInput):
        explore_openings(console, start, path, played)
    return None
