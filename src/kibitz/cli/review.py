"""`kibitz review`: what a game teaches."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import click

from kibitz.cli.changed import accept_changed


@click.command()
@click.argument("file", required=False)
@click.option("--game", metavar="GAME", help="The game's file, where its rules are in one.")
@accept_changed
@click.option(
    "--limit",
    metavar="LIMIT",
    help="How long to think about each position where nothing knows the answer; else as long as for a hint.",
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
    limit: str | None,
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
    from kibitz.review.text import review_text
    from kibitz.review.to_json import review_to_json
    from kibitz.solving.progress import progress_bar
    from kibitz.terminal.prepare import prepare
    from kibitz.terminal.talk import can_write
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
    bound = Limit.parse(limit) if limit else None
    shows_bar = sys.stderr.isatty() and not plain
    for position in record.positions():
        prepare(position, lively=shows_bar)
    with progress_bar("Reviewing") if shows_bar else waiting("Reviewing") as listener:
        found = review(record, bound, listener)
    if as_json:
        click.echo(json.dumps(review_to_json(found), indent=2, ensure_ascii=False))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        for line in review_text(found, width, unicode=not plain and can_write(sys.stdout, "●┤─")):
            click.echo(line)
    if picture is not None:
        write_whole(picture, svg_graph(found))
