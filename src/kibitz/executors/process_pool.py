"""Processes of this machine that do jobs, each started once and given one job after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread
from kibitz.engines.child_processes import end_children
from kibitz.executors.executor import Found, Job
from kibitz.executors.task import Done, Task
from kibitz.executors.worker_process import Helper

#: Jobs for each process, so that none waits while somebody looks at a result.
_EACH = 2


class Processes:
    """Does so many jobs at a time, each in a process of its own."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """The results, in the order in which jobs end."""
        waiting = iter(jobs)
        taking = threading.Lock()
        #: None is from a helper that finds no more jobs.
        done: queue.SimpleQueue[Done | BaseException | None] = queue.SimpleQueue()
        helpers = [Helper() for _ in range(self._count)]
        #: For jobs whose results were not asked for yet.
        room = threading.Semaphore(_EACH * self._count)
        leaving = threading.Event()

        def help_out(helper: Helper) -> None:
            try:
                while True:
                    room.acquire()
                    if leaving.is_set():
                        break
                    with taking:
                        task = next((Task.of(work, job) for job in waiting), None)
                    if task is None:
                        break
                    done.put(helper.do(task))
                done.put(None)
            except BaseException as error:  # whoever waits for results must hear of it
                done.put(error)

        threads: list[threading.Thread] = []
        try:
            for helper in helpers:
                try:
                    threads.append(start_thread(help_out, helper))
                except KibitzError:
                    if not threads:
                        raise
            busy = len(threads)
            while busy:
                result = done.get()
                if isinstance(result, BaseException):
                    raise result
                if result is None:
                    busy -= 1
                else:
                    yield from result.found
                    room.release()
        finally:
            # Nothing that a helper still does is of use, so none is waited for.
            leaving.set()
            room.release(len(helpers))
            children = [child for helper in helpers if (child := helper.leave())]
            end_children(children)
            for thread in threads:
                thread.join()
            for child in children:
                child.close()
