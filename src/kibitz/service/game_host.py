"""Where a table stands: in this process, or apart with code that is not ours."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from kibitz.base.cancel import Cancel
from kibitz.base.errors import BadGame, Stopped
from kibitz.service.game_request import GameRequest
from kibitz.service.game_session import GameSession
from kibitz.service.sandbox import Sandbox
from kibitz.service.thread_pools import ThreadPools

Json = dict[str, Any]

#: Seconds that a review may take in all where its code is not ours.
_REVIEW = 300.0


class GameHost(Protocol):
    """Asks a table. Answers are plain values."""

    #: Whether quick questions are answered without anybody waiting.
    is_here: bool

    async def do(self, what: str, *arguments: Any) -> Json:
        """Something quick."""

    async def think(
        self,
        what: str,
        *arguments: Any,
        cancel: Cancel | None = None,
        heard: Callable[..., object] | None = None,
    ) -> Json:
        """Something that takes time."""

    def close(self) -> None:
        """Nobody will ask any more."""


class _Task:
    """What a `Cancel` stops: work in another process."""

    def __init__(self, task: asyncio.Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._task, self._loop = task, loop

    def stop(self) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._task.cancel)


class LocalGame:
    """A table in this process."""

    is_here = True

    def __init__(self, table: GameSession, workers: ThreadPools) -> None:
        self._table = table
        self._workers = workers

    async def do(self, what: str, *arguments: Any) -> Json:
        """At once: it takes less time than to hand it to a thread."""
        found: Json = getattr(self._table, what)(*arguments)
        return found

    async def think(
        self,
        what: str,
        *arguments: Any,
        cancel: Cancel | None = None,
        heard: Callable[..., object] | None = None,
    ) -> Json:
        """In a thread."""
        method = getattr(self._table, what)
        told = arguments if heard is None else (*arguments, heard)
        # Of moves that computers are to make there are no more than games that somebody is in.
        with contextlib.nullcontext() if what == "step" else self._workers.asked():
            found: Json = await self._workers.think(lambda: method(*told), cancel, self)
        return found

    def close(self) -> None:
        """Let go of the game."""
        self._table.close()


class OffloadedGame(LocalGame):
    """A table in this process, for which another one thinks: there are no threads here."""

    def __init__(self, table: GameSession, workers: ThreadPools, thinker: Sandbox, seconds: float) -> None:
        """`seconds` is how long thinking may take."""
        super().__init__(table, workers)
        self._thinker, self._seconds = thinker, seconds

    async def think(
        self,
        what: str,
        *arguments: Any,
        cancel: Cancel | None = None,
        heard: Callable[..., object] | None = None,
    ) -> Json:
        """As another table would that begins with the same record; a move that it chooses is made here."""
        seconds = _REVIEW if what == "review" else self._seconds
        asked = "choose" if what == "step" else what
        found = await cancellable(
            self._thinker.ask("think", self._table.copy(), asked, *arguments, seconds=seconds, heard=heard),
            cancel,
        )
        return self._table.play_choice(found) if what == "step" else found


async def cancellable(work: Coroutine[Any, Any, Json], cancel: Cancel | None) -> Json:
    """Wait for work elsewhere; Stopped if it was called off."""
    task = asyncio.ensure_future(work)
    if cancel is not None:
        cancel.watch(_Task(task, asyncio.get_running_loop()))
    try:
        return await task
    except asyncio.CancelledError:
        if cancel is not None and cancel.is_cancelled:
            raise Stopped("nobody waits for this any more") from None
        task.cancel()
        raise


class SandboxedGame:
    """A table in a process apart, put up again if that has died."""

    is_here = False

    def __init__(
        self,
        process: Sandbox,
        name: str,
        wish: GameRequest,
        again: Callable[[], GameRequest],
        thinking: float,
    ) -> None:
        """`again` is what to put up when the process has died: what is on disk."""
        self._process = process
        self._name = name
        self._wish, self._again = wish, again
        self._thinking = thinking
        self._life = 0
        #: The server's claim to the game, by which it is written there.
        self.claim: Json | None = None

    async def do(self, what: str, *arguments: Any) -> Json:
        """Something quick."""
        await self._put_up()
        try:
            found: Json = await self._process.ask("table", what, *arguments)
        except BadGame:
            # How the game stands there now, nobody knows; on disk it stands as it was told.
            self._process.end()
            raise
        return found

    async def think(
        self,
        what: str,
        *arguments: Any,
        cancel: Cancel | None = None,
        heard: Callable[..., object] | None = None,
    ) -> Json:
        """Something that takes time; ceasing to wait calls it off."""
        await self._put_up()
        seconds = _REVIEW if what == "review" else self._thinking
        work = self._process.ask("table", what, *arguments, seconds=seconds, heard=heard)
        try:
            return await cancellable(work, cancel)
        except BadGame:
            self._process.end()
            raise

    async def _put_up(self) -> None:
        if self._process.lives and self._life == self._process.life:
            return
        wish = self._wish if self._life == 0 else self._again()
        await self._process.ask("open", self._name, wish.to_json(), self.claim)
        self._life = self._process.life

    def close(self) -> None:
        """End the process."""
        self._process.end()
