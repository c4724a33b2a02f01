"""Persistence of live games: a log line for every move at once, the record a little later.

A client learns of a move only after its line is written, so it survives a crash (`records/move_log.py`). The
server has exclusive claims to its open games (`files/ownership.py`); another program may take one over.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import sync_folder, write_atomically
from kibitz.files.ownership import Claim, InUse, TakenOver
from kibitz.games.game import Game
from kibitz.records.move_log import Line, LiveFile, token_of, with_token
from kibitz.records.record import Record, plain_game
from kibitz.records.record_store import Store
from kibitz.service.thread_pools import ThreadPools
from kibitz.session.session import Session

#: Intervals in seconds of writing all records, and of syncing lines to disk.
_BETWEEN, _DURABLE = 30.0, 1.0
#: The program's name in a claim.
PROGRAM = "kibitz web"
#: Approximate overhead of a line in bytes.
_LINE = 20


class Persistence:
    """Saves the games of one server."""

    def __init__(
        self, store: Store, workers: ThreadPools, wrote: Callable[[int], object] = lambda count: None
    ) -> None:
        """`wrote` is called with the number of bytes written."""
        self._wrote = wrote
        self._store = store
        self._workers = workers
        self._live = LiveFile(store.folder)
        #: Games whose records are behind, and those to write soon.
        self._behind: dict[str, Session] = {}
        self._soon: dict[str, str] = {}
        #: Records that could not be written, and log files needed until they are.
        self._unwritten: dict[str, str] = {}
        self._done: list[Path] = []
        #: Claimed games, and the tokens of their records at the start.
        self._claims: dict[str, Claim] = {}
        self._previous_token: dict[str, str] = {}
        #: Games to release once they are written.
        self._leaving: set[str] = set()
        self._changing = threading.Lock()
        self._kept: WeakValueDictionary[str, KeptGame] = WeakValueDictionary()
        #: Serialises rounds of writing.
        self._writing = asyncio.Lock()

    def of(self, name: str) -> KeptGame:
        """Return the store of one game."""
        kept = self._kept.get(name)
        if kept is None or kept.lost:
            kept = self._kept[name] = KeptGame(self, name)
        return kept

    # Claims

    def claim(self, name: str, *, take_over: bool = False) -> Claim:
        """Claim a game; InUse names its holder. Slow unless it is ours already."""
        with self._changing:
            self._leaving.discard(name)
            if name not in self._claims:
                self._claims[name] = self._store.claim(name, PROGRAM, take_over=take_over)
                # The record's token on disk, which our lines follow.
                self._previous_token[name] = token_of(self._store.path(name))
            return self._claims[name]

    def is_ours(self, name: str) -> bool:
        """Return whether a game is open here, and not known to be taken over."""
        return name in self._claims

    def is_lost(self, name: str) -> bool:
        """Return whether a game here was released or taken over."""
        kept = self._kept.get(name)
        return kept is not None and kept.lost is not None

    def let_go(self, name: str) -> None:
        """Release a game once all of it is written."""
        if name in self._claims:
            self._leaving.add(name)
            if (session := self._behind.pop(name, None)) is not None:
                self._soon[name] = self.text(name, session.record())

    def text(self, name: str, record: Record) -> str:
        """Return a record as written to disk."""
        claim = self._claims.get(name)
        return str(with_token(record, "" if claim is None else claim.token))

    def _let_go(self) -> None:
        with self._changing:
            for name in tuple(self._leaving):
                if not any(name in kept for kept in (self._soon, self._behind, self._unwritten)):
                    self._end_claim(name)

    def _lose(self, name: str) -> None:
        """Handle a takeover: stop writing the game."""
        with self._changing:
            self._behind.pop(name, None)
            self._soon.pop(name, None)
            self._unwritten.pop(name, None)
            self._end_claim(name)

    def _end_claim(self, name: str) -> None:
        self._leaving.discard(name)
        self._previous_token.pop(name, None)
        if (claim := self._claims.pop(name, None)) is not None:
            claim.release()
        if (kept := self._kept.get(name)) is not None:
            kept.lost = _NOT_OURS

    # Changes

    def add(self, name: str, session: Session, line: Callable[[str, str], Line]) -> str | None:
        """Write a line, made of our token and the previous one; return an error message, if any."""
        try:
            claim = self.claim(name)
            with claim.held():
                self._live.add(written := line(claim.token, self._previous_token[name]))
            self._wrote(len(written.move) + len(name) + _LINE)
        except (TakenOver, InUse) as error:
            self._lose(name)
            return f"{_NOT_OURS}: {error}"
        except BadFile as error:
            self._behind[name] = session
            return f"this game is not being saved: {error}"
        self._behind[name] = session
        return None

    def save_soon(self, name: str, text: str) -> None:
        """Write a record within a moment, together with those of other games."""
        self._soon[name] = text
        self._behind.pop(name, None)

    async def run(self) -> None:
        """Write records soon, and all of them now and then, until cancelled."""
        loop = asyncio.get_running_loop()
        due = loop.time() + _BETWEEN
        while True:
            await asyncio.sleep(_DURABLE)
            await self.write_now()
            self._let_go()
            if self._behind:
                await self._workers.run_quick(self._live.sync)
            if loop.time() >= due:
                await self._catch_up()
                due = loop.time() + _BETWEEN

    async def write_now(self) -> None:
        """Write the pending records now, before somebody reads them."""
        async with self._writing:
            while self._soon:
                texts = dict(self._soon)
                found = await self._workers.run_quick(lambda texts=texts: self._write_all(texts))  # type: ignore[misc]
                for name in found.lost:
                    self._lose(name)
                for name, text in texts.items():
                    self._unwritten.pop(name, None)
                    if name in found.failed:
                        self._unwritten[name] = text
                    if self._soon.get(name) is text:  # may be newer by now
                        del self._soon[name]

    async def _catch_up(self) -> None:
        """Write the records of all changed games; if that succeeds, log lines are no longer needed."""
        self._done += self._live.rotate()
        self._soon = {**self._unwritten, **self._soon}
        await self.write_now()
        for name, session in tuple(self._behind.items()):
            self._soon[name] = self.text(name, session.record())
            self._behind.pop(name, None)
            await self.write_now()
        if not self._unwritten:
            done, self._done = self._done, []
            await self._workers.run_quick(lambda: _remove(done))

    def close(self) -> None:
        """Write all pending records, after which log lines are no longer needed.

        No other thread may write any more, as it could replace a newer record by an older one.
        """
        self._done += self._live.rotate()
        self._soon = {**self._unwritten, **self._soon}
        for name, session in self._behind.items():
            self._soon[name] = self.text(name, session.record())
        if not self._write_all(self._soon).failed:
            _remove(self._done)
        for claim in self._claims.values():
            claim.release()
        self._claims.clear()

    def _write_all(self, texts: dict[str, str]) -> _Written:
        """Write records; return the results."""
        found = _Written([], [])
        for name, text in texts.items():
            try:
                claim = self._claims.get(name)
                held = None if claim is None else claim.held
                write_atomically(self._store.path(name), text, defer_sync=True, commit_guard=held)
            except TakenOver:
                found.lost.append(name)
            except BadFile:
                found.failed.append(name)  # the line is written, and the player was notified
        sync_folder(self._store.folder)  # once for all of them
        return found


@dataclass(frozen=True, slots=True)
class _Written:
    """Games that could not be written: taken over, or refused by the disk."""

    lost: list[str]
    failed: list[str]


_NOT_OURS = "this game is no longer open here, so nothing is saved from here; open it again to continue"


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


class KeptGame:
    """The store of one game of a server."""

    def __init__(self, keeper: Persistence, name: str) -> None:
        self._keeper, self._name = keeper, name
        self._plain: Game | None = None
        #: Why it is no longer ours, if so.
        self.lost: str | None = None

    def moved(self, session: Session) -> str | None:
        """Store one more move."""
        if self.lost:
            return self.lost
        self._plain = self._plain or plain_game(session.game)  # the notation of records
        moves, clock = session.moves, session.clock
        last = moves[-1] if self._plain is session.game else self._plain.codec.move(moves[-1].code)
        left = None if clock is None else clock.tags()["Clock"]
        return self._keeper.add(
            self._name, session, lambda ours, before: Line(self._name, len(moves) - 1, last.text, left, ours)
        )

    def changed(self, session: Session) -> str | None:
        """Store any other change."""
        if self.lost:
            return self.lost
        record, text = session.record(), ""

        def whole(ours: str, before: str) -> Line:
            nonlocal text
            text = str(with_token(record, ours))
            return Line.whole(self._name, text, ours, before)

        trouble = self._keeper.add(self._name, session, whole)
        if not self.lost:
            self._keeper.save_soon(self._name, text or self._keeper.text(self._name, record))
        return trouble


class WholeGame:
    """A game whose record is written at every change, for sandboxes."""

    def __init__(self, store: Store, name: str, claim: Claim | None) -> None:
        """`claim` is the server's."""
        self._store, self._name, self._claim = store, name, claim
        self.lost: str | None = None

    def changed(self, session: Session) -> str | None:
        """Write the record."""
        try:
            self._store.save(self._name, session.record(), self._claim)
        except TakenOver as error:
            self.lost = _NOT_OURS
            return f"{_NOT_OURS}: {error}"
        except BadFile as error:
            return f"this game is not being saved: {error}"
        return None

    moved = changed


class NotKept:
    """A game that is not saved here."""

    lost: str | None = None

    def moved(self, session: Session) -> str | None:
        """Do nothing."""
        return None

    changed = moved
