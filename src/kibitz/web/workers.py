"""Threads for what would hold up everybody else: thinking, and writing to disk."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kibitz.web.fields import Busy
from kibitz.words.cancel import Cancel

T = TypeVar("T")


class Workers:
    """Two groups of threads, so that short work never waits behind thinking.

    All work given here ends by its own limit, and sooner when whoever asked
    for it goes away: what has not begun is dropped, thinking is called off.
    """

    def __init__(self, most_waiting: int) -> None:
        self._quick = ThreadPoolExecutor(4, "kibitz-quick")
        self._thinking = ThreadPoolExecutor(max(2, os.cpu_count() or 1), "kibitz-thinking")
        self._most_waiting = most_waiting
        self._waiting = 0

    async def quick(self, work: Callable[[], T]) -> T:
        """Run something that takes milliseconds."""
        return await self._run(self._quick, work)

    async def think(self, work: Callable[[], T], cancel: Cancel | None = None) -> T:
        """Run something that may take seconds; `cancel` calls it off, and so does ceasing to wait."""
        called_off = cancel or Cancel()

        def until_called_off() -> T:
            with called_off:
                return work()

        try:
            return await self._run(self._thinking, until_called_off)
        except asyncio.CancelledError:
            called_off.now()
            raise

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        if self._waiting >= self._most_waiting:
            raise Busy("the server has too much to do; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Take no more work, and drop what has not begun."""
        for pool in (self._quick, self._thinking):
            pool.shutdown(wait=False, cancel_futures=True)
