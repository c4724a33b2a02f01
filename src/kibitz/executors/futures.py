"""Work given to an executor of `concurrent.futures`: a pool, MPI's, or a cluster's."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Generator, Iterable
from itertools import islice

from kibitz.base.errors import KibitzError
from kibitz.executors.executor import Found, Job, cores
from kibitz.executors.task import Done, Task

#: Tasks for each place of work, so that nobody waits for the next.
_EACH = 2
#: Seconds that a task should take at least, as handing it over takes milliseconds; and its jobs at most.
_WORTH = 0.5
_MOST_JOBS = 256
#: Seconds after which to look whether there are more places now.
_PATIENCE = 1.0


class Futures:
    """Does jobs by an executor that it is given, which may be unable to stop what has begun."""

    def __init__(self, executor: concurrent.futures.Executor) -> None:
        self._executor = executor

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """The results, in the order in which jobs end."""
        waiting = iter(jobs)
        together = 1  # jobs of a task
        going: set[concurrent.futures.Future[Done]] = set()
        try:
            while True:
                for _ in range(_EACH * self.places() - len(going)):
                    if not (next_jobs := list(islice(waiting, together))):
                        break
                    going.add(self.submit(Task.of(work, *next_jobs)))
                if not going:
                    return
                done, going = concurrent.futures.wait(going, _PATIENCE, concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    result = self.result(future)
                    worth = _WORTH * len(result.found) / max(result.seconds, 1e-6)
                    together = max(1, min(int(worth), 2 * together, _MOST_JOBS))
                    yield from result.found
        finally:
            self.cancel(going)

    def places(self) -> int:
        """How many jobs can be done at a time."""
        return int(getattr(self._executor, "_max_workers", 0)) or cores()

    def submit(self, task: Task) -> concurrent.futures.Future[Done]:
        """Hand a task over."""
        return self._executor.submit(Task.do, task)

    def result(self, future: concurrent.futures.Future[Done]) -> Done:
        """What came out of it."""
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise KibitzError("whoever did the work has called it off") from None
        except concurrent.futures.BrokenExecutor as error:
            raise KibitzError(f"whoever did the work has ended: {error}") from None

    def cancel(self, going: Iterable[concurrent.futures.Future[Done]]) -> None:
        """Call off what is of no use any more."""
        for future in going:
            future.cancel()
