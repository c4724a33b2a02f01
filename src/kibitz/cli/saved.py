"""`kibitz saved`: the games that are kept."""

from __future__ import annotations

import json
from datetime import datetime

import click


@click.command()
@click.option("--game", metavar="GAME", help="Only records of this game.")
@click.option("--unfinished", is_flag=True, help="Only games that can be resumed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str | None, unfinished: bool, as_json: bool) -> None:
    """List the saved games, the last one played first."""
    from kibitz.games.registry import load
    from kibitz.records.store import Store

    store = Store()
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
            click.echo(f"{row.name}  can't be read: {row.problem}")
            continue
        sides = f"{row.record.tags.get('First', '?')} - {row.record.tags.get('Second', '?')}"
        click.echo(f"{row.name}  {row.record.game.spec}  {sides}  {row.record.result}")
    click.echo(f"{len(rows)} games in {store.folder}; kibitz play --resume NAME goes on with one.", err=True)
