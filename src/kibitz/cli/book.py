"""`kibitz book`: opening books of the exact Connect solver."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kibitz.cli.sizes import size_words
from kibitz.games.registry import load
from kibitz.solving.connect4 import ConnectSolver
from kibitz.solving.connect4_book import MOST_PLIES, Book, built_path, find_book, read_book
from kibitz.solving.connect4_build import build_book, check_book, pack_book
from kibitz.solving.progress import progress_bar
from kibitz.words.errors import BadFile

_FILE = click.option("--file", "path", type=click.Path(path_type=Path), help="The book's file.")
_THREADS = click.option("--threads", default=os.cpu_count() or 1, type=click.IntRange(1), show_default=True)


@click.group()
def command() -> None:
    """Build, check or describe an opening book of Connect Four."""


@command.command()
@click.argument("game", default="connect4")
@click.option("--plies", default=8, type=click.IntRange(0, MOST_PLIES), show_default=True, help="How deep.")
@click.option("--table-bits", default=22, type=click.IntRange(20, 34), show_default=True)
@_THREADS
@_FILE
def build(game: str, plies: int, table_bits: int, threads: int, path: Path | None) -> None:
    """Solve every position of the first plies; goes on where it was interrupted."""
    rules = load(game)
    with progress_bar(f"Book of {rules.spec}") as listener:
        book = build_book(
            rules,
            plies,
            path or built_path(rules),
            threads=threads,
            table_bits=table_bits,
            progress=listener,
        )
    _describe(book)


@command.command()
@click.argument("raw", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("game", default="connect4")
@_FILE
def pack(raw: Path, game: str, path: Path | None) -> None:
    """Make a book of the file RAW that the stand-alone program wrote."""
    rules = load(game)
    _describe(pack_book(rules, raw, path or built_path(rules)))


@command.command()
@click.argument("game", default="connect4")
@click.option("--samples", default=100, type=click.IntRange(0), show_default=True, help="Positions anywhere.")
@click.option("--first", default=7, type=click.IntRange(-1), show_default=True, help="All of so many plies.")
@click.option("--seed", default=0)
@_THREADS
@_FILE
def check(game: str, samples: int, first: int, seed: int, threads: int, path: Path | None) -> None:
    """Compute a random sample and every position of the first plies again."""
    rules = load(game)
    book = read_book(rules, path) if path else _found(game)
    with progress_bar(f"Checking the book of {rules.spec}") as listener:
        compared = check_book(
            rules, book, samples=samples, first=first, seed=seed, threads=threads, progress=listener
        )
    click.echo(f"{book.path}: good: {compared:,} of {len(book.core):,} positions computed again")


@command.command()
@click.argument("game", default="connect4")
def info(game: str) -> None:
    """Say which book is used and where it comes from."""
    _describe(_found(game))


def _found(game: str) -> Book:
    rules = load(game)
    book = find_book(rules)
    if book is None:
        ConnectSolver(rules, book=False)  # refuses a game that can't have one
        raise BadFile(f"there is no book of {game}; `kibitz book build {game}` makes one")
    return book


def _describe(book: Book) -> None:
    where = ", ".join(f"{name} {what}" for name, what in book.facts["provenance"].items())
    size = size_words(book.path.stat().st_size)
    click.echo(f"{len(book.core):,} positions of up to {book.plies} plies, {size} in {book.path} ({where})")
