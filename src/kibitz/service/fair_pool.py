"""A fair thread pool: long jobs don't delay short ones.

The number of running jobs is limited. A job that has run for a while no longer counts, so another starts, and
the operating system gives it a lower priority. Waiting jobs are scheduled round-robin, first by client and
then by owner; and no client has more threads than its share.
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

#: Idle timeout of a thread in seconds.
_IDLE = 10.0
#: Seconds to wait for threads on shutdown.
_LEAVING = 5.0
#: Priority of long jobs (nice value).
_NICE = 10


class Job:
    """A job with its owner and its future."""

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
        #: System id of its thread.
        self.thread = 0

    def do(self) -> None:
        """Run it, and report the result."""
        if self.answer.cancelled():
            return
        CLIENT.set(self.client)  # in this thread, until its next job
        try:
            found: Any = self.work()
            error: Exception | None = None
        except Exception as raised:
            found, error = None, raised
        except BaseException as raised:  # such as SystemExit, which is reported rather than raised here
            found, error = None, RuntimeError(f"{type(raised).__name__}: {raised}")
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self.loop.call_soon_threadsafe(self._report, found, error)

    def _report(self, found: Any, error: Exception | None) -> None:
        if self.answer.done():
            return  # cancelled
        if error is None:
            self.answer.set_result(found)
        else:
            self.answer.set_exception(error)


class Pool:
    """A limited number of threads for short jobs, and up to `most_long` more for long ones.

    One client has at most `of_client` of them, and fewer if many clients have jobs.
    """

    def __init__(self, name: str, threads: int, most_long: int = 0, of_client: int = 1) -> None:
        self._name, self._threads, self._most_long = name, threads, most_long
        self._of_client = of_client
        self._lock = threading.Condition()
        #: Waiting jobs by client and owner, in round-robin order.
        self._waiting: OrderedDict[str, OrderedDict[object, deque[Job]]] = OrderedDict()
        #: Number of running jobs by client.
        self._at_work: Counter[str] = Counter()
        self._short: set[Job] = set()
        self._long: set[Job] = set()
        self._running: set[threading.Thread] = set()
        #: Idle threads, including those just starting.
        self._idle = 0
        self._closed = False

    def submit(self, job: Job) -> None:
        """Enqueue a job."""
        with self._lock:
            if self._closed:
                job.answer.cancel()
                return
            of_client = self._waiting.setdefault(job.client, OrderedDict())
            of_client.setdefault(job.owner, deque()).append(job)
            self._call_a_thread()

    def takes_long(self, job: Job) -> bool:
        """Check a job started a while ago: if it still runs, stop counting it."""
        with self._lock:
            if job not in self._short or len(self._long) >= self._most_long:
                return False
            self._short.remove(job)
            self._long.add(job)
            job.is_long = True
            _lower_priority(job.thread)
            self._call_a_thread()
            return True

    def close(self, patience: float = _LEAVING) -> None:
        """Reject new jobs, drop waiting ones, and wait a little for running ones.

        A thread that still runs at interpreter exit would crash the program.
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
        if self._next_client() is None:
            return
        if self._idle:
            self._lock.notify()
        else:
            self._idle += 1
            thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._running.add(thread)
            thread.start()

    def _next_client(self) -> str | None:
        """Return the client whose job is next; None if no waiting job may start."""
        if len(self._short) >= self._threads:
            return None
        clients = self._waiting.keys() | self._at_work.keys()
        share = max(1, min(self._of_client, (self._threads + self._most_long) // max(1, len(clients))))
        # The server's own jobs belong to no client.
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
                    return  # the priority of a thread can't be raised again
                self._idle += 1

    def _next(self) -> Job | None:
        """Return the next job; None after an idle timeout."""
        with self._lock:
            while (client := self._next_client()) is None:
                if self._closed or (not self._lock.wait(_IDLE) and self._next_client() is None):
                    self._idle -= 1
                    return None
            self._idle -= 1
            of_client = self._waiting.pop(client)
            owner, jobs = of_client.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                of_client[owner] = jobs  # at the end of the round
            if of_client:
                self._waiting[client] = of_client
            self._at_work[client] += 1
            job.thread = threading.get_native_id()
            self._short.add(job)
            self._call_a_thread()
            return job


def _lower_priority(thread: int) -> None:
    """Lower a thread's priority, if the system supports it."""
    if sys.platform == "linux" and thread:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, _NICE)
