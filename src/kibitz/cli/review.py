"""`kibitz review`: what a game teaches."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.changed import accept_changed

if TYPE_CHECKING:
    from kibitz.review.review import Review


@click.command()
@click.argument("file", required=False)
@click.option("--game", metavar="GAME", help="The game's file, where its rules are in one.")
@accept_changed
@click.option(
    "--limit",
    metavar="LIMIT",
    default="time=500ms",
    show_default=True,
    help="How long to think about each position where no table has the answer.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the graph as an SVG picture.",
)
@click.option("--plain", is_flag=True, help="ASCII only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    file: str | None,
    game: str | None,
    accept_changed: bool,
    limit: str,
    picture: Path | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Review the game in FILE, or a saved game by name; without one, the game played last."""
    from kibitz.cli.outputs import check_outputs
    from kibitz.files.whole_file import write_whole
    from kibitz.games.registry import load
    from kibitz.records.store import Store
    from kibitz.review.graph import svg_graph
    from kibitz.review.review import review
    from kibitz.review.to_json import review_to_json
    from kibitz.solving.progress import progress_bar
    from kibitz.terminal.prepare import prepare
    from kibitz.terminal.waiting import waiting
    from kibitz.words.errors import BadFile
    from kibitz.words.limit import Limit

    check_outputs(picture)
    store, rules = Store(), load(game) if game else None
    if file is None:
        latest = next((row for row in store.saved(rules) if row.record and row.record.moves), None)
        if latest is None or latest.record is None:
            raise BadFile(f"there is no game in {store.folder} to review; name a file")
        record = latest.record
    else:
        record = store.load(file, rules, accept_changed=accept_changed)
    bound = Limit.parse(limit)
    shows_bar = sys.stderr.isatty() and not plain
    for position in record.positions():
        prepare(position, lively=shows_bar)
    with progress_bar("Reviewing") if shows_bar else waiting("Reviewing") as listener:
        found = review(record, bound, listener)
    if as_json:
        click.echo(json.dumps(review_to_json(found), indent=2, ensure_ascii=False))
    else:
        _show(found, unicode=not plain and _can_write("●┤─"), width=shutil.get_terminal_size().columns)
    if picture is not None:
        write_whole(picture, svg_graph(found))


def _show(found: Review, *, unicode: bool, width: int) -> None:
    from kibitz.review.graph import text_graph
    from kibitz.review.words import move_rows, summary_lines

    record = found.record
    sides = " - ".join(record.tags.get(side, "?") for side in ("First", "Second"))
    click.echo(f"A game of {record.game.title}, {sides}, {record.result}")
    click.echo(
        "Every value is exact." if found.exact else "Values by search are guesses, and so is what follows."
    )
    rows = list(move_rows(found))
    first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
    for number, (what, values, verdict) in enumerate(rows, start=1):
        click.echo(f"{number:>3}  {what:{first}}  {values:{second}}  {verdict}".rstrip())
    click.echo()
    click.echo(text_graph(found, min(width, 100), unicode=unicode))
    click.echo()
    for line in summary_lines(found):
        click.echo(line)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
