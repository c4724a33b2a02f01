"""The list of saved games, in which a file is read again only after a change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from kibitz.base.errors import KibitzError
from kibitz.records.move_log import live_lines
from kibitz.records.parser import parse_record
from kibitz.records.record import python_game_file
from kibitz.records.record_store import Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.game_request import peek
from kibitz.service.replies import SavedGame

#: Maximum number of listed games, most recent first.
_MOST = 200


class SavedGames:
    """The saved games as JSON-compatible data."""

    def __init__(self, store: Store, read: Callable[[str], str], catalogue: Catalogue) -> None:
        """`read` returns the current record."""
        self._store = store
        self._read = read
        self._catalogue = catalogue
        #: Cache by file: time and content; None if it can't be read.
        self._known: dict[Path, tuple[float, SavedGame | None]] = {}

    def rows(self) -> list[SavedGame]:
        """Return the saved games, most recent first."""
        known = {}
        unfinished = live_lines(self._store.folder)
        for changed, path in self._store.newest()[:_MOST]:
            seen = self._known.get(path)
            fresh = seen is not None and seen[0] == changed and path.stem not in unfinished
            known[path] = seen if seen and fresh else (changed, self._row(path, changed))
        self._known = known
        return [row for _, row in known.values() if row is not None]

    def _row(self, path: Path, changed: float) -> SavedGame | None:
        try:
            text = self._read(path.stem)
            tags = peek(text)
            spec = tags.get("Game", "")
            if self._catalogue.is_foreign_game(spec):  # listing must not run its code
                title, moves, result, by = python_game_file(spec), None, tags.get("Result", "*"), ""
            else:
                record = parse_record(text)
                title, moves, result = record.game.title, len(record.moves), record.result
                by = record.end_name
        except KibitzError:
            return None
        row: Any = {
            "name": path.stem,
            "changed": datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
            "game": spec,
            "title": title,
            "first": tags.get("First", ""),
            "second": tags.get("Second", ""),
            "moves": moves,
            "result": result,
            "by": by,
        }
        return cast(SavedGame, row)
