"""An executor on top of `concurrent.futures`: a pool, MPI, or a cluster."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Generator, Iterable
from itertools import islice

from kibitz.base.errors import KibitzError
from kibitz.executors.executor import Found, Job, cores
from kibitz.executors.task import Task, TaskResult

#: Submitted tasks for each slot, so that no worker waits for the next.
_EACH = 2
#: The target duration of a task in seconds, as submitting takes milliseconds; and its maximum of jobs.
_WORTH = 0.5
_MOST_JOBS = 256
#: Seconds between two counts of the slots.
_RECOUNT = 1.0


class FutureExecutor:
    """Runs jobs on an executor of `concurrent.futures`, which may be unable to stop running tasks."""

    def __init__(self, executor: concurrent.futures.Executor) -> None:
        self._executor = executor

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """Yield the results in the order in which jobs end."""
        waiting = iter(jobs)
        batch_size = 1  # jobs of a task
        running: set[concurrent.futures.Future[TaskResult]] = set()
        try:
            while True:
                for _ in range(_EACH * self.slots() - len(running)):
                    if not (next_jobs := list(islice(waiting, batch_size))):
                        break
                    running.add(self.submit(Task.of(work, *next_jobs)))
                if not running:
                    return
                done, running = concurrent.futures.wait(running, _RECOUNT, concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    result = self.result(future)
                    worth = _WORTH * len(result.found) / max(result.seconds, 1e-6)
                    batch_size = max(1, min(int(worth), 2 * batch_size, _MOST_JOBS))
                    yield from result.found
        finally:
            self.cancel(running)

    def slots(self) -> int:
        """Return how many jobs can run at a time."""
        return int(getattr(self._executor, "_max_workers", 0)) or cores()

    def submit(self, task: Task) -> concurrent.futures.Future[TaskResult]:
        """Submit a task."""
        return self._executor.submit(Task.do, task)

    def result(self, future: concurrent.futures.Future[TaskResult]) -> TaskResult:
        """Return the result of a task."""
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise KibitzError("the executor cancelled the work") from None
        except concurrent.futures.BrokenExecutor as error:
            raise KibitzError(f"the executor has ended: {error}") from None

    def cancel(self, running: Iterable[concurrent.futures.Future[TaskResult]]) -> None:
        """Cancel tasks that are no longer needed."""
        for future in running:
            future.cancel()
