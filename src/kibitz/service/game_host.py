"""Hosts of a game: this process, or a sandbox with foreign code."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from kibitz.base.cancel import Cancel
from kibitz.base.errors import BadGame, Stopped
from kibitz.service.codec import encode_command
from kibitz.service.commands import Act, AnyChange, Command, GameQuestion, OpenGame, R, Review, ThinkFor
from kibitz.service.game_request import GameRequest
from kibitz.service.game_session import GameSession, OnProgress
from kibitz.service.replies import News
from kibitz.service.sandbox import Sandbox
from kibitz.service.thread_pools import ThreadPools

#: Time limit of a review with foreign code.
REVIEW = 300.0


class GameHost(Protocol):
    """Executes the commands of one game."""

    #: Whether quick commands are executed synchronously.
    is_here: bool

    async def change(self, command: AnyChange) -> News:
        """Change the game; return the news."""

    async def ask(
        self,
        command: GameQuestion[R],
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
    ) -> R:
        """Execute a query; `cancel` ends a slow one."""

    def close(self) -> None:
        """Close the game."""


class LocalGame:
    """A game in this process."""

    is_here = True

    def __init__(self, game: GameSession, workers: ThreadPools) -> None:
        self._game = game
        self._workers = workers

    async def change(self, command: AnyChange) -> News:
        """Synchronously: faster than a thread."""
        return self._game.change(command)

    async def ask(
        self,
        command: GameQuestion[R],
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
    ) -> R:
        """Synchronously, or in a thread if it is slow."""
        if not command.slow:
            reply: R = self._game.answer(command)
            return reply
        # Waiting computer moves are limited by the number of open games.
        with contextlib.nullcontext() if isinstance(command, Act) else self._workers.counted():
            return await self._workers.run_slow(lambda: self._game.answer(command, on_progress), cancel, self)

    def close(self) -> None:
        """Close the game."""
        self._game.close()


class OffloadedGame(LocalGame):
    """A game in this process whose searches run in another one, on platforms without threads."""

    def __init__(self, game: GameSession, workers: ThreadPools, thinker: Sandbox, seconds: float) -> None:
        """`seconds` limits a search."""
        super().__init__(game, workers)
        self._thinker, self._seconds = thinker, seconds

    async def ask(
        self,
        command: GameQuestion[R],
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
    ) -> R:
        """Synchronously, or on a copy in the other process; its choice of a move is played here."""
        if not command.slow:
            return await super().ask(command)
        seconds = REVIEW if isinstance(command, Review) else self._seconds
        query = ThinkFor(self._game.copy(), encode_command(command))
        reply: Any = await _cancellable(self._thinker.execute(query, seconds, on_progress), cancel)
        if isinstance(command, Act):
            self._game.play_choice(reply)
            reply = {}
        return reply  # type: ignore[no-any-return]


async def _cancellable(work: Coroutine[Any, Any, R], cancel: Cancel | None) -> R:
    """Wait for work in another process; Stopped if it is cancelled."""
    task = asyncio.ensure_future(work)
    if cancel is not None:
        cancel.watch(_Task(task, asyncio.get_running_loop()))
    try:
        return await task
    except asyncio.CancelledError:
        if cancel is not None and cancel.is_cancelled:
            raise Stopped("the request was cancelled") from None
        raise


class _Task:
    """Work in another process, as a `Stoppable`."""

    def __init__(self, task: asyncio.Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._task, self._loop = task, loop

    def stop(self) -> None:
        """Stop it, from any thread."""
        self._loop.call_soon_threadsafe(self._task.cancel)


class SandboxedGame:
    """A game in a sandbox, reopened after a crash."""

    is_here = False

    def __init__(
        self,
        sandbox: Sandbox,
        name: str,
        request: GameRequest,
        reopen_request: Callable[[], GameRequest],
        thinking: float,
    ) -> None:
        """`again` returns the request to reopen the game after a crash: the game on disk."""
        self._sandbox = sandbox
        self._name = name
        self._request, self._reopen_request = request, reopen_request
        self._thinking = thinking
        self._life = 0
        #: The server's claim to the game, needed for writing.
        self.claim: dict[str, Any] | None = None

    async def change(self, command: AnyChange) -> News:
        """Change the game; if its code fails, the game is on disk as it was last reported."""
        news: News = await self._ask(command)
        return news

    async def ask(
        self,
        command: GameQuestion[R],
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
    ) -> R:
        """Execute a query; cancelling the wait cancels a slow one."""
        seconds = 0.0 if not command.slow else REVIEW if isinstance(command, Review) else self._thinking
        return await _cancellable(self._ask(command, seconds, on_progress), cancel)

    async def _ask(
        self, command: Command[Any], seconds: float = 0.0, on_progress: OnProgress | None = None
    ) -> Any:
        if not self._sandbox.lives or self._life != self._sandbox.life:
            request = self._request if self._life == 0 else self._reopen_request()
            await self._sandbox.execute(OpenGame(self._name, request.to_json(), self.claim))
            self._life = self._sandbox.life
        try:
            return await self._sandbox.execute(command, seconds, on_progress)
        except BadGame:
            self._sandbox.end()
            raise

    def close(self) -> None:
        """End the process."""
        self._sandbox.end()
