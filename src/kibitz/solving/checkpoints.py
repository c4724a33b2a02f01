"""Checkpoints of a solver: finished parts on disk until the whole table is written.

Each part is a file with checksums, written atomically, in a folder next to the table. Only one process at a
time writes the parts of a game; another that solves the same game works without checkpoints.
"""

from __future__ import annotations

import contextlib
import math
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile
from kibitz.files.locks import lock_file
from kibitz.files.sections import Section
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.blocks import Blocks

#: Seconds between checkpoints, so that short runs are not slowed down.
EVERY_SECONDS = 1.0


@lru_cache(maxsize=256)
def parts_folder(table: Path) -> Path:
    """Return the folder of an unfinished table's parts."""
    return table.with_suffix(".part")


def parts_size(table: Path) -> int:
    """Return the bytes on disk of an unfinished table's parts."""
    total = 0
    with contextlib.suppress(OSError):  # another process may be removing them
        for part in parts_folder(table).iterdir():
            total += part.stat().st_size
    return total


class Checkpoints:
    """The finished parts of one run, by name."""

    def __init__(self, game: Game, folder: Path | None, every: float) -> None:
        self._game = game
        self._folder = folder
        self._every = every
        self._last = time.monotonic()
        self._stay = False
        self._waiting: dict[str, tuple[Mapping[str, Any], Mapping[str, Section]]] = {}

    @property
    def folder(self) -> Path | None:
        """Return the folder; None if another process owns it."""
        return self._folder

    @property
    def blocks(self) -> Blocks | None:
        """Return the parts as blocks for many processes; None if another process owns them."""
        return None if self._folder is None else Blocks(self._game, self._folder)

    def stay(self) -> None:
        """Write every part at once from now on and never remove one for space, since they are read again."""
        self._every, self._stay = 0.0, True

    def restore(self, name: str, use: Callable[[TableFile], object]) -> bool:
        """Pass a part of an earlier run to `use`; return whether it exists and is valid."""
        if self._folder is None or not (blocks := Blocks(self._game, self._folder)).has(name):
            return False
        try:
            use(blocks.read(name))
        except (BadFile, ValueError):  # the core raises ValueError for invalid contents
            return False
        return True

    def keep(self, name: str, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
        """Queue a finished part for writing."""
        if self._folder is None:
            return
        self._waiting[name] = (facts, sections)
        if time.monotonic() - self._last >= self._every:
            self.flush()

    def flush(self) -> None:
        """Write the queue. If the disk is full, stop writing but keep the parts on it."""
        if self._folder is None:
            return
        try:
            for name in list(self._waiting):
                Blocks(self._game, self._folder).write(name, *self._waiting.pop(name))
        except BadFile:
            self._every = math.inf
        self._last = time.monotonic()

    def make_room(self, needed: int) -> bool:
        """Remove all parts if that frees enough disk space; otherwise keep them and return False."""
        if self._stay or self._folder is None or not self._folder.exists():
            return False
        if shutil.disk_usage(self._folder).free + parts_size(self._folder) < needed:
            return False
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = None
        return True


@contextlib.contextmanager
def checkpoints(game: Game, table: Path, every: float | None = None) -> Iterator[Checkpoints]:
    """Yield the parts of a table; they are removed on success and kept on interruption."""
    folder = parts_folder(table)
    every = EVERY_SECONDS if every is None else every
    with lock_file(folder.with_suffix(".lock")) as locked:
        parts = Checkpoints(game, folder if locked else None, every)
        try:
            yield parts
        except BadFile:
            raise  # the disk is full or failing: stop writing
        except BaseException:
            parts.flush()
            raise
        if locked:
            shutil.rmtree(folder, ignore_errors=True)


def forget_parts(table: Path) -> None:
    """Remove the parts of a finished table, in case its writer was killed before it could."""
    folder = parts_folder(table)
    if folder.exists():
        with contextlib.suppress(BadFile), lock_file(folder.with_suffix(".lock")) as locked:
            if locked:
                shutil.rmtree(folder, ignore_errors=True)
