"""`kibitz tree`: write the tree of a search as an HTML page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kibitz.base.random import Random
from kibitz.cli.shared_options import check_outputs
from kibitz.files.atomic_write import write_atomically
from kibitz.games.registry import load
from kibitz.players.comparison import after_rolls
from kibitz.players.registry import make_player
from kibitz.players.search_tree import visited_tree
from kibitz.players.search_tree_page import tree_page


@click.command()
@click.argument("game")
@click.option("--position", help="The position to search; the start by default.")
@click.option("--depth", type=click.IntRange(1, 99), default=2, show_default=True, help="Search depth.")
@click.option("--player", default="alphabeta", show_default=True, help="The player that searches.")
@click.option(
    "--most",
    type=click.IntRange(1, 50_000),
    default=5000,
    show_default=True,
    help="Maximum number of nodes.",
)
@click.option(
    "--seed", type=click.IntRange(0, 10**18), default=0, show_default=True, help="Random seed for the dice."
)
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file to write; stdout by default.")
def command(
    game: str, position: str | None, depth: int, player: str, most: int, seed: int, output: Path | None
) -> None:
    """Write the tree that a search of GAME visits as an HTML page.

    The page shows alpha-beta windows, values, cutoffs and chance nodes. If the position needs a roll, the
    dice are rolled first.
    """
    if output is None and sys.stdout.isatty():
        raise click.UsageError(
            "refusing to print HTML to a terminal; name a file, such as --output tree.html"
        )
    check_outputs(output)
    chosen = load(game)
    start = after_rolls(chosen.position(position) if position else chosen.start(), Random(seed))
    searcher = make_player(player)
    roots = visited_tree(start, searcher, depth, most)
    page = tree_page(roots, f"{searcher} on {chosen.spec} {start}, depth {depth}", chosen.side_names)
    if output is None:
        click.echo(page, nl=False)
        return
    write_atomically(output, page)
    click.echo(f"wrote {output}", err=True)
