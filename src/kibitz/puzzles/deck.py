"""A person's puzzles and results, in one file."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fsrs import Card

from kibitz.base.errors import BadFile
from kibitz.base.json_input import parse_json
from kibitz.files.atomic_write import write_atomically
from kibitz.files.locks import update_lock
from kibitz.files.regular_file import read_regular_file
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task
from kibitz.puzzles.repetition import Recall, card_from_json, card_to_json, new_card, reviewed
from kibitz.records.record import is_python_game_spec

_VERSION = 1
_CHECKSUM = "crc32"
#: Maximum size of the file.
_LONGEST = 1_000_000_000
#: New puzzles get harder after so many solved at once in a row, easier after one that was shown.
_STREAK = 3


@dataclass(frozen=True, slots=True)
class Try:
    """An attempt at a puzzle."""

    puzzle: str
    at: datetime
    recall: Recall

    @property
    def at_once(self) -> bool:
        """Return whether the first answer was right."""
        return self.recall >= Recall.AT_ONCE


class Deck:
    """Puzzles by id, their cards, and every attempt.

    `save` is atomic and merges what other programs have saved to the same file since it was read.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.puzzles: dict[str, Puzzle] = {}
        self.cards: dict[str, Card] = {}
        self.tries: list[Try] = []
        #: Saved games that were searched for mistakes.
        self.searched: set[str] = set()
        #: Content at the last read or write, and the attempts since.
        self._saved = b""
        self._since: list[tuple[Puzzle, Recall, datetime]] = []
        if self.path.exists():
            self._saved = self._bytes()
            self._read(self._saved)

    # Content

    def add(self, puzzles: Iterable[Puzzle]) -> int:
        """Add puzzles; return how many are new."""
        before = len(self.puzzles)
        for puzzle in puzzles:
            self.puzzles.setdefault(puzzle.id, puzzle)
        return len(self.puzzles) - before

    def of_game(self, spec: str | None = None) -> list[Puzzle]:
        """Return the puzzles of one game, or all."""
        return [puzzle for puzzle in self.puzzles.values() if spec is None or puzzle.game == spec]

    def due(self, now: datetime, spec: str | None = None) -> list[Puzzle]:
        """Return the due puzzles, longest overdue first."""
        tried = [puzzle for puzzle in self.of_game(spec) if puzzle.id in self.cards]
        late = [puzzle for puzzle in tried if self.cards[puzzle.id].due <= now]
        return sorted(late, key=lambda puzzle: self.cards[puzzle.id].due)

    def untried(self, spec: str | None = None) -> list[Puzzle]:
        """Return the new puzzles: own mistakes first, then those nearest to the fitting grade."""
        new = [puzzle for puzzle in self.of_game(spec) if puzzle.id not in self.cards]
        expected = self.fitting_grade(spec)
        return sorted(new, key=lambda puzzle: (not puzzle.played, abs(puzzle.grade - expected)))

    def waiting(self, now: datetime, spec: str | None = None) -> list[Puzzle]:
        """Return the puzzles to try now: due ones, then new ones.

        Puzzles with rules in a Python file are only offered if the caller names that file.
        """
        found = [*self.due(now, spec), *self.untried(spec)]
        return [puzzle for puzzle in found if spec is not None or not is_python_game_spec(puzzle.game)]

    def fitting_grade(self, spec: str | None = None) -> int:
        """Return the grade for a new puzzle, by the latest results."""
        grade, streak = GRADES[0], 0
        for attempt in self.tries:
            puzzle = self.puzzles.get(attempt.puzzle)
            if puzzle is None or (spec is not None and puzzle.game != spec):
                continue
            streak = streak + 1 if attempt.at_once else 0
            if attempt.recall is Recall.SHOWN:
                grade = max(GRADES[0], grade - 1)
            elif streak == _STREAK:
                grade, streak = min(GRADES[-1], grade + 1), 0
        return grade

    # Attempts

    def note(self, puzzle: Puzzle, recall: Recall, now: datetime) -> Card:
        """Add an attempt and schedule the next."""
        self._since.append((puzzle, recall, now))
        return self._note(puzzle, recall, now)

    def _note(self, puzzle: Puzzle, recall: Recall, now: datetime) -> Card:
        self.add([puzzle])
        card = self.cards.get(puzzle.id) or new_card(int(puzzle.id, 16), now)
        self.cards[puzzle.id] = reviewed(card, recall, now)
        self.tries.append(Try(puzzle.id, now, recall))
        return self.cards[puzzle.id]

    # Progress

    def attempts(self, spec: str | None = None, task: Task | None = None) -> list[tuple[Puzzle, Try]]:
        """Return the attempts at puzzles of one game and task, or all, with their puzzles."""
        found = []
        for each in self.tries:
            puzzle = self.puzzles.get(each.puzzle)
            if puzzle is None or (spec is not None and puzzle.game != spec):
                continue
            if task is None or puzzle.task is task:
                found.append((puzzle, each))
        return found

    def progress(self, now: datetime, days: int = 14) -> list[tuple[str, int, int]]:
        """Return the recent days with attempts, each with their number and how many were solved at once."""
        since = (now - timedelta(days=days)).date()
        by_day: dict[str, list[Try]] = {}
        for attempt in self.tries:
            day = attempt.at.astimezone(now.tzinfo).date()
            if day > since:
                by_day.setdefault(day.isoformat(), []).append(attempt)
        return [(day, len(some), sum(each.at_once for each in some)) for day, some in sorted(by_day.items())]

    # Files

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
        return {
            "version": _VERSION,
            "puzzles": [puzzle.to_json() for puzzle in self.puzzles.values()],
            "cards": {key: card_to_json(card) for key, card in self.cards.items()},
            "tries": [[each.puzzle, each.at.isoformat(), int(each.recall)] for each in self.tries],
            "searched": sorted(self.searched),
        }

    def save(self) -> None:
        """Save atomically, merged with what others have added since it was read."""
        with update_lock(self.path):
            if self.path.exists() and self._bytes() != self._saved:
                self._join(Deck(self.path))
            data = self.to_json()
            text = json.dumps({**data, _CHECKSUM: _checksum(data)}, ensure_ascii=False, indent=1) + "\n"
            write_atomically(self.path, text, own_folder=True)
            self._saved = text.encode("utf-8", "backslashreplace")
            self._since = []

    def _join(self, theirs: Deck) -> None:
        """Merge our changes into what others have saved."""
        theirs.add(self.puzzles.values())
        theirs.searched |= self.searched
        for attempt in self._since:
            theirs._note(*attempt)
        self.puzzles, self.searched = theirs.puzzles, theirs.searched
        self.cards, self.tries = theirs.cards, theirs.tries

    def _bytes(self) -> bytes:
        try:
            return read_regular_file(self.path, _LONGEST)
        except BadFile as error:
            raise BadFile(f"{self.path} holds no puzzles: {error}; move it away to start again") from None

    def _read(self, text: bytes) -> None:
        try:
            data = parse_json(text)
            if data["version"] != _VERSION:
                raise BadFile(f"it is of version {data['version']}, and this Kibitz knows {_VERSION}")
            if data.pop(_CHECKSUM, None) != _checksum(data):
                raise BadFile("it was changed by hand or damaged, as its checksum does not fit")
            self.add(map(Puzzle.from_json, data["puzzles"]))
            self.cards = {str(key): card_from_json(card) for key, card in data["cards"].items()}
            self.tries = [_try(row) for row in data["tries"]]
            self.searched = set(map(str, data["searched"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, BadFile) as error:
            raise BadFile(f"{self.path} holds no puzzles: {error}; move it away to start again") from None


def _checksum(data: dict[str, Any]) -> str:
    return f"{zlib.crc32(json.dumps(data, sort_keys=True).encode()):08x}"


def _try(row: Any) -> Try:
    puzzle, at, recall = row
    when = datetime.fromisoformat(at)
    if when.tzinfo is None:
        raise ValueError("a time has no zone")
    return Try(str(puzzle), when, Recall(recall))


def default_path() -> Path:
    """Return the default path: `$KIBITZ_DATA/training`, or the user's data folder."""
    fields = os.environ.get("KIBITZ_DATA")
    if fields:
        return Path(fields) / "training" / "deck.json"
    import platformdirs

    return platformdirs.user_data_path("kibitz", appauthor=False) / "training" / "deck.json"
