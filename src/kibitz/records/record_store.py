"""The folder of saved games, finished and unfinished."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from pathlib import Path

from kibitz.base.errors import BadFile, ChangedRecord
from kibitz.files.atomic_write import write_atomically
from kibitz.files.ownership import Claim, InUse, claim, holder_of, remove_stale_claims
from kibitz.games.game import Game
from kibitz.records.files import data_folder, read_record
from kibitz.records.game_index import GameIndex
from kibitz.records.index_storage import READABLE, UNREADABLE, IndexRow
from kibitz.records.move_log import Line, brought_up_to_date, left_behind, live_lines, with_token
from kibitz.records.python_rules import keep_rules
from kibitz.records.record import Record, is_python_game_spec, python_game_file
from kibitz.records.summary import GameSummary

SUFFIX = ".pgn"
#: Names of saved games.
NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class _Unwritten(Exception):
    """A record could not be brought up to date."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in the store. `problem` is the error of an unreadable file."""

    name: str
    path: Path
    changed: float
    record: Record | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list of saved games. `problem` is the error of an unreadable file."""

    name: str
    path: Path
    changed: float
    summary: GameSummary | None
    problem: str = ""


class Store:
    """Saved games by name, in one folder: `$KIBITZ_DATA/games`, or the user's data folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()
        self.index = GameIndex(self.folder, SUFFIX)

    def fresh_name(self, game: Game, now: datetime) -> str:
        """Return an unused name for a new game: `tictactoe-20260131-201500-3f2a`."""
        return f"{self.short_name(game)}-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"

    def short_name(self, game: Game) -> str:
        """Return the prefix of the names of a game's saved games."""
        short = (
            python_game_file(game.spec).removesuffix(".py") if is_python_game_spec(game.spec) else game.name
        )
        return (re.sub(r"[^A-Za-z0-9_-]", "", short) or "game")[:40]

    def path(self, name: str) -> Path:
        """Return the path of a saved game."""
        return self.folder / f"{name}{SUFFIX}"

    def claim(self, name: str, program: str, *, take_over: bool = False) -> Claim:
        """Open a game for writing; InUse names the program that has it open, unless `take_over`.

        The record is first brought up to date from the log of its last writer.
        """
        found = claim(self.path(name), program, take_over=take_over)
        try:
            lines = live_lines(self.folder).get(name) if self.path(name).exists() else None
            if lines:
                with contextlib.suppress(ChangedRecord), found.held():
                    self._settle(name, lines, found)
        except BaseException:
            found.release()
            raise
        return found

    def _settle(self, name: str, lines: list[Line], claim: Claim) -> None:
        path = self.path(name)
        record = read_record(path) if path.exists() else None
        now = brought_up_to_date(record, lines)
        if now is not None and now is not record:
            write_atomically(path, str(with_token(now, claim.token)), own_folder=True)

    def save(self, name: str, record: Record, claim: Claim | None = None) -> Path:
        """Save a record under a name, replacing the previous one, and store the rules of a Python game.

        With a claim, only if no other writer has taken the game over.
        """
        with contextlib.suppress(BadFile):  # the record matters more than its rules
            keep_rules(record.game, data_folder())
        text = str(with_token(record, "" if claim is None else claim.token))
        held = None if claim is None else claim.held
        write_atomically(self.path(name), text, own_folder=True, commit_guard=held)
        return self.path(name)

    def delete(self, name: str) -> Path:
        """Delete a saved game; BadFile if it doesn't exist."""
        path = self.path(name)
        if not NAME.fullmatch(name) or not path.exists():
            raise BadFile(f"there is no saved game named {name[:80]!r} in {self.folder}")
        if (holder := holder_of(path)) is not None:
            raise InUse(f"{name} is open in {holder}; close it there first", holder)
        try:
            path.unlink()
        except OSError as error:
            raise BadFile(f"can't delete {path}: {error.strerror or error}") from None
        return path

    def find(self, name: str) -> Path:
        """Return the file of a name in the store or of a path."""
        if NAME.fullmatch(name) and self.path(name).exists():
            return self.path(name)
        try:
            if Path(name).exists():
                return Path(name)
        except (OSError, ValueError):
            pass  # not a valid path
        raise BadFile(f"there is no saved game named {name[:80]!r} in {self.folder}, and no such file")

    def load(self, name: str, game: Game | None = None, *, accept_changed: bool = False) -> Record:
        """Load the record of a name in the store or of a path."""
        path = self.find(name)
        record = read_record(path, game, accept_changed=accept_changed)
        if path.parent != self.folder:
            return record
        found = brought_up_to_date(record, live_lines(self.folder).get(path.stem, ())) or record
        return with_token(found, "")

    def fold(self) -> None:
        """Bring records up to date from the logs of killed servers.

        The logs stay if that can't be written now, such as on a full disk.
        """
        remove_stale_claims(self.folder)
        with contextlib.suppress(_Unwritten), left_behind(self.folder) as lines:
            for name, made in lines.items():
                self._fold(name, made)

    def _fold(self, name: str, lines: list[Line]) -> None:
        path = self.path(name)
        try:
            record = read_record(path) if path.exists() else None
        except (BadFile, ChangedRecord):
            return  # a damaged record stays as it is
        now = brought_up_to_date(record, lines)
        if now is None or now is record:
            return
        try:
            found = claim(path, "kibitz")
        except InUse:
            return  # its owner has replayed these lines
        except BadFile:
            raise _Unwritten from None
        try:
            # Not the lines that were read before the claim.
            now = brought_up_to_date(read_record(path) if path.exists() else None, lines)
            if now is not None:  # which remains its last writer's
                write_atomically(path, str(now), own_folder=True, commit_guard=found.held)
        except BadFile:
            raise _Unwritten from None
        finally:
            found.release()

    def listed(self, game: Game | None = None, *, unfinished: bool = False) -> Iterator[Listed]:
        """Yield what a list shows of the saved games, most recent first: of one game if given.

        Only files whose rules are not known to the index are read.
        """
        live = live_lines(self.folder)
        for row in self._rows(game, unfinished=unfinished):
            if row.kind == READABLE:
                yield Listed(row.name, self.path(row.name), row.changed / 1e9, row.summary)
            elif (found := self._read(row, game, live)) is None:
                continue
            elif found.record is None:
                if not unfinished:
                    yield Listed(found.name, found.path, found.changed, None, found.problem)
            elif found.record.outcome is None or not unfinished:
                yield Listed(found.name, found.path, found.changed, GameSummary.of(found.record))

    def saved(self, game: Game | None = None) -> list[Saved]:
        """Return all saved games, most recent first; of one game if given."""
        live = live_lines(self.folder)
        return [found for row in self._rows(game) if (found := self._read(row, game, live)) is not None]

    def has_game_of(self, game: Game) -> bool:
        """Return whether there is, or was at the last look, a saved game of a game, by its name."""
        return self.index.view(fresh=False).has_prefix(f"{self.short_name(game)}-")

    def uncounted(self, game: Game) -> Iterator[Record]:
        """Yield the games of rules that the index does not know, such as those of a Python file."""
        live = live_lines(self.folder)
        for row in self.index.view(fresh=False).unread():
            if row.kind == UNREADABLE or python_game_file(row.summary.spec) == python_game_file(game.spec):
                found = self._read(row, game, live)
                if found is not None and found.record is not None:
                    yield found.record

    def _rows(self, game: Game | None, *, unfinished: bool = False) -> Iterator[IndexRow]:
        """Yield the rows of a game, and those that only reading can tell; all rows without a game."""
        view = self.index.view()
        rows = view.rows(game, unfinished=unfinished)
        if game is None:
            return rows
        unread = view.unread(unfinished=unfinished)
        return merge(rows, unread, key=lambda row: (-row.changed, os.fsencode(row.name)))

    def _read(self, row: IndexRow, game: Game | None, live: Mapping[str, list[Line]]) -> Saved | None:
        """Read a saved game; None if it is of another game."""
        path = self.path(row.name)
        try:
            record = read_record(path, game)
            record = brought_up_to_date(record, live.get(row.name, ())) or record
            return Saved(row.name, path, row.changed / 1e9, record)
        except (BadFile, ChangedRecord) as error:
            if game is None or isinstance(error, ChangedRecord):
                return Saved(row.name, path, row.changed / 1e9, None, str(error))
            return None

    def latest_unfinished(self, game: Game | None = None, *, accept_changed: bool = False) -> Saved | None:
        """Return the most recent unfinished game; ChangedRecord if its checksum doesn't match."""
        live = live_lines(self.folder)
        for row in self._rows(game, unfinished=True):
            if game is None and row.kind == UNREADABLE:
                continue
            path = self.path(row.name)
            with contextlib.suppress(BadFile):
                record = read_record(path, game, accept_changed=accept_changed)
                record = brought_up_to_date(record, live.get(row.name, ())) or record
                if record.outcome is None:
                    return Saved(row.name, path, row.changed / 1e9, record)
        return None


def default_folder() -> Path:
    """Return the default folder of saved games."""
    return data_folder() / "games"
