"""`kibitz review`: review finished games."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

import click

from kibitz.cli.shared_options import accept_changed, check_outputs, cluster_executor, cluster_option

#: Unreadable games that are listed one by one.
_MAX_ERRORS = 10


@click.command()
@click.argument("file", required=False)
@click.option("--game", metavar="GAME", help="The Python file with the rules, for a game of your own.")
@accept_changed
@click.option(
    "--limit",
    metavar="LIMIT",
    help="Search limit for each position without an exact value; by default that of a hint.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the evaluation graph as SVG.",
)
@click.option("--number", type=click.IntRange(1), help="The number of the game in a file of several.")
@click.option(
    "--again",
    type=click.IntRange(1),
    metavar="PLY",
    help="Play again against the computer, from the position before this ply; the review names it.",
)
@cluster_option
@click.option("--plain", is_flag=True, help="Use ASCII characters only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    file: str | None,
    game: str | None,
    accept_changed: bool,
    limit: str | None,
    picture: Path | None,
    number: int | None,
    again: int | None,
    cluster: str | None,
    plain: bool,
    as_json: bool,
) -> int:
    """Review the game in FILE, or a saved game by name; by default the latest saved game.

    For a file of several games, print one line per game and a summary of each player. Games that can't be
    read are listed at the end.
    """
    from kibitz.base.errors import BadFile, BadOption, KibitzError
    from kibitz.base.limit import Limit
    from kibitz.files.atomic_write import write_atomically
    from kibitz.game_review.batch import player_totals, review_many
    from kibitz.game_review.evaluation_graph import svg_graph
    from kibitz.game_review.json_report import review_to_json
    from kibitz.game_review.review import review
    from kibitz.game_review.text_report import batch_text, review_text
    from kibitz.games.registry import load
    from kibitz.records.files import read_each
    from kibitz.records.record import Record
    from kibitz.records.record_store import Store
    from kibitz.solving.progress_bar import progress_bar
    from kibitz.terminal.console_io import can_write
    from kibitz.terminal.play_again import offer_again, play_again
    from kibitz.terminal.spinner import spinner
    from kibitz.terminal.table_preparation import prepare_tables

    store, rules = Store(), load(game) if game else None
    path = None if file is None else store.find(file)
    check_outputs(picture, needed=[path])
    latest = None
    if path is None:
        latest = next((row for row in store.listed(rules) if row.summary and row.summary.plies), None)
        if latest is None:
            raise BadFile(f"there is no saved game in {store.folder} to review; give a file")
        read: list[Record | KibitzError] = [store.load(latest.name, rules)]
        if number not in (None, 1):
            raise BadOption(f"there is no game {number}; there is only one")
    else:
        read = list(read_each(path, rules, accept_changed=accept_changed, number=number))
    games = [(at, each) for at, each in enumerate(read, start=1) if isinstance(each, Record)]
    unread = [each for each in read if isinstance(each, KibitzError)]
    if not games:
        raise unread[0]
    if len(read) > 1:
        games = [(at, record) for at, record in games if record.moves]
        if not games:
            raise BadFile(f"no game in {file} has any moves")
        if picture is not None:
            raise BadOption("--svg needs a single game; choose it with --number")
    numbers, records = [at for at, _ in games], [record for _, record in games]
    if again is not None:
        if len(records) > 1:
            raise BadOption("--again needs a single game; choose it with --number")
        return play_again(records[0], again, plain=plain)
    search_limit = Limit.parse(limit) if limit else None
    shows_bar = sys.stderr.isatty() and not plain
    for record in records:
        for position in record.positions():
            prepare_tables(position, animated=shows_bar)
    with (
        cluster_executor(cluster) as executor,
        progress_bar("Reviewing") if shows_bar else spinner("Reviewing") as listener,
    ):
        if len(records) == 1:
            found = [review(records[0], search_limit, listener)]
        else:
            found = []
            for each in review_many(records, search_limit, executor):
                found.append(each)
                if listener is not None:
                    listener(len(found), len(records))
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    unicode = not plain and can_write(sys.stdout, "●┤─")
    one = len(found) == 1
    if as_json:
        players = [totals.to_json() for totals in player_totals(found)]
        each_game = [{"number": at, **review_to_json(each)} for at, each in zip(numbers, found, strict=True)]
        shown = review_to_json(found[0]) if one else {"games": each_game, "players": players}
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    else:
        name = [file] if file else [latest.name] if latest else []
        given = [*(["--number", str(number)] if number else []), *(["--game", game] if game else [])]

        def again_command(ply: int) -> str:
            return shlex.join(["kibitz", "review", *name, *given, "--again", str(ply)])

        for line in (
            review_text(found[0], width, unicode=unicode, again=again_command)
            if one
            else batch_text(found, width, numbers)
        ):
            click.echo(line)
    if picture is not None:
        write_atomically(picture, svg_graph(found[0]))
    if one and not as_json and not plain and sys.stdin.isatty() and sys.stdout.isatty():
        return offer_again(found[0])
    if not unread:
        return 0
    for error in unread[:_MAX_ERRORS]:
        click.echo(f"kibitz: {error}", err=True)
    count = "1 game" if len(unread) == 1 else f"{len(unread)} games"
    click.echo(f"kibitz: {count} of {len(read)} could not be read; the others are reviewed above", err=True)
    return 1
