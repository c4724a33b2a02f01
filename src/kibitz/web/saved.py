"""The list of saved games; a file is read again only when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kibitz.records.record import Record
from kibitz.records.store import Store
from kibitz.words.errors import KibitzError

#: Games that are listed, the last ones played.
_MOST = 200


class SavedGames:
    """What there is to open, as plain values."""

    def __init__(self, store: Store, read: Callable[[str], Record]) -> None:
        self._store = store
        self._read = read
        #: By file: when it was read, and what was in it; None where it can't be read.
        self._known: dict[Path, tuple[float, dict[str, Any] | None]] = {}

    def rows(self) -> list[dict[str, Any]]:
        """The saved games, the last one played first."""
        known = {}
        for changed, path in self._store.newest()[:_MOST]:
            seen = self._known.get(path)
            known[path] = seen if seen and seen[0] == changed else (changed, self._row(path, changed))
        self._known = known
        return [row for _, row in known.values() if row is not None]

    def _row(self, path: Path, changed: float) -> dict[str, Any] | None:
        try:
            record = self._read(path.stem)
        except KibitzError:
            return None
        return {
            "name": path.stem,
            "changed": datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
            "game": record.game.spec,
            "title": record.game.title,
            "first": record.tags.get("First", ""),
            "second": record.tags.get("Second", ""),
            "moves": len(record.moves),
            "result": record.result,
        }
