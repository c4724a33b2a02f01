"""Finished pieces of a table to be, in a folder that all workers share; the folder is the checkpoint.

Each is a file of its own with checksums, written whole or not at all. Whoever
reads one checks it; one that is missing or spoilt is made again.
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


class Spoilt(BadFile):
    """A block that is missing or damaged, by its name; it has to be made again."""


@dataclass(frozen=True)
class Blocks:
    """The blocks of one game."""

    game: Game
    folder: Path

    def has(self, name: str) -> bool:
        """Whether a block is there, sound or not."""
        return (self.folder / f"{name}{_SUFFIX}").exists()

    def read(self, name: str) -> TableFile:
        """A block, checked; Spoilt if it can't be used."""
        try:
            file = self._open(name)
            file.check_blocks()
        except BadFile:
            raise Spoilt(name) from None
        return file

    def facts(self, name: str) -> Mapping[str, Any]:
        """What a block says of itself, only this checked."""
        try:
            return self._open(name).facts
        except BadFile:
            raise Spoilt(name) from None

    def part(self, name: str, section: str, begin: int, end: int) -> memoryview:
        """Some bytes of a block, only these checked."""
        try:
            return self._open(name).read_range(section, begin, end)
        except BadFile:
            raise Spoilt(name) from None

    def _open(self, name: str) -> TableFile:
        file = open_file(self.game, self.folder / f"{name}{_SUFFIX}")
        if file.facts["layout"] != name:
            raise BadFile("it is another block")
        return file

    def write(self, name: str, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
        """Keep a finished block."""
        with atomic_file(self.folder / f"{name}{_SUFFIX}", own_folder=True) as out:
            write(out, {**table_facts(self.game), "positions": 0, **facts, "layout": name}, sections)

    def remove(self, name: str) -> None:
        """Forget a block that can't be used."""
        (self.folder / f"{name}{_SUFFIX}").unlink(missing_ok=True)
