"""A process pool whose workers are started once and run one job after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread
from kibitz.engines.child_processes import end_children
from kibitz.executors.executor import Found, Job
from kibitz.executors.task import Task, TaskResult
from kibitz.executors.worker_process import WorkerProcess

#: Jobs in progress for each process, so that none waits while the caller handles a result.
_EACH = 2


class ProcessPool:
    """Runs `count` jobs at a time, each in a worker process."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """Yield the results in the order in which jobs end."""
        waiting = iter(jobs)
        lock = threading.Lock()
        #: None is from a worker that found no more jobs.
        done: queue.SimpleQueue[TaskResult | BaseException | None] = queue.SimpleQueue()
        workers = [WorkerProcess() for _ in range(self._count)]
        #: Bounds the results that the caller has not taken yet.
        free_slots = threading.Semaphore(_EACH * self._count)
        closing_down = threading.Event()

        def work_off(worker: WorkerProcess) -> None:
            try:
                while True:
                    free_slots.acquire()
                    if closing_down.is_set():
                        break
                    with lock:
                        task = next((Task.of(work, job) for job in waiting), None)
                    if task is None:
                        break
                    done.put(worker.do(task))
                done.put(None)
            except BaseException as error:  # passed on to the caller
                done.put(error)

        threads: list[threading.Thread] = []
        try:
            for worker in workers:
                try:
                    threads.append(start_thread(work_off, worker))
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
                    free_slots.release()
        finally:
            # Workers that still run are killed.
            closing_down.set()
            free_slots.release(len(workers))
            children = [child for worker in workers if (child := worker.shut_down())]
            end_children(children)
            for thread in threads:
                thread.join()
            for child in children:
                child.close()
