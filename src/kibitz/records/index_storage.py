"""Storage of the index of saved games: SQLite, or memory where that can't be used.

Both keep a row for each file and how often each move was played in each position. Whoever changes the index
names the generation it started from, so that of two programs that read the same changes one starts again.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz import __version__
from kibitz.records.summary import GameSummary

if TYPE_CHECKING:
    import sqlite3

#: Version of the tables. The index is also rebuilt by another version of Kibitz, whose summaries may differ.
_SCHEMA = 1
_VERSION = f"{_SCHEMA} {__version__} {sys.byteorder}"
#: Seconds to wait for another program that changes the index.
_BUSY = 20.0

#: Kinds of rows: a readable game; one that was edited by hand; a file that can't be read; one with rules that
#: are code outside Kibitz, which only its caller may run.
READABLE, EDITED, UNREADABLE, CODE = "readable", "edited", "unreadable", "code"

#: How often a move was played, and how often the first player then won, drew and lost.
Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A saved game in the index."""

    name: str
    #: Modification time in nanoseconds.
    changed: int
    kind: str
    #: Hash of the rules; 0 unless the game could be read.
    rules: int
    summary: GameSummary
    #: Keys of the positions and codes of the moves from them; empty for a game that doesn't count.
    positions: array[int]
    codes: array[int]

    @property
    def is_finished(self) -> bool:
        """Return whether this is surely no game to continue."""
        return self.kind == READABLE and self.summary.is_finished


class IndexStorage(Protocol):
    """Where the index is kept."""

    def seen(self) -> tuple[int, bytes, dict[str, int]]:
        """Return the generation, and the state of the folder and of its logs that the index is of."""

    def update(
        self,
        generation: int,
        seen: bytes,
        logs: Mapping[str, int],
        rows: Collection[IndexRow],
        removed: Collection[str],
    ) -> bool:
        """Replace and remove rows; return False if another program has changed the index since."""

    def select(self, rules: int | None, *, unfinished: bool, limit: int, offset: int) -> list[IndexRow]:
        """Return rows, most recent first, without positions: of some rules, or without finished games."""

    def has_prefix(self, prefix: str) -> bool:
        """Return whether the name of a game starts like this."""

    def moves_from(self, position: int) -> dict[int, Counts]:
        """Return how often each move was played in a position, by its code."""


def _count(rows: Iterable[IndexRow], sign: int, into: dict[tuple[int, int], list[int]]) -> None:
    """Add the moves of games to counts, or subtract them."""
    for row in rows:
        result = {"1-0": 1, "1/2-1/2": 2, "0-1": 3}.get(row.summary.result, 0)
        for key in zip(row.positions, row.codes, strict=True):
            counts = into.setdefault(key, [0, 0, 0, 0])
            counts[0] += sign
            if result:
                counts[result] += sign


class MemoryStorage:
    """An index that lasts as long as its program."""

    def __init__(self) -> None:
        self._generation = 0
        self._seen = b""
        self._logs: dict[str, int] = {}
        self._rows: dict[str, IndexRow] = {}
        self._moves: dict[int, dict[int, list[int]]] = {}

    def seen(self) -> tuple[int, bytes, dict[str, int]]:  # noqa: D102
        return self._generation, self._seen, self._logs

    def update(  # noqa: D102
        self,
        generation: int,
        seen: bytes,
        logs: Mapping[str, int],
        rows: Collection[IndexRow],
        removed: Collection[str],
    ) -> bool:
        if generation != self._generation:
            return False
        old = [self._rows.pop(name) for name in (*removed, *(row.name for row in rows)) if name in self._rows]
        changes: dict[tuple[int, int], list[int]] = {}
        _count(old, -1, changes)
        _count(rows, 1, changes)
        for (position, code), counts in changes.items():
            known = self._moves.setdefault(position, {}).setdefault(code, [0, 0, 0, 0])
            known[:] = [before + more for before, more in zip(known, counts, strict=True)]
            if not known[0]:
                del self._moves[position][code]
        self._rows |= {row.name: row for row in rows}
        self._generation, self._seen, self._logs = generation + 1, seen, dict(logs)
        return True

    def select(  # noqa: D102
        self, rules: int | None, *, unfinished: bool, limit: int, offset: int
    ) -> list[IndexRow]:
        found = [
            row
            for row in self._rows.values()
            if rules in (None, row.rules) and not (unfinished and row.is_finished)
        ]
        return sorted(found, key=lambda row: (-row.changed, row.name))[offset : offset + limit]

    def has_prefix(self, prefix: str) -> bool:  # noqa: D102
        return any(name.startswith(prefix) for name in self._rows)

    def moves_from(self, position: int) -> dict[int, Counts]:  # noqa: D102
        return {code: _counts(row) for code, row in self._moves.get(position, {}).items()}


