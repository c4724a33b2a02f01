"""Threads that are shared fairly: long work keeps nobody waiting whose work is short.

So many threads work at a time. One that has been at the same work for a while
no longer counts, so another takes its place, and the system lets it run later
than the others. Of work that waits, every client's first piece comes before
any client's second, and among those of one client everybody's; and no client has
more threads than its share.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any

from kibitz.service.client_address import CLIENT

#: Seconds that a thread without work waits for more.
_IDLE = 10.0
#: Seconds that threads are waited for at the end.
_LEAVING = 5.0
#: How much later the system lets long work run.
_NICE = 10


class Job:
    """A piece of work, whose it is, and who waits for it."""

    __slots__ = ("answer", "client", "is_long", "loop", "owner", "thread", "work")

    def __init__(
        self,
        work: Callable[[], Any],
        owner: object,
        loop: asyncio.AbstractEventLoop,
        answer: asyncio.Future[Any],
    ) -> None:
        self.work, self.owner, self.loop, self.answer = work, owner, loop, answer
        self.client = CLIENT.get()
        self.is_long = False
        #: The thread that works on it, by the system's number.
        self.thread = 0

    def do(self) -> None:
        """Work, and tell whoever waits for it."""
        if self.answer.cancelled():
            return
        CLIENT.set(self.client)  # in this thread, until its next piece of work
        try:
            found: Any = self.work()
            error: Exception | None = None
        except Exception as raised:
            found, error = None, raised
        except BaseException as raised:  # such as SystemExit: it is for whoever asked, not for the server
            found, error = None, RuntimeError(f"{type(raised).__name__}: {raised}")
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self.loop.call_soon_threadsafe(self._tell, found, error)

    def _tell(self, found: Any, error: Exception | None) -> None:
        if self.answer.done():
            return  # nobody waits any more
        if error is None:
            self.answer.set_result(found)
        else:
            self.answer.set_exception(error)


class Pool:
    """So many threads for short work, and up to `most_long` besides that have turned out to be long.

    One client has at most `of_client` of them, and less where many clients have work.
    """

    def __init__(self, name: str, threads: int, most_long: int = 0, of_client: int = 1) -> None:
        self._name, self._threads, self._most_long = name, threads, most_long
        self._of_client = of_client
        self._lock = threading.Condition()
        #: What waits, by client and by whose it is, in the order in which they get their turns.
        self._waiting: OrderedDict[str, OrderedDict[object, deque[Job]]] = OrderedDict()
        #: How much is being worked at, by client.
        self._at_work: Counter[str] = Counter()
        self._short: set[Job] = set()
        self._long: set[Job] = set()
        self._running: set[threading.Thread] = set()
        #: Threads without work, those included that are just starting.
        self._idle = 0
        self._closed = False

    def submit(self, job: Job) -> None:
        """Do it when it is its turn."""
        with self._lock:
            if self._closed:
                job.answer.cancel()
                return
            of_client = self._waiting.setdefault(job.client, OrderedDict())
            of_client.setdefault(job.owner, deque()).append(job)
            self._call_a_thread()

    def takes_long(self, job: Job) -> bool:
        """A piece of work was given a while ago: whether it runs and counts no longer, so that others may."""
        with self._lock:
            if job not in self._short or len(self._long) >= self._most_long:
                return False
            self._short.remove(job)
            self._long.add(job)
            job.is_long = True
            _let_run_later(job.thread)
            self._call_a_thread()
            return True

    def close(self, patience: float = _LEAVING) -> None:
        """Take no more work, drop what has not begun, and wait a little for what has.

        A thread that still works when the program ends would take it down.
        """
        with self._lock:
            self._closed = True
            for job in (job for of in self._waiting.values() for jobs in of.values() for job in jobs):
                job.answer.cancel()
            self._waiting.clear()
            self._lock.notify_all()
        until = time.monotonic() + patience
        for thread in tuple(self._running):
            thread.join(max(0.0, until - time.monotonic()))

    def _call_a_thread(self) -> None:
        if self._whose_turn() is None:
            return
        if self._idle:
            self._lock.notify()
        else:
            self._idle += 1
            thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._running.add(thread)
            thread.start()

    def _whose_turn(self) -> str | None:
        """The client whose work is to be done next; None if nothing waits that may be done now."""
        if len(self._short) >= self._threads:
            return None
        clients = self._waiting.keys() | self._at_work.keys()
        share = max(1, min(self._of_client, (self._threads + self._most_long) // max(1, len(clients))))
        # What the server does by itself is no client's.
        return next((each for each in self._waiting if not each or self._at_work[each] < share), None)

    def _run(self) -> None:
        try:
            self._work()
        finally:
            self._running.discard(threading.current_thread())

    def _work(self) -> None:
        while (job := self._next()) is not None:
            job.do()
            with self._lock:
                self._short.discard(job)
                self._long.discard(job)
                self._at_work[job.client] -= 1
                if not self._at_work[job.client]:
                    del self._at_work[job.client]
                if job.is_long:
                    self._call_a_thread()
                    return  # the system lets this thread run later than others for good
                self._idle += 1

    def _next(self) -> Job | None:
        """The next piece of work; None if there has been none for a while."""
        with self._lock:
            while (client := self._whose_turn()) is None:
                if self._closed or (not self._lock.wait(_IDLE) and self._whose_turn() is None):
                    self._idle -= 1
                    return None
            self._idle -= 1
            of_client = self._waiting.pop(client)
            owner, jobs = of_client.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                of_client[owner] = jobs  # after everybody else
            if of_client:
                self._waiting[client] = of_client
            self._at_work[client] += 1
            job.thread = threading.get_native_id()
            self._short.add(job)
            self._call_a_thread()
            return job


def _let_run_later(thread: int) -> None:
    """Lower a thread's priority, where threads have their own."""
    if sys.platform == "linux" and thread:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, _NICE)
