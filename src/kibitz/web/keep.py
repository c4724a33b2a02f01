"""Putting games on disk: what happened at once, in a line; the records a little later.

A client hears of a move only when its line is written, so whatever it was shown
survives the server (`records/live.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from kibitz.files.whole_file import sync_folder, write_whole
from kibitz.games.game import Game
from kibitz.records.live import Line, LiveFile
from kibitz.records.record import plain_game
from kibitz.records.store import Store
from kibitz.session.session import Session
from kibitz.web.workers import Workers
from kibitz.words.errors import BadFile

#: Seconds between two times that all files are brought up to date, and that lines are made durable.
_BETWEEN, _DURABLE = 30.0, 1.0
#: Bytes of a line besides the game's name and what happened, about.
_LINE = 20


class Keeper:
    """Keeps the games of one server."""

    def __init__(
        self, store: Store, workers: Workers, wrote: Callable[[int], object] = lambda count: None
    ) -> None:
        """`wrote` hears how many bytes are put on disk."""
        self._wrote = wrote
        self._store = store
        self._workers = workers
        self._live = LiveFile(store.folder)
        #: Games whose files are behind what happened, and those whose files are wanted soon.
        self._behind: dict[str, Session] = {}
        self._soon: dict[str, str] = {}
        #: Whose files are being written, one round after the other.
        self._writing = asyncio.Lock()

    def of(self, name: str) -> KeptGame:
        """What keeps one game."""
        return KeptGame(self, name)

    def add(self, line: Line, session: Session) -> str | None:
        """Write a line; what went wrong, if something did."""
        self._behind[line.name] = session
        self._wrote(len(line.move) + len(line.name) + _LINE)
        try:
            self._live.add(line)
        except BadFile as error:
            return f"this game is not being saved: {error}"
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
                await self._workers.quick(lambda texts=texts: self._write_all(texts))  # type: ignore[misc]
                for name, text in texts.items():
                    if self._soon.get(name) is text:  # which may be newer by now
                        del self._soon[name]

    async def _catch_up(self) -> None:
        """Write the files of all games that have moved on; then their lines are no longer needed."""
        done = self._live.begin_anew()
        for name, session in tuple(self._behind.items()):
            self._soon[name] = str(session.record())
            self._behind.pop(name, None)
            await self.write_now()
        await self._workers.quick(lambda: _remove(done))

    def close(self) -> None:
        """Write everything that is behind; then no line is needed any more.

        No thread may write any longer, as it might put an older record in place of a newer one.
        """
        done = self._live.begin_anew()
        for name, session in self._behind.items():
            self._soon[name] = str(session.record())
        if self._write_all(self._soon):
            _remove(done)

    def _write_all(self, texts: dict[str, str]) -> bool:
        """Whether everything was written."""
        written = [self._write(name, text) for name, text in texts.items()]
        sync_folder(self._store.folder)  # once for all of them
        return all(written)

    def _write(self, name: str, text: str) -> bool:
        try:
            write_whole(self._store.path(name), text, one_of_many=True)
        except BadFile:
            return False  # the line is there, and whoever plays has been told
        return True


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


class KeptGame:
    """One game of a keeper."""

    def __init__(self, keeper: Keeper, name: str) -> None:
        self._keeper, self._name = keeper, name
        self._plain: Game | None = None

    def moved(self, session: Session) -> str | None:
        """One move more."""
        self._plain = self._plain or plain_game(session.game)  # in whose notation records are
        moves, clock = session.moves, session.clock
        move = moves[-1] if self._plain is session.game else self._plain.move_of(moves[-1].code)
        left = None if clock is None else clock.tags()["Clock"]
        return self._keeper.add(Line(self._name, len(moves) - 1, str(move), left), session)

    def changed(self, session: Session) -> str | None:
        """Anything else."""
        text = str(session.record())
        trouble = self._keeper.add(Line.whole(self._name, text), session)
        self._keeper.save_soon(self._name, text)
        return trouble


class WholeGame:
    """A game whose file is written at every change: one in a process of its own."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name

    def changed(self, session: Session) -> str | None:
        """Write it."""
        try:
            self._store.save(self._name, session.record())
        except BadFile as error:
            return f"this game is not being saved: {error}"
        return None

    moved = changed
