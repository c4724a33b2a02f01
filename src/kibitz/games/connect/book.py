"""Opening books of the exact Connect solver: files of scores.

A book is a file like a table's, with two compressed sections: `keys` and `scores`. docs/connect4.md describes
the keys.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import atomic_file
from kibitz.files.folders import cache_folder, file_stem
from kibitz.files.table_file import TableFile, write
from kibitz.games.game import Game

LAYOUT = "connect-book"
#: Maximum depth of a book.
MOST_PLIES = 14
#: Placeholder score of an unsolved position.
NOT_YET = 127
_SUFFIX = ".kbb"
#: Maximum number of positions, and of bytes per key.
_MOST_POSITIONS = 1 << 28
_KEY = 10


@dataclass(frozen=True, slots=True)
class Book:
    """A book: its path, description and scores."""

    path: Path
    facts: Mapping[str, Any]
    core: _core.ConnectBook
    keys: bytes
    scores: bytes

    @property
    def plies(self) -> int:
        """Return its depth: it has every position with a choice up to this ply."""
        return int(self.facts["plies"])

    @property
    def whole(self) -> bool:
        """Return whether all positions are solved."""
        return NOT_YET not in self.scores


def shipped_path(game: Game) -> Path:
    """Return the path of the book that comes with Kibitz."""
    return Path(__file__).parent / "books" / f"{file_stem(game.rules_id)}{_SUFFIX}"


def built_path(game: Game) -> Path:
    """Return the path of a book built by the user."""
    return cache_folder("books") / f"{file_stem(game.rules_id)}{_SUFFIX}"


def find_book(game: Game) -> Book | None:
    """Return the deepest valid book of a game; damaged ones are skipped."""
    found = []
    for path in (built_path(game), shipped_path(game)):
        if path.exists():
            try:
                book = read_book(game, path)
            except BadFile:
                continue
            if book.whole:
                found.append(book)
    return max(found, key=lambda book: book.plies, default=None)


def read_book(game: Game, path: Path) -> Book:
    """Read a book; BadFile if it is damaged or another game's."""
    file = TableFile(path)
    facts = file.facts
    if (facts["layout"], facts["rules"], facts["rules_version"]) != (
        LAYOUT,
        game.rules_id,
        game.solving.rules_version,
    ):
        raise BadFile(f"{path} is not a book of {game.spec}")
    count, plies, provenance = facts["positions"], facts.get("plies"), facts.get("provenance")
    if count > _MOST_POSITIONS or type(plies) is not int or not 0 <= plies <= MOST_PLIES:
        raise BadFile(f"{path} can't be trusted: no book has {count} positions of {plies} plies")
    if not isinstance(provenance, dict):
        raise BadFile(f"{path} can't be trusted: it has no provenance")
    file.check_blocks()
    try:
        keys = _unpacked(file, "keys", _KEY * count)
        scores = _unpacked(file, "scores", count)
        core = _core.make_connect_book(game.rules, keys, scores)
    except (zlib.error, ValueError) as error:
        raise BadFile(f"{path} can't be trusted: {error}") from None
    if len(scores) != count:
        raise BadFile(f"{path} can't be trusted: it has {len(scores)} scores, not {count}")
    return Book(path, facts, core, keys, scores)


def _unpacked(file: TableFile, name: str, most: int) -> bytes:
    """Decompress a section up to a maximum size."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(file.section(name), most + 1)
    if len(data) > most or not unpacking.eof:
        raise ValueError(f"its {name} don't have the length that they should")
    return data


def write_book(
    game: Game, path: Path, plies: int, keys: bytes, scores: bytes, provenance: Mapping[str, Any]
) -> None:
    """Write a book, complete or not."""
    facts = {
        "game": game.spec,
        "rules": game.rules_id,
        "rules_version": game.solving.rules_version,
        "layout": LAYOUT,
        "positions": len(scores),
        "plies": plies,
        "provenance": dict(provenance),
    }
    with atomic_file(path, own_folder=path == built_path(game)) as out:
        write(out, facts, {"keys": zlib.compress(keys, 9), "scores": zlib.compress(scores, 9)})
