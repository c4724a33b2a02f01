"""`kibitz explore`: openings with their values, and how often each move was played."""

from __future__ import annotations

import contextlib
import json
import sys

import click


@click.command()
@click.argument("game")
@click.argument("moves", nargs=-1)
@click.option(
    "--from", "files", multiple=True, metavar="FILE", help="Records to count besides the saved games."
)
@click.option("--no-saved", is_flag=True, help="Don't count the saved games.")
@click.option("--plain", is_flag=True, help="No colours, no line drawing, plain lines.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines, and stop.")
def command(
    game: str, moves: tuple[str, ...], files: tuple[str, ...], no_saved: bool, plain: bool, as_json: bool
) -> int | None:
    """Walk through GAME from its start, or after MOVES.

    Shows what each move is worth, exactly where that is known, and how often it
    was played in saved games.
    """
    from kibitz.games.registry import load
    from kibitz.puzzles.opening_explorer import collect, explore
    from kibitz.records.record_store import Store
    from kibitz.terminal.console_io import EndOfInput, talk_over
    from kibitz.terminal.explore import walk
    from kibitz.terminal.table_preparation import prepare

    rules, store = load(game), Store()
    start, path = rules.start(), []
    position = start
    for text in moves:
        for part in rules.notation.split_moves(text):
            path.append(position.move(part))
            position = position.play(path[-1])
    records = [store.load(file, rules) for file in files]
    if not no_saved:
        records += [row.record for row in store.saved(rules) if row.record is not None]
    played = collect(rules, records)
    prepare(position, lively=sys.stderr.isatty() and not plain)
    if as_json:
        click.echo(json.dumps(explore(position, played).to_json(), indent=2, ensure_ascii=False))
        return None
    talk = talk_over(sys.stdin, sys.stdout, plain=plain)
    with contextlib.suppress(EndOfInput):
        walk(talk, start, path, played)
    return None
