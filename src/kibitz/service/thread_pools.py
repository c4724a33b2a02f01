"""Threads for what would hold up everybody else: thinking, and the disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from kibitz.base.cancel import Cancel
from kibitz.service.client_address import CLIENT
from kibitz.service.errors import Busy, TooMany
from kibitz.service.fair_pool import Job, Pool

T = TypeVar("T")

#: Seconds after which thinking is long, and how many may think for long at a time.
_LONG = 0.03
_MOST_LONG = 32
#: Threads for the disk and other short work.
_QUICK = 4


class ThreadPools:
    """Two groups of threads, so that short work never waits behind thinking.

    All work given here ends by its own limit, and sooner when whoever asked
    for it goes away: what has not begun is dropped, thinking is called off.
    """

    def __init__(self, most_waiting: int, of_client: int = _MOST_LONG, waiting_of_client: int = 0) -> None:
        """One client thinks in `of_client` threads at most, and so many of its questions may wait.

        There are at most `most_waiting` pieces of work for all; 0 is no bound of its own for a client.
        """
        self._quick = Pool("kibitz-quick", _QUICK, of_client=_QUICK - 1)
        self._thinking = Pool("kibitz-thinking", max(2, os.cpu_count() or 1), _MOST_LONG, of_client)
        self._most_waiting = most_waiting
        self._waiting = 0
        self._most_asked = waiting_of_client or most_waiting
        #: Questions that are not answered, by client.
        self._asked: Counter[str] = Counter()
        #: What calls off the thinking that goes on.
        self._open: set[Cancel] = set()

    async def quick(self, work: Callable[[], T]) -> T:
        """Run something that takes milliseconds."""
        return await self._run(self._quick, work, None)

    @contextlib.contextmanager
    def asked(self) -> Iterator[None]:
        """A question of this client, until it is answered; TooMany if too many wait."""
        client = CLIENT.get()
        if client and self._asked[client] >= self._most_asked:
            raise TooMany(
                f"{self._most_asked} questions from your address wait for their answers; ask again then"
            )
        self._asked[client] += 1
        try:
            yield
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    async def ask(self, work: Callable[[], T], owner: object = None) -> T:
        """Think about a question of a client, of which only so many may wait."""
        with self.asked():
            return await self.think(work, owner=owner)

    async def think(self, work: Callable[[], T], cancel: Cancel | None = None, owner: object = None) -> T:
        """Run something that may take seconds; `cancel` calls it off, and so does ceasing to wait.

        What waits takes turns by client, and then by `owner`.
        """
        called_off = cancel or Cancel()

        def until_called_off() -> T:
            with called_off:
                return work()

        self._open.add(called_off)
        try:
            return await self._run(self._thinking, until_called_off, owner)
        except asyncio.CancelledError:
            called_off.now()
            raise
        finally:
            self._open.discard(called_off)

    async def _run(self, pool: Pool, work: Callable[[], T], owner: object) -> T:
        if self._waiting >= self._most_waiting:
            raise Busy("the server has too much to do; try again in a moment")
        loop = asyncio.get_running_loop()
        job = Job(work, object() if owner is None else owner, loop, loop.create_future())
        later = loop.call_later(_LONG, self._look, pool, job)
        self._waiting += 1
        try:
            pool.submit(job)
            found: T = await job.answer
            return found
        finally:
            self._waiting -= 1
            later.cancel()

    def _look(self, pool: Pool, job: Job) -> None:
        """Some work was given a while ago."""
        if not job.answer.done() and not pool.takes_long(job):  # it waits itself, or too many take long
            job.loop.call_later(_LONG, self._look, pool, job)

    def close(self) -> None:
        """Take no more work, drop what has not begun, and call off what has."""
        for cancel in tuple(self._open):
            cancel.now()
        for pool in (self._quick, self._thinking):
            pool.close()
