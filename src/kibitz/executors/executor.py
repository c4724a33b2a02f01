"""Executors: run a function over independent jobs, here or elsewhere.

The function is defined in a module, and jobs are plain values. An executor is any
object with a `run` that turns jobs into results in any order; it may run a job
twice as long as it returns one of the results.
"""

from __future__ import annotations

import concurrent.futures
import os
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import Protocol, TypeVar, runtime_checkable

Job = TypeVar("Job")
Found = TypeVar("Found")


@runtime_checkable
class Executor(Protocol):
    """Runs jobs."""

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """Yield the results as they come. Closing the iterator stops the work and cleans up."""
        ...


#: An executor as accepted by public functions: ours, or one of `concurrent.futures`.
AnyExecutor = Executor | concurrent.futures.Executor


class SerialExecutor:
    """Runs one job after the other in this process."""

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """Yield the results in the order of the jobs."""
        for job in jobs:
            yield work(job)


def run_in_order(executor: Executor, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
    """Yield the results in the order of the jobs, each as soon as it and all before it are done."""
    early: dict[int, Found] = {}
    following = 0
    with closing(executor.run(partial(_numbered, work), enumerate(jobs))) as results:
        for number, found in results:
            early[number] = found
            while following in early:
                yield early.pop(following)
                following += 1


def _numbered(work: Callable[[Job], Found], job: tuple[int, Job]) -> tuple[int, Found]:
    return job[0], work(job[1])


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_executor(given: AnyExecutor | None, jobs: int, workers: int | None = None) -> Executor:
    """Return the given executor, or a process pool for `jobs` jobs with a worker for each core by default."""
    if isinstance(given, concurrent.futures.Executor):
        from kibitz.executors.futures import FutureExecutor

        return FutureExecutor(given)
    if given is not None:
        return given
    count = min(cores() if workers is None else workers, jobs)
    if count <= 1:
        return SerialExecutor()
    from kibitz.executors.process_pool import ProcessPool

    return ProcessPool(count)
