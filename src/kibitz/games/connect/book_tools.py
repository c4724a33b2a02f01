"""Tools for the opening books of a Connect game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.base.cancel import Progress
from kibitz.executors.executor import AnyExecutor
from kibitz.games.capabilities import OpeningBook
from kibitz.games.connect import book, book_building

if TYPE_CHECKING:
    from kibitz.games.connect.game import Connect


class ConnectBookTools:
    """The book tools of one game."""

    most_plies = book.MOST_PLIES

    def __init__(self, game: Connect) -> None:
        self._game = game

    def find(self) -> book.Book | None:
        """Return the current book, if there is one."""
        return book.find_book(self._game)

    def read(self, path: Path) -> book.Book:
        """Read the book in a file."""
        return book.read_book(self._game, path)

    def build(
        self,
        plies: int,
        path: Path | None,
        *,
        threads: int,
        table_bits: int,
        progress: Progress | None = None,
        executor: AnyExecutor | None = None,
    ) -> book.Book:
        """Solve every position of the first plies."""
        where = path or book.built_path(self._game)
        return book_building.build_book(
            self._game,
            plies,
            where,
            threads=threads,
            table_bits=table_bits,
            progress=progress,
            executor=executor,
        )

    def check(
        self,
        found: OpeningBook,
        *,
        samples: int,
        first: int,
        seed: int,
        threads: int,
        progress: Progress | None = None,
    ) -> int:
        """Verify part of a book."""
        assert isinstance(found, book.Book)
        return book_building.check_book(
            self._game, found, samples=samples, first=first, seed=seed, threads=threads, progress=progress
        )

    def pack(self, raw: Path, path: Path | None) -> book.Book:
        """Convert the output of the stand-alone program."""
        return book_building.pack_book(self._game, raw, path or book.built_path(self._game))
