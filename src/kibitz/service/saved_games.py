"""The list of saved games; a file is read again only when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from kibitz.base.errors import KibitzError
from kibitz.records.move_log import live_lines
from kibitz.records.parser import parse_record
from kibitz.records.record import own_game_file
from kibitz.records.record_store import Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.game_request import peek
from kibitz.service.replies import SavedGame

#: Games that are listed, the last ones played.
_MOST = 200


class SavedGames:
    """What there is to open, as plain values."""

    def __init__(self, store: Store, read: Callable[[str], str], catalogue: Catalogue) -> None:
        """`read` gives a record as it stands now."""
        self._store = store
        self._read = read
        self._catalogue = catalogue
        #: By file: when it was read, and what was in it; None where it can't be read.
        self._known: dict[Path, tuple[float, SavedGame | None]] = {}

    def rows(self) -> list[SavedGame]:
        """The saved games, the last one played first."""
        known = {}
        going_on = live_lines(self._store.folder)
        for changed, path in self._store.newest()[:_MOST]:
            seen = self._known.get(path)
            fresh = seen is not None and seen[0] == changed and path.stem not in going_on
            known[path] = seen if seen and fresh else (changed, self._row(path, changed))
        self._known = known
        return [row for _, row in known.values() if row is not None]

    def _row(self, path: Path, changed: float) -> SavedGame | None:
        try:
            text = self._read(path.stem)
            tags = peek(text)
            spec = tags.get("Game", "")
            if self._catalogue.is_foreign_game(spec):  # whose code is not run for a list
                title, moves, result, by = own_game_file(spec), None, tags.get("Result", "*"), ""
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
