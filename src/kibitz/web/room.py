"""One game and everybody who looks at it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from kibitz.session.live_game import Event
from kibitz.session.session import Session
from kibitz.web.fields import BadRequest
from kibitz.web.state import state_json
from kibitz.web.workers import Workers
from kibitz.words.cancel import Cancel
from kibitz.words.errors import GameOver, KibitzError, Stopped
from kibitz.words.side import Side

#: Hears every message about the game.
Listener = Callable[[dict[str, Any]], None]

_log = logging.getLogger("kibitz.web")


class Room:
    """A session with a sequence number for every change, and listeners who hear of each.

    One thing happens at a time. Computers and dice act, and the clock runs,
    only while somebody listens.
    """

    def __init__(self, name: str, session: Session, workers: Workers, pace: float = 0.0) -> None:
        self.name = name
        self.session = session
        self.seq = 0
        #: When it was last of use to somebody.
        self.used = time.monotonic()
        self._workers = workers
        self._pace = pace
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._driving: asyncio.Task[None] | None = None
        self._changes: set[asyncio.Task[None]] = set()
        self._thinking = Cancel()
        #: When somebody's time will be up, if the clock runs.
        self._flag: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._ended = session.is_over

    @property
    def is_watched(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    def join(self, listener: Listener) -> None:
        """Tell a listener the state now, and of every change from now on."""
        self.used = time.monotonic()
        self._listeners.add(listener)
        self.session.start_clock()
        self._wind()
        listener(self.state({"kind": "joined"}))
        self._go_on()

    def leave(self, listener: Listener) -> None:
        """Tell it nothing more."""
        self.used = time.monotonic()
        self._listeners.discard(listener)
        if not self._listeners:
            self._stand()

    def state(self, event: dict[str, Any]) -> dict[str, Any]:
        """The whole state, and what led to it."""
        return {
            "type": "state",
            "seq": self.seq,
            "game": self.name,
            "event": event,
            **state_json(self.session),
        }

    # What people do.

    async def play(self, text: str, seq: int | None) -> None:
        """A person's move, made when the game was at `seq`."""
        await self._see_through(self._play(text, seq))

    async def _play(self, text: str, seq: int | None) -> None:
        async with self._turn():
            self._refuse_if_stale(seq)
            event = await self._workers.quick(lambda: self.session.play(text))
            self._publish(_event_json(event))
        self._go_on()

    async def undo(self, seq: int | None) -> None:
        """Take back."""
        await self._see_through(self._change("undo", self.session.undo, seq))

    async def redo(self, seq: int | None) -> None:
        """Play again what was taken back."""
        await self._see_through(self._change("redo", self.session.redo, seq))

    async def resign(self, seq: int | None) -> None:
        """The person to move gives up."""
        await self._see_through(self._change("resign", self.session.resign, seq))

    async def _see_through(self, change: Coroutine[Any, Any, None]) -> None:
        """Once begun, a change is made and told, though whoever asked for it may leave meanwhile."""
        task = asyncio.create_task(change)
        self._changes.add(task)
        task.add_done_callback(self._changed)
        await asyncio.shield(task)

    def _changed(self, task: asyncio.Task[None]) -> None:
        self._changes.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or has left

    async def _change(self, kind: str, change: Callable[[], object], seq: int | None) -> None:
        self._refuse_if_stale(seq)
        self._thinking.now()  # a computer thinks in vain now; it begins again if it is still its turn
        async with self._turn():
            self._refuse_if_stale(seq)
            await self._workers.quick(change)
            self._publish({"kind": kind})
        self._go_on()

    def _refuse_if_stale(self, seq: int | None) -> None:
        if seq is not None and seq != self.seq:
            raise BadRequest("the game has moved on in the meantime")

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Nothing else happens meanwhile; if time runs out in it, everybody hears of that."""
        async with self._lock:
            try:
                yield
            finally:
                if self.session.is_over and not self._ended:
                    self._publish({"kind": "time"})

    # What happens by itself.

    def _wind(self) -> None:
        """Look again when the time of whoever is to move will be up."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.session.clock
        if clock is not None and clock.running is not None:
            left = clock.left(clock.running)
            self._flag = asyncio.get_running_loop().call_later(left + 0.01, self._look_at_flag)

    def _look_at_flag(self) -> None:
        async def look() -> None:
            async with self._turn():
                await self._workers.quick(self.session.flag_falls)

        self._looking = asyncio.create_task(look())

    def _stand(self) -> None:
        """Nobody is there: computers need not think, and no time passes."""
        self._thinking.now()
        self.session.stop_clock()
        self._wind()

    def _go_on(self) -> None:
        if self._driving is None or self._driving.done():
            self._driving = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        """Let dice and computers act until it is a person's turn."""
        try:
            while await self._step_or_stop():
                if not self.session.people and self._pace:
                    await asyncio.sleep(self._pace)
        except GameOver:
            pass  # its time ran out, which has been told
        except KibitzError as error:
            self._tell({"type": "trouble", "message": str(error)})
        except Exception:
            _log.exception("%s: a computer's move failed", self.name)
            self._tell({"type": "trouble", "message": "the computer could not move; take back or start anew"})

    async def _step_or_stop(self) -> bool:
        """Whether to go on: also after thinking was called off, as it may still be a computer's turn."""
        try:
            return await self._step()
        except Stopped:
            if not self._thinking.is_called:
                raise
            return True

    async def _step(self) -> bool:
        async with self._turn():
            session = self.session
            if not self._listeners or session.is_over or session.waits_for_person:
                return False
            if session.position.turn is Side.CHANCE:
                event = await self._workers.quick(session.step)
            else:
                self._thinking = Cancel()
                event = await self._workers.think(session.step, self._thinking)
            self._publish(_event_json(event))
            return True

    def close(self) -> None:
        """Start nothing more."""
        self._listeners.clear()
        self._stand()
        if self._driving is not None:
            self._driving.cancel()

    def _publish(self, event: dict[str, Any]) -> None:
        self.seq += 1
        self._ended = self.session.is_over
        if not self._listeners:
            self.session.stop_clock()
        self._wind()
        self.used = time.monotonic()
        self._tell(self.state(event))

    def _tell(self, message: dict[str, Any]) -> None:
        for listener in tuple(self._listeners):
            listener(message)


def _event_json(event: Event) -> dict[str, Any]:
    kind = "roll" if event.is_roll else "move"
    return {"kind": kind, "side": str(event.side), "move": str(event.move)}
