"""`kibitz saved`: list or delete saved games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.formatting import print_item

if TYPE_CHECKING:
    from kibitz.records.record_store import Listed

#: Games shown if the command does not say how many.
_LIMIT = 100
#: Lines of JSON written at a time.
_LINES = 1_000


@click.command()
@click.option("--game", metavar="GAME", help="Only saves of this game.")
@click.option("--unfinished", is_flag=True, help="Only unfinished games, which can be resumed.")
@click.option("--limit", type=click.IntRange(1), help=f"Show at most so many games, by default {_LIMIT}.")
@click.option("--all", "show_all", is_flag=True, help="Show all games, as --json does without --limit.")
@click.option("--delete", metavar="NAME", multiple=True, help="Delete this game permanently (repeatable).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    game: str | None,
    unfinished: bool,
    limit: int | None,
    show_all: bool,
    delete: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the saved games, latest first, or delete some of them."""
    from kibitz.games.registry import load
    from kibitz.records.record_store import Store
    from kibitz.terminal.saved_text import describe_saved

    store = Store()
    if delete:
        for name in delete:
            click.echo(f"Deleted {store.delete(name)}.")
        return
    if limit is None and not show_all and not as_json:
        limit = _LIMIT
    listed = store.listed(load(game) if game else None, unfinished=unfinished)
    rows = islice(listed, None if limit is None or show_all else limit)
    if as_json:
        _print_json(rows)
        return
    shown = 0
    for row in rows:
        shown += 1
        if row.summary is None:
            print_item(f"{row.name}  ", f"can't be read: {row.problem}")
        else:
            print_item(f"{row.name}  ", describe_saved(row.summary, row.changed))
    count = "1 game" if shown == 1 else f"{shown} games"
    if next(listed, None) is None:
        click.echo(f"{count} in {store.folder}", err=True)
    else:
        click.echo(f"The latest {count} in {store.folder}; --all lists the others too", err=True)
    if shown:
        click.echo("Resume one with: kibitz play --resume NAME", err=True)
        click.echo("Delete one with: kibitz saved --delete NAME", err=True)


def _print_json(rows: Iterator[Listed]) -> None:
    """Print a list with a game in each line."""
    lines = (json.dumps(_json(row), ensure_ascii=False) for row in rows)
    before = "["
    while some := list(islice(lines, _LINES)):
        click.echo(f"{before}\n" + ",\n".join(some), nl=False)
        before = ","
    click.echo("[]" if before == "[" else "\n]")


def _json(row: Listed) -> dict[str, Any]:
    summary = row.summary
    return {
        "name": row.name,
        "file": str(row.path),
        "changed": datetime.fromtimestamp(row.changed).astimezone().isoformat(timespec="seconds"),
        "game": summary and summary.spec,
        "first": (summary and summary.first) or None,
        "second": (summary and summary.second) or None,
        "turn": (summary and summary.turn) or None,
        "moves": summary and summary.plies,
        "result": summary and summary.result,
        "problem": row.problem or None,
    }
