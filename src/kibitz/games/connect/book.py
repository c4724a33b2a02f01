"""Opening books of the exact Connect solver: files of known scores.

A book is a file like a table's, with two compressed sections: `keys` and
`scores`. docs/connect4.md says how keys are written.
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
#: No book is deeper.
MOST_PLIES = 14
#: The score of a position that is not solved yet.
NOT_YET = 127
_SUFFIX = ".kbb"
#: No book has as many positions as this, and no key takes more bytes.
_MOST_POSITIONS = 1 << 28
_KEY = 10


@dataclass(frozen=True, slots=True)
class Book:
    """A book that was read: where from, what it says of itself, and its scores."""

    path: Path
    facts: Mapping[str, Any]
    core: _core.ConnectBook
    keys: bytes
    scores: bytes

    @property
    def plies(self) -> int:
        """It holds every position of up to so many plies in which there is a choice."""
        return int(self.facts["plies"])

    @property
    def whole(self) -> bool:
        """Whether no score is missing."""
        return NOT_YET not in self.scores


def shipped_path(game: Game) -> Path:
    """Where a book that comes with Kibitz lies."""
    return Path(__file__).parent / "books" / f"{file_stem(game.rules_id)}{_SUFFIX}"


def built_path(game: Game) -> Path:
    """Where a book that was built here lies."""
    return cache_folder("books") / f"{file_stem(game.rules_id)}{_SUFFIX}"


def find_book(game: Game) -> Book | None:
    """The deepest book of a game that is there and can be trusted; one that can't is passed over."""
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
        raise BadFile(f"{path} can't be trusted: it does not say where it comes from")
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
    """A section without its compression; a small file must not grow into one that fills the memory."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(file.section(name), most + 1)
    if len(data) > most or not unpacking.eof:
        raise ValueError(f"its {name} don't have the length that they should")
    return data


def write_book(
    game: Game, path: Path, plies: int, keys: bytes, scores: bytes, provenance: Mapping[str, Any]
) -> None:
    """Write a book, whole or with scores that are not known yet."""
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