#: Shared by the rows of lists.
_NO_POSITIONS: array[int] = array("q")
_NO_CODES: array[int] = array("I")
_SUMMARY = tuple(field.name for field in fields(GameSummary))
_COLUMNS = f"name, changed, kind, rules, {', '.join(_SUMMARY)}"
# Names are bytes, since not every file name is UTF-8. Indexes end with the order of lists.
_TABLES = (
    "CREATE TABLE state (version TEXT, generation INTEGER, seen BLOB, logs TEXT)",
    f"INSERT INTO state VALUES ('{_VERSION}', 0, x'', '{{}}')",
    "CREATE TABLE games (name BLOB PRIMARY KEY, changed INTEGER, kind TEXT, rules INTEGER,"
    f" {', '.join(_SUMMARY)}, positions BLOB, codes BLOB, finished INTEGER)",
    "CREATE INDEX by_time ON games (changed DESC, name)",
    "CREATE INDEX by_end ON games (finished, changed DESC, name)",
    "CREATE INDEX by_rules ON games (rules, changed DESC, name)",
    "CREATE INDEX by_rules_and_end ON games (rules, finished, changed DESC, name)",
    "CREATE TABLE moves (position INTEGER, code INTEGER,"
    " games INTEGER, won INTEGER, drawn INTEGER, lost INTEGER, PRIMARY KEY (position, code)) WITHOUT ROWID",
)


class SqliteStorage:
    """An index in a database; sqlite3.DatabaseError if it is damaged or of another version.

    Each use has its own connection, so that every thread may use it and no lock outlives a call.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        import sqlite3

        with contextlib.closing(sqlite3.connect(self._path, timeout=_BUSY, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = NORMAL")
            if not _tables(database):
                database.execute("BEGIN IMMEDIATE")
                if not _tables(database):  # another program may have been quicker
                    for statement in _TABLES:
                        database.execute(statement)
                database.execute("COMMIT")
            (version,) = database.execute("SELECT version FROM state").fetchone()
            if version != _VERSION:
                raise sqlite3.DatabaseError(f"the index is of version {version}, not {_VERSION}")
            yield database

    def seen(self) -> tuple[int, bytes, dict[str, int]]:  # noqa: D102
        with self._open() as database:
            generation, seen, logs = database.execute("SELECT generation, seen, logs FROM state").fetchone()
            return generation, seen, json.loads(logs)

    def update(  # noqa: D102
        self,
        generation: int,
        seen: bytes,
        logs: Mapping[str, int],
        rows: Collection[IndexRow],
        removed: Collection[str],
    ) -> bool:
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            (current,) = database.execute("SELECT generation FROM state").fetchone()
            if current != generation:
                return False  # closing the connection ends the transaction
            changes: dict[tuple[int, int], list[int]] = {}
            names = [(os.fsencode(name),) for name in (*removed, *(row.name for row in rows))]
            query = f"SELECT {_COLUMNS}, positions, codes FROM games WHERE name = ?"
            for name in names:
                _count(map(_row, database.execute(query, name)), -1, changes)
            database.executemany("DELETE FROM games WHERE name = ?", names)
            _count(rows, 1, changes)
            marks = ", ".join("?" * (7 + len(_SUMMARY)))
            database.executemany(f"INSERT INTO games VALUES ({marks})", map(_values, rows))
            database.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " games = games + excluded.games, won = won + excluded.won,"
                " drawn = drawn + excluded.drawn, lost = lost + excluded.lost",
                sorted((*key, *counts) for key, counts in changes.items() if any(counts)),
            )
            database.executemany(
                "DELETE FROM moves WHERE position = ? AND code = ? AND games = 0",
                sorted(key for key, counts in changes.items() if counts[0] < 0),
            )
            database.execute(
                "UPDATE state SET generation = generation + 1, seen = ?, logs = ?", (seen, json.dumps(logs))
            )
            database.execute("COMMIT")
            return True

    def select(  # noqa: D102
        self, rules: int | None, *, unfinished: bool, limit: int, offset: int
    ) -> list[IndexRow]:
        wanted = {"rules": rules, "finished": 0 if unfinished else None}
        given = {column: value for column, value in wanted.items() if value is not None}
        where = f"WHERE {' AND '.join(f'{column} = ?' for column in given)}" if given else ""
        query = f"SELECT {_COLUMNS}, x'', x'' FROM games {where} ORDER BY changed DESC, name LIMIT ? OFFSET ?"
        with self._open() as database:
            return [_row(values) for values in database.execute(query, (*given.values(), limit, offset))]

    def has_prefix(self, prefix: str) -> bool:  # noqa: D102
        start = os.fsencode(prefix)
        with self._open() as database:
            query = "SELECT 1 FROM games WHERE name >= ? AND name < ? LIMIT 1"
            return database.execute(query, (start, start + b"\xff")).fetchone() is not None

    def moves_from(self, position: int) -> dict[int, Counts]:  # noqa: D102
        query = "SELECT code, games, won, drawn, lost FROM moves WHERE position = ?"
        with self._open() as database:
            return {code: _counts(row) for code, *row in database.execute(query, (position,))}

    def remove(self) -> None:
        """Remove a damaged index."""
        for suffix in ("", "-journal"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


def _tables(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(count)


def _counts(row: Sequence[int]) -> Counts:
    games, won, drawn, lost = row
    return games, won, drawn, lost


def _values(row: IndexRow) -> tuple[object, ...]:
    head = (os.fsencode(row.name), row.changed, row.kind, row.rules)
    summary = (_storable(getattr(row.summary, name)) for name in _SUMMARY)
    return *head, *summary, row.positions.tobytes(), row.codes.tobytes(), int(row.is_finished)


def _storable(value: object) -> object:
    """Escape what is no Unicode, such as half of a surrogate pair in a tag."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _row(values: tuple[Any, ...]) -> IndexRow:
    name, changed, kind, rules, *summary, positions, codes = values
    return IndexRow(
        os.fsdecode(name),
        changed,
        kind,
        rules,
        GameSummary(*summary),
        array("q", positions) if positions else _NO_POSITIONS,
        array("I", codes) if codes else _NO_CODES,
    )
