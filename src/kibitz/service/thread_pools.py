"""Thread pools for searches and for disk access."""

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

#: Seconds after which a search is long, and the maximum number of long ones.
_LONG = 0.03
_MOST_LONG = 32
#: Number of threads for disk access and other short work.
_QUICK = 4


class ThreadPools:
    """Two pools, so that short work never waits behind searches.

    Every job ends by its own limit, or earlier if its client leaves: a waiting one is dropped, a running
    search is cancelled.
    """

    def __init__(self, most_waiting: int, of_client: int = _MOST_LONG, waiting_of_client: int = 0) -> None:
        """One client has at most `of_client` threads for searches, and so many queued queries.

        At most `most_waiting` jobs are queued in total; 0 means no limit per client.
        """
        self._quick = Pool("kibitz-quick", _QUICK, of_client=_QUICK - 1)
        self._thinking = Pool("kibitz-thinking", max(2, os.cpu_count() or 1), _MOST_LONG, of_client)
        self._most_waiting = most_waiting
        self._waiting = 0
        self._most_queued = waiting_of_client or most_waiting
        #: Number of unanswered queries by client.
        self._queued: Counter[str] = Counter()
        #: Cancellation tokens of running searches.
        self._open: set[Cancel] = set()

    async def run_quick(self, work: Callable[[], T]) -> T:
        """Run a function that takes milliseconds."""
        return await self._run(self._quick, work, None)

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Count a query of this client until it is answered; TooMany if too many are queued."""
        client = CLIENT.get()
        if client and self._queued[client] >= self._most_queued:
            raise TooMany(f"{self._most_queued} requests from your address are in progress; try again later")
        self._queued[client] += 1
        try:
            yield
        finally:
            self._queued[client] -= 1
            if not self._queued[client]:
                del self._queued[client]

    async def run_counted(self, work: Callable[[], T], owner: object = None) -> T:
        """Run a client's search, of which a limited number is queued."""
        with self.counted():
            return await self.run_slow(work, owner=owner)

    async def run_slow(self, work: Callable[[], T], cancel: Cancel | None = None, owner: object = None) -> T:
        """Run a function that may take seconds; cancelling the wait or `cancel` stops it.

        The queue is fair by client, and then by `owner`.
        """
        token = cancel or Cancel()

        def cancellable() -> T:
            with token:
                return work()

        self._open.add(token)
        try:
            return await self._run(self._thinking, cancellable, owner)
        except asyncio.CancelledError:
            token.now()
            raise
        finally:
            self._open.discard(token)

    async def _run(self, pool: Pool, work: Callable[[], T], owner: object) -> T:
        if self._waiting >= self._most_waiting:
            raise Busy("the server has too much to do; try again in a moment")
        loop = asyncio.get_running_loop()
        job = Job(work, object() if owner is None else owner, loop, loop.create_future())
        later = loop.call_later(_LONG, self._check_duration, pool, job)
        self._waiting += 1
        try:
            pool.submit(job)
            found: T = await job.answer
            return found
        finally:
            self._waiting -= 1
            later.cancel()

    def _check_duration(self, pool: Pool, job: Job) -> None:
        """Check on a job after a while."""
        if not job.answer.done() and not pool.takes_long(job):  # it is still queued, or too many are long
            job.loop.call_later(_LONG, self._check_duration, pool, job)

    def close(self) -> None:
        """Reject new jobs, drop waiting ones, and cancel running ones."""
        for cancel in tuple(self._open):
            cancel.now()
        for pool in (self._quick, self._thinking):
            pool.close()


class NoThreads(ThreadPools):
    """Runs all work in the caller, where the platform has no threads."""

    async def _run(self, pool: Pool, work: Callable[[], T], owner: object) -> T:
        return work()
