"""Finished blocks of a table under construction, in a folder shared by all workers: the checkpoint.

Each block is a file with checksums, written atomically. Readers verify it; a missing or damaged one is
recomputed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import atomic_file
from kibitz.files.sections import Section
from kibitz.files.table_file import TableFile, write
from kibitz.games.game import Game
from kibitz.solving.table import open_file, table_facts

_SUFFIX = ".kbp"


class DamagedBlock(BadFile):
    """A missing or damaged block, by name, which has to be recomputed."""


@dataclass(frozen=True)
class Blocks:
    """The blocks of one game."""

    game: Game
    folder: Path

    def has(self, name: str) -> bool:
        """Return whether a block exists, intact or not."""
        return (self.folder / f"{name}{_SUFFIX}").exists()

    def read(self, name: str) -> TableFile:
        """Read and verify a block; DamagedBlock if it can't be used."""
        try:
            file = self._open(name)
            file.check_blocks()
        except BadFile:
            raise DamagedBlock(name) from None
        return file

    def facts(self, name: str) -> Mapping[str, Any]:
        """Read and verify only a block's description."""
        try:
            return self._open(name).facts
        except BadFile:
            raise DamagedBlock(name) from None

    def part(self, name: str, section: str, begin: int, end: int) -> memoryview:
        """Read and verify a byte range of a block's section."""
        try:
            return self._open(name).read_range(section, begin, end)
        except BadFile:
            raise DamagedBlock(name) from None

    def _open(self, name: str) -> TableFile:
        file = open_file(self.game, self.folder / f"{name}{_SUFFIX}")
        if file.facts["layout"] != name:
            raise BadFile("it is another block")
        return file

    def write(self, name: str, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
        """Write a finished block."""
        with atomic_file(self.folder / f"{name}{_SUFFIX}", own_folder=True) as out:
            write(out, {**table_facts(self.game), "positions": 0, **facts, "layout": name}, sections)

    def remove(self, name: str) -> None:
        """Remove a block that can't be used."""
        (self.folder / f"{name}{_SUFFIX}").unlink(missing_ok=True)
