"""What does work, wherever that is.

Work is a function of a module and the jobs to call it with, which are plain
values and independent of each other. Anything with a `run` that turns jobs
into results, in any order, is an executor; a job may be done twice, as long
as one of its results comes back.
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
    """Does jobs."""

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """The results, as they come. Closing the iterator stops the work and cleans up."""
        ...


#: What people may give: an executor of ours, or one of `concurrent.futures`.
AnyExecutor = Executor | concurrent.futures.Executor


class Here:
    """Does one job after the other in this process."""

    def run(self, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
        """The results, in the jobs' order."""
        for job in jobs:
            yield work(job)


def in_order(executor: Executor, work: Callable[[Job], Found], jobs: Iterable[Job]) -> Generator[Found]:
    """The results in the jobs' order, each as soon as those before it are there."""
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
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def settled(given: AnyExecutor | None, jobs: int, workers: int | None = None) -> Executor:
    """The executor that is given; else processes for so many jobs, one a core unless told otherwise."""
    if isinstance(given, concurrent.futures.Executor):
        from kibitz.executors.futures import Futures

        return Futures(given)
    if given is not None:
        return given
    count = min(cores() if workers is None else workers, jobs)
    if count <= 1:
        return Here()
    from kibitz.executors.process_pool import Processes

    return Processes(count)
