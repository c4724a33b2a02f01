"""Putting games on disk: what happened at once, in a line; the records a little later.

A client hears of a move only when its line is written, so whatever it was shown
survives the server (`records/move_log.py`). A game that the server has open is its
own alone (`files/ownership.py`); who takes it over elsewhere ends that.
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

#: Seconds between two times that all files are brought up to date, and that lines are made durable.
_BETWEEN, _DURABLE = 30.0, 1.0
#: Who a claim says that writes a game.
PROGRAM = "kibitz web"
#: Bytes of a line besides the game's name and what happened, about.
_LINE = 20


class Persistence:
    """Keeps the games of one server."""

    def __init__(
        self, store: Store, workers: ThreadPools, wrote: Callable[[int], object] = lambda count: None
    ) -> None:
        """`wrote` hears how many bytes are put on disk."""
        self._wrote = wrote
        self._store = store
        self._workers = workers
        self._live = LiveFile(store.folder)
        #: Games whose files are behind what happened, and those whose files are wanted soon.
        self._behind: dict[str, Session] = {}
        self._soon: dict[str, str] = {}
        #: Records that the disk refused, and files of lines that are needed until it takes them.
        self._unwritten: dict[str, str] = {}
        self._done: list[Path] = []
        #: Games that are ours, and the tokens of the records that they began with.
        self._claims: dict[str, Claim] = {}
        self._follows: dict[str, str] = {}
        #: Those to let go once they are written.
        self._leaving: set[str] = set()
        self._changing = threading.Lock()
        self._kept: WeakValueDictionary[str, KeptGame] = WeakValueDictionary()
        #: Whose files are being written, one round after the other.
        self._writing = asyncio.Lock()

    def of(self, name: str) -> KeptGame:
        """What keeps one game."""
        kept = self._kept.get(name)
        if kept is None or kept.lost:
            kept = self._kept[name] = KeptGame(self, name)
        return kept

    # Whose a game is.

    def claim(self, name: str, *, take_over: bool = False) -> Claim:
        """Make a game ours alone; InUse says who has it. It takes time unless it is ours already."""
        with self._changing:
            self._leaving.discard(name)
            if name not in self._claims:
                self._claims[name] = self._store.claim(name, PROGRAM, take_over=take_over)
                # What the record on disk was written with: our lines go on from that.
                self._follows[name] = token_of(self._store.path(name))
            return self._claims[name]

    def is_ours(self, name: str) -> bool:
        """Whether a game is open here, and nobody is known to have taken it over."""
        return name in self._claims

    def is_lost(self, name: str) -> bool:
        """Whether a game that stands here was let go or taken over."""
        kept = self._kept.get(name)
        return kept is not None and kept.lost is not None

    def let_go(self, name: str) -> None:
        """Nobody plays it here any more: once all of it is written, others may have it."""
        if name in self._claims:
            self._leaving.add(name)
            if (session := self._behind.pop(name, None)) is not None:
                self._soon[name] = self.text(name, session.record())

    def text(self, name: str, record: Record) -> str:
        """A record as it is written."""
        claim = self._claims.get(name)
        return str(with_token(record, "" if claim is None else claim.token))

    def _let_go(self) -> None:
        with self._changing:
            for name in tuple(self._leaving):
                if not any(name in kept for kept in (self._soon, self._behind, self._unwritten)):
                    self._end_claim(name)

    def _lose(self, name: str) -> None:
        """Somebody took it over: write nothing of it any more."""
        with self._changing:
            self._behind.pop(name, None)
            self._soon.pop(name, None)
            self._unwritten.pop(name, None)
            self._end_claim(name)

    def _end_claim(self, name: str) -> None:
        self._leaving.discard(name)
        self._follows.pop(name, None)
        if (claim := self._claims.pop(name, None)) is not None:
            claim.release()
        if (kept := self._kept.get(name)) is not None:
            kept.lost = _NOT_OURS

    # What happens in it.

    def add(self, name: str, session: Session, line: Callable[[str, str], Line]) -> str | None:
        """Write a line, made of our token and the one before; what went wrong, if something did."""
        try:
            claim = self.claim(name)
            with claim.held():
                self._live.add(written := line(claim.token, self._follows[name]))
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
        """Write the file of a record within a moment: those of all games together, which takes less time."""
        self._soon[name] = text
        self._behind.pop(name, None)

    async def run(self) -> None:
        """Bring files up to date, now and then all of them, until cancelled."""
        loop = asyncio.get_running_loop()
        due = loop.time() + _BETWEEN
        while True:
            await asyncio.sleep(_DURABLE)
            await self.write_now()
            self._let_go()
            if self._behind:
                await self._workers.quick(self._live.sync)
            if loop.time() >= due:
                await self._catch_up()
                due = loop.time() + _BETWEEN

    async def write_now(self) -> None:
        """Write the files that are wanted soon: somebody wants to read them."""
        async with self._writing:
            while self._soon:
                texts = dict(self._soon)
                found = await self._workers.quick(lambda texts=texts: self._write_all(texts))  # type: ignore[misc]
                for name in found.lost:
                    self._lose(name)
                for name, text in texts.items():
                    self._unwritten.pop(name, None)
                    if name in found.failed:
                        self._unwritten[name] = text
                    if self._soon.get(name) is text:  # which may be newer by now
                        del self._soon[name]

    async def _catch_up(self) -> None:
        """Write the files of all games that have moved on; if all went well, no line is needed any more."""
        self._done += self._live.begin_anew()
        self._soon = {**self._unwritten, **self._soon}
        await self.write_now()
        for name, session in tuple(self._behind.items()):
            self._soon[name] = self.text(name, session.record())
            self._behind.pop(name, None)
            await self.write_now()
        if not self._unwritten:
            done, self._done = self._done, []
            await self._workers.quick(lambda: _remove(done))

    def close(self) -> None:
        """Write everything that is behind; then no line is needed any more.

        No thread may write any longer, as it might put an older record in place of a newer one.
        """
        self._done += self._live.begin_anew()
        self._soon = {**self._unwritten, **self._soon}
        for name, session in self._behind.items():
            self._soon[name] = self.text(name, session.record())
        if not self._write_all(self._soon).failed:
            _remove(self._done)
        for claim in self._claims.values():
            claim.release()
        self._claims.clear()

    def _write_all(self, texts: dict[str, str]) -> _Written:
        """What became of it."""
        found = _Written([], [])
        for name, text in texts.items():
            try:
                claim = self._claims.get(name)
                held = None if claim is None else claim.held
                write_atomically(self._store.path(name), text, defer_sync=True, commit_guard=held)
            except TakenOver:
                found.lost.append(name)
            except BadFile:
                found.failed.append(name)  # the line is there, and whoever plays has been told
        sync_folder(self._store.folder)  # once for all of them
        return found


@dataclass(frozen=True, slots=True)
class _Written:
    """Games that were not written: taken over elsewhere, or refused by the disk."""

    lost: list[str]
    failed: list[str]


_NOT_OURS = "this game is no longer open here, so nothing is saved from here; open it again to go on"


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


class KeptGame:
    """One game of a keeper."""

    def __init__(self, keeper: Persistence, name: str) -> None:
        self._keeper, self._name = keeper, name
        self._plain: Game | None = None
        #: Why it is not ours any more, if so.
        self.lost: str | None = None

    def moved(self, session: Session) -> str | None:
        """One move more."""
        if self.lost:
            return self.lost
        self._plain = self._plain or plain_game(session.game)  # in whose notation records are
        moves, clock = session.moves, session.clock
        last = moves[-1] if self._plain is session.game else self._plain.codec.move(moves[-1].code)
        left = None if clock is None else clock.tags()["Clock"]
        return self._keeper.add(
            self._name, session, lambda ours, before: Line(self._name, len(moves) - 1, last.text, left, ours)
        )

    def changed(self, session: Session) -> str | None:
        """Anything else."""
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
    """A game whose file is written at every change: one in a process of its own."""

    def __init__(self, store: Store, name: str, claim: Claim | None) -> None:
        """`claim` is the server's."""
        self._store, self._name, self._claim = store, name, claim
        self.lost: str | None = None

    def changed(self, session: Session) -> str | None:
        """Write it."""
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
    """A game that somebody else keeps."""

    lost: str | None = None

    def moved(self, session: Session) -> str | None:
        """Nothing is written."""
        return None

    changed = moved
