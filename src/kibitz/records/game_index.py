"""Index of the folder of saved games, so that no list reads more files than have changed.

The files remain the truth: each use looks at the times of all files (native code, under a microsecond each)
and reads those that are new or different. The index itself can be removed at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from kibitz import _core
from kibitz.base.errors import ChangedRecord, KibitzError
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import entries, names
from kibitz.records.files import read_record_text
from kibitz.records.index_storage import (
    CODE,
    EDITED,
    READABLE,
    UNREADABLE,
    Counts,
    IndexRow,
    IndexStorage,
    MemoryStorage,
    SqliteStorage,
)
from kibitz.records.move_log import Line, brought_up_to_date, live_lines
from kibitz.records.parser import parse_record, record_tags
from kibitz.records.record import is_python_game_spec
from kibitz.records.summary import GameSummary

T = TypeVar("T")

FILE = ".saved-games.sqlite3"
#: Nanoseconds within which two writes may get the same time.
_CLOCK_STEP = 50_000_000
#: Files read before their rows are stored, and the fewest and the most rows fetched at a time.
_BATCH, _FIRST_PAGE, _PAGE = 2_000, 200, 5_000
#: Attempts to make an index that can be read.
_REPAIRS = 3


class IndexView:
    """The saved games of a folder as of one moment, by time and by position."""

    def __init__(self, index: GameIndex) -> None:
        self._ask = index.ask

    def rows(self, game: Game | None = None, *, unfinished: bool = False) -> Iterator[IndexRow]:
        """Yield the games, most recent first, without those that are surely finished if `unfinished`.

        With a game, only games of its rules.
        """
        yield from self._pages(None if game is None else _signed(_hash(game.rules_id)), unfinished=unfinished)

    def unread(self, *, unfinished: bool = False) -> Iterator[IndexRow]:
        """Yield the files whose rules are unknown, most recent first."""
        yield from self._pages(0, unfinished=unfinished)

    def has_prefix(self, prefix: str) -> bool:
        """Return whether the name of a game starts like this."""
        return self._ask(lambda storage: storage.has_prefix(prefix))

    def moves_from(self, position: Position) -> dict[int, Counts]:
        """Return how often each move was played in a position, by its code."""
        key = _signed(position.key ^ _hash(position.game.rules_id))
        return self._ask(lambda storage: storage.moves_from(key))

    def _pages(self, rules: int | None, *, unfinished: bool) -> Iterator[IndexRow]:
        def select(limit: int, offset: int) -> list[IndexRow]:
            return self._ask(
                lambda storage: storage.select(rules, unfinished=unfinished, limit=limit, offset=offset)
            )

        offset, size = 0, _FIRST_PAGE
        while page := select(size, offset):
            yield from page
            offset += size
            size = min(2 * size, _PAGE)


class GameIndex:
    """The index of a folder."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder = folder
        self._suffix = suffix
        self._storage: IndexStorage | None = None

    def view(self, *, fresh: bool = True) -> IndexView:
        """Return the saved games; unless `fresh`, as they were when this program last asked, if it has."""
        if fresh or self._storage is None:
            self.ask(lambda storage: None, update=True)
        return IndexView(self)

    def ask(self, call: Callable[[IndexStorage], T], *, update: bool = False) -> T:
        """Call a function of the index, brought up to date if `update`.

        A damaged index is made anew; one that can't be written is replaced by one in memory.
        """
        if not self._folder.is_dir():
            return call(MemoryStorage())
        storage = self._storage or _storage(self._folder / FILE)
        if isinstance(storage, SqliteStorage):
            import sqlite3

            for _ in range(_REPAIRS):
                try:
                    if update:
                        self._update(storage)
                    self._storage = storage
                    return call(storage)
                except sqlite3.DatabaseError as error:
                    update = True
                    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
                    if isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR:
                        break  # such as a full disk, or a folder that is read-only
                    try:
                        storage.remove()
                    except OSError:  # another program uses it
                        break
            storage = MemoryStorage()
        if update:
            self._update(storage)
        self._storage = storage
        return call(storage)

    def _update(self, storage: IndexStorage) -> None:
        while True:
            live = live_lines(self._folder)
            signatures = {name: _signature(lines) for name, lines in live.items()}
            generation, seen, lines_seen = storage.seen()
            recent = time.time_ns() - _CLOCK_STEP
            changed, gone, seen = _core.scan_folder(
                os.fsencode(self._folder), os.fsencode(self._suffix), seen, recent, _BATCH
            )
            files = {os.fsdecode(name): modified for name, modified in changed}
            for name, _ in signatures.items() ^ lines_seen.items():  # a line more, or a log that was removed
                file = f"{name}{self._suffix}"
                with contextlib.suppress(OSError):
                    files.setdefault(file, (self._folder / file).stat().st_mtime_ns)
            removed = [os.fsdecode(name) for name in gone]
            if not files and not removed and signatures == lines_seen:
                return
            rows = []
            for file, modified in files.items():
                name = file.removesuffix(self._suffix)
                rows.append(_read(self._folder / file, name, modified, live.get(name, ())))
            dropped = [file.removesuffix(self._suffix) for file in removed]
            if storage.update(generation, seen, signatures, rows, dropped) and len(changed) < _BATCH:
                return


def _storage(path: Path) -> IndexStorage:
    try:
        import sqlite3  # noqa: F401
    except ImportError:  # such as in a browser
        return MemoryStorage()
    return SqliteStorage(path)


def _read(path: Path, name: str, modified: int, lines: Iterable[Line]) -> IndexRow:
    """Read a file into a row."""
    nothing: array[int] = array("q")
    spec = ""
    try:
        text = read_record_text(path)
        tags = record_tags(text)
        spec = tags.get("Game", "")
        if _is_code(spec):
            summary = GameSummary(
                spec, "", tags.get("First", ""), tags.get("Second", ""), result=tags.get("Result", "*")
            )
            return IndexRow(name, modified, CODE, 0, summary, nothing, array("I"))
        kind = READABLE
        try:
            record = parse_record(text)
        except ChangedRecord:
            kind, record = EDITED, parse_record(text, accept_changed=True)
    except KibitzError:
        return IndexRow(name, modified, UNREADABLE, 0, GameSummary(spec), nothing, array("I"))
    record = brought_up_to_date(record, lines) or record
    rules = _hash(record.game.rules_id)
    keys, codes = nothing, array("I")
    if kind == READABLE:
        keys = array("q", [_signed(position.key ^ rules) for position in record.positions()[:-1]])
        codes = array("I", [move.code for move in record.moves])
    return IndexRow(name, modified, kind, _signed(rules), GameSummary.of(record), keys, codes)


def _is_code(spec: str) -> bool:
    """Return whether the rules of a game are code outside Kibitz."""
    name = spec.partition(":")[0].strip().lower()
    return is_python_game_spec(spec) or (name not in names() and name in entries())


def _hash(rules_id: str) -> int:
    return int.from_bytes(hashlib.blake2b(rules_id.encode(), digest_size=8).digest())


def _signed(number: int) -> int:
    """Return the low 64 bits as SQLite stores them."""
    return (number + 2**63) % 2**64 - 2**63


def _signature(lines: Iterable[Line]) -> int:
    return zlib.crc32("".join(line.text() for line in lines).encode())
