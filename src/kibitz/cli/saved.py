"""`kibitz saved`: list or delete saved games."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import click

from kibitz.cli.formatting import print_item

if TYPE_CHECKING:
    from kibitz.records.record import Record


@click.command()
@click.option("--game", metavar="GAME", help="Only saves of this game.")
@click.option("--unfinished", is_flag=True, help="Only unfinished games, which can be resumed.")
@click.option("--delete", metavar="NAME", multiple=True, help="Delete this game permanently (repeatable).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str | None, unfinished: bool, delete: tuple[str, ...], as_json: bool) -> None:
    """List the saved games, latest first, or delete some of them."""
    from kibitz.games.registry import load
    from kibitz.records.record_store import Store
    from kibitz.terminal.saved_text import describe_saved

    store = Store()
    if delete:
        for name in delete:
            click.echo(f"Deleted {store.delete(name)}.")
        return
    rows = store.saved(load(game) if game else None)
    if unfinished:
        rows = [row for row in rows if row.record and row.record.outcome is None]
    if as_json:
        listed = [
            {
                "name": row.name,
                "file": str(row.path),
                "changed": datetime.fromtimestamp(row.changed).astimezone().isoformat(timespec="seconds"),
                "game": row.record and row.record.game.spec,
                "first": row.record and row.record.tags.get("First"),
                "second": row.record and row.record.tags.get("Second"),
                "turn": row.record and _turn(row.record),
                "moves": row.record and len(row.record.moves),
                "result": row.record and row.record.result,
                "problem": row.problem or None,
            }
            for row in rows
        ]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
        return
    for row in rows:
        if row.record is None:
            print_item(f"{row.name}  ", f"can't be read: {row.problem}")
        else:
            print_item(f"{row.name}  ", describe_saved(row))
    count = "1 game" if len(rows) == 1 else f"{len(rows)} games"
    click.echo(f"{count} in {store.folder}", err=True)
    if rows:
        click.echo("Resume one with: kibitz play --resume NAME", err=True)
        click.echo("Delete one with: kibitz saved --delete NAME", err=True)


def _turn(record: Record) -> str | None:
    """Return who is to move or to roll; None if the game is over."""
    return None if record.outcome is not None else str(record.positions()[-1].mover)
