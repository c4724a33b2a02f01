"""What a solver has finished, kept on disk until the whole table is written.

Each part is a file of its own with checksums, written whole or not at all, in a
folder next to where the table will be. Only one process at a time keeps parts
of a game; another that solves the same game meanwhile does without.
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

#: Parts are written this many seconds apart, so that quick solving is not slowed down.
EVERY_SECONDS = 1.0


@lru_cache(maxsize=256)
def parts_folder(table: Path) -> Path:
    """Where the parts of an unfinished table are."""
    return table.with_suffix(".part")


def parts_size(table: Path) -> int:
    """The bytes that the parts of an unfinished table take on the disk."""
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
        """Where they are; None if another process keeps them."""
        return self._folder

    @property
    def blocks(self) -> Blocks | None:
        """The same parts, for many processes; None if another process keeps them."""
        return None if self._folder is None else Blocks(self._game, self._folder)

    def stay(self) -> None:
        """Write every part at once from now on, and let none make room: whoever restores them reads on."""
        self._every, self._stay = 0.0, True

    def restore(self, name: str, use: Callable[[TableFile], object]) -> bool:
        """Hand on a part that an earlier run finished; whether it is there, sound and of use."""
        if self._folder is None or not (blocks := Blocks(self._game, self._folder)).has(name):
            return False
        try:
            use(blocks.read(name))
        except (BadFile, ValueError):  # a ValueError is the core's, of bytes that it has no use for
            return False
        return True

    def keep(self, name: str, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
        """Keep a finished part, now or soon."""
        if self._folder is None:
            return
        self._waiting[name] = (facts, sections)
        if time.monotonic() - self._last >= self._every:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting. Where the disk has no room, keep what is there and no more."""
        if self._folder is None:
            return
        try:
            for name in list(self._waiting):
                Blocks(self._game, self._folder).write(name, *self._waiting.pop(name))
        except BadFile:
            self._every = math.inf
        self._last = time.monotonic()

    def make_room(self, needed: int) -> bool:
        """Remove all parts if that gives the disk room for so many bytes; else keep them and say no."""
        if self._stay or self._folder is None or not self._folder.exists():
            return False
        if shutil.disk_usage(self._folder).free + parts_size(self._folder) < needed:
            return False
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = None
        return True


@contextlib.contextmanager
def checkpoints(game: Game, table: Path, every: float | None = None) -> Iterator[Checkpoints]:
    """Parts of a table to be; removed when the block ends well, kept when it is interrupted."""
    folder = parts_folder(table)
    every = EVERY_SECONDS if every is None else every
    with lock_file(folder.with_suffix(".lock")) as locked:
        parts = Checkpoints(game, folder if locked else None, every)
        try:
            yield parts
        except BadFile:
            raise  # the disk is full, or worse: writing more would not help
        except BaseException:
            parts.flush()
            raise
        if locked:
            shutil.rmtree(folder, ignore_errors=True)


def forget_parts(table: Path) -> None:
    """Remove the parts of a table that is whole: its writer may have been killed before it could."""
    folder = parts_folder(table)
    if folder.exists():
        with contextlib.suppress(BadFile), lock_file(folder.with_suffix(".lock")) as locked:
            if locked:
                shutil.rmtree(folder, ignore_errors=True)
