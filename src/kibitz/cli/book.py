"""`kibitz book`: build, check and describe opening books."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kibitz.base.errors import BadFile, BadOption
from kibitz.cli.formatting import format_size
from kibitz.cli.shared_options import check_outputs, cluster_executor, cluster_option
from kibitz.games.capabilities import BookTools, OpeningBook
from kibitz.games.registry import load
from kibitz.solving.progress_bar import progress_bar

_FILE = click.option("--file", "path", type=click.Path(path_type=Path), help="The file of the book.")
_THREADS = click.option(
    "--threads",
    default=os.cpu_count() or 1,
    type=click.IntRange(1),
    show_default="one per core",
    help="Number of threads.",
)


@click.group()
def command() -> None:
    """Build, check or describe the opening book of a game that has one."""


@command.command()
@click.argument("game")
@click.option("--plies", default=8, type=click.IntRange(0), show_default=True, help="Depth of the book.")
@click.option(
    "--table-bits",
    default=22,
    type=click.IntRange(20, 34),
    show_default=True,
    help="Size of the transposition table: 2^N entries.",
)
@_THREADS
@cluster_option
@_FILE
def build(
    game: str, plies: int, table_bits: int, threads: int, cluster: str | None, path: Path | None
) -> None:
    """Solve every position of the first plies of GAME; an interrupted build is resumed."""
    check_outputs(path, plain=True)
    books = _books(game)
    with cluster_executor(cluster) as executor, progress_bar(f"Book of {game}") as progress:
        book = books.build(
            plies, path, threads=threads, table_bits=table_bits, progress=progress, executor=executor
        )
    _describe(book)


@command.command()
@click.argument("raw", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("game")
@_FILE
def pack(raw: Path, game: str, path: Path | None) -> None:
    """Build a book of GAME from RAW, the output of the stand-alone solver."""
    check_outputs(path, needed=[raw], plain=True)
    _describe(_books(game).pack(raw, path))


@command.command()
@click.argument("game")
@click.option(
    "--samples", default=100, type=click.IntRange(0), show_default=True, help="Number of random positions."
)
@click.option(
    "--first",
    default=7,
    type=click.IntRange(-1),
    show_default=True,
    help="Check all positions up to this ply.",
)
@click.option("--seed", default=0, help="Seed of the random sample.")
@_THREADS
@_FILE
def check(game: str, samples: int, first: int, seed: int, threads: int, path: Path | None) -> None:
    """Solve a random sample and all positions of the first plies again, and compare."""
    books = _books(game)
    book = books.read(path) if path else _found(game, books)
    with progress_bar(f"Checking the book of {game}") as progress:
        compared = books.check(
            book, samples=samples, first=first, seed=seed, threads=threads, progress=progress
        )
    click.echo(f"{book.path}: good: {compared:,} of {book.facts['positions']:,} positions solved again")


@command.command()
@click.argument("game")
def info(game: str) -> None:
    """Say which book of GAME is used and where it comes from."""
    _describe(_found(game, _books(game)))


def _books(game: str) -> BookTools:
    books = load(game).book
    if books is None:
        raise BadOption(f"{game} has no opening book: it has no solver that could build one")
    return books


def _found(game: str, books: BookTools) -> OpeningBook:
    book = books.find()
    if book is None:
        raise BadFile(f"there is no book of {game}; `kibitz book build {game}` makes one")
    return book


def _describe(book: OpeningBook) -> None:
    facts = book.facts
    where = ", ".join(f"{name} {what}" for name, what in facts["provenance"].items())
    holds = f"{facts['positions']:,} positions of up to {facts['plies']} plies"
    click.echo(f"{holds}, {format_size(book.path.stat().st_size)} in {book.path} ({where})")
