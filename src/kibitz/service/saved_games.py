"""The list of saved games on the page."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from typing import Any, cast

from kibitz.records.index_storage import CODE, UNREADABLE, IndexRow
from kibitz.records.record import python_game_file
from kibitz.records.record_store import NAME, Store
from kibitz.service.catalogue import Catalogue
from kibitz.service.replies import SavedGame

#: Maximum number of listed games, most recent first.
_MOST = 200


class SavedGames:
    """The saved games as JSON-compatible data."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        self._store = store
        self._catalogue = catalogue

    def rows(self) -> list[SavedGame]:
        """Return the saved games, most recent first."""
        found = map(self._row, islice(self._store.index.view().rows(), _MOST))
        return [row for row in found if row is not None]

    def _row(self, row: IndexRow) -> SavedGame | None:
        # A record that was edited by hand is listed too; the client that opens it must confirm.
        if row.kind == UNREADABLE or not NAME.fullmatch(row.name):
            return None
        summary = row.summary
        title: str = summary.title
        moves: int | None = summary.plies
        if row.kind == CODE:  # listing must not run it
            if not self._catalogue.is_foreign_game(summary.spec):
                return None
            title, moves = python_game_file(summary.spec), None
        listed: Any = {
            "name": row.name,
            "changed": datetime.fromtimestamp(row.changed / 1e9, UTC).isoformat(timespec="seconds"),
            "game": summary.spec,
            "title": title,
            "first": summary.first,
            "second": summary.second,
            "moves": moves,
            "result": summary.result,
            "by": summary.ending,
        }
        return cast(SavedGame, listed)
