"""Submission of jobs to fake executors: how many at a time, in which order, until when."""

from __future__ import annotations

import concurrent.futures
import os
from collections.abc import Callable, Generator, Iterable
from typing import Any

import pytest

from kibitz.base.errors import BadOption, KibitzError
from kibitz.executors import executor, futures, process_pool
from kibitz.executors.executor import Executor, SerialExecutor, cores, make_executor, run_in_order
from kibitz.executors.futures import FutureExecutor
from kibitz.executors.process_pool import ProcessPool
from kibitz.executors.task import Task, TaskResult


def square(number: int) -> int:
    if number < 0:
        raise BadOption(f"{number} is below zero")
    return number * number


class Backwards:
    """Does the last job first."""

    closed = False

    def run(self, work: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any]:
        try:
            for job in reversed(list(jobs)):
                yield work(job)
        finally:
            self.closed = True


def test_results_are_put_in_the_jobs_order() -> None:
    assert list(run_in_order(SerialExecutor(), square, range(6))) == [0, 1, 4, 9, 16, 25]
    assert list(run_in_order(Backwards(), square, range(6))) == [0, 1, 4, 9, 16, 25]
    assert list(run_in_order(Backwards(), square, [])) == []
    backwards = Backwards()
    results = run_in_order(backwards, square, range(6))
    assert next(results) == 0
    results.close()
    assert backwards.closed


def test_each_result_comes_as_soon_as_those_before_it_are_there() -> None:
    done: list[int] = []

    def work(number: int) -> int:
        done.append(number)
        return number

    results = run_in_order(SerialExecutor(), work, range(3))
    assert (next(results), done) == (0, [0])
    assert (next(results), done) == (1, [0, 1])


def test_as_many_processes_as_make_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "cores", lambda: 3)
    for jobs, workers, count in ((9, None, 3), (2, None, 2), (9, 5, 5), (4, 5, 4), (9, 2, 2)):
        found = make_executor(None, jobs, workers)
        assert isinstance(found, ProcessPool)
        assert found._count == count
    for jobs, workers in ((1, None), (0, None), (9, 1), (9, 0)):
        assert isinstance(make_executor(None, jobs, workers), SerialExecutor)
    monkeypatch.setattr(executor, "cores", lambda: 1)
    assert isinstance(make_executor(None, 9), SerialExecutor)
    assert isinstance(SerialExecutor(), Executor)


def test_only_processors_that_this_process_may_use_count(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(os, "sched_getaffinity"):
        assert cores() == len(os.sched_getaffinity(0))
        monkeypatch.delattr(os, "sched_getaffinity")
    for known, count in ((7, 7), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda known=known: known)
        assert cores() == count


class AtOnce(concurrent.futures.Executor):
    """Does what it is given at once, and says how long that took by its own clock."""

    _max_workers = 2

    def __init__(self, seconds: float = 0.001) -> None:
        self.seconds = seconds
        self.sizes: list[int] = []
        self.left: list[concurrent.futures.Future[Any]] = []

    def submit(self, work: Any, /, task: Task) -> concurrent.futures.Future[Any]:  # type: ignore[override]
        found = work(task).found
        self.sizes.append(len(found))
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_result(TaskResult(found, self.seconds * len(found)))
        return future


def test_tasks_grow_until_they_are_worth_handing_over() -> None:
    """A task should take half a second; each that comes back doubles it at most, and 256 jobs are enough."""
    quick = AtOnce(0.0001)
    assert sorted(FutureExecutor(quick).run(square, range(5000))) == sorted(map(square, range(5000)))
    # Two for each of two places at first, and when these four have come back 2 * 2 * 2 * 2 at a time.
    assert quick.sizes[:8] == [1] * 4 + [16] * 4
    assert max(quick.sizes) == 256
    medium = AtOnce(0.125)
    list(FutureExecutor(medium).run(square, range(100)))
    assert max(medium.sizes) == 4
    slow = AtOnce(3)
    list(FutureExecutor(slow).run(square, range(20)))
    assert set(slow.sizes) == {1}
    assert sorted(FutureExecutor(AtOnce(0)).run(square, range(3))) == [0, 1, 4]


def test_places_are_those_of_the_pool_or_one_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(futures, "cores", lambda: 7)
    pool = AtOnce()
    assert FutureExecutor(pool).slots() == 2
    for unknown in (0, 7):
        pool._max_workers = unknown
        assert FutureExecutor(pool).slots() == 7


def test_work_that_others_end_is_reported() -> None:
    called_off: concurrent.futures.Future[TaskResult] = concurrent.futures.Future()
    called_off.cancel()
    with pytest.raises(KibitzError, match="the executor cancelled the work"):
        FutureExecutor(AtOnce()).result(called_off)
    broken: concurrent.futures.Future[TaskResult] = concurrent.futures.Future()
    broken.set_exception(concurrent.futures.BrokenExecutor("a process died"))
    with pytest.raises(KibitzError, match="has ended: a process died"):
        FutureExecutor(AtOnce()).result(broken)


def test_obsolete_work_is_cancelled() -> None:
    class Never(AtOnce):
        def submit(self, work: Any, /, task: Task) -> concurrent.futures.Future[Any]:  # type: ignore[override]
            if not self.left:
                self.left.append(super().submit(work, task))
            else:
                self.left.append(concurrent.futures.Future())
            return self.left[-1]

    never = Never()
    results = FutureExecutor(never).run(square, range(100))
    assert next(results) == 0
    results.close()
    assert len(never.left) == 4
    assert all(future.cancelled() for future in never.left[1:])


class WorkerProcess:
    """Does tasks in the thread that asks."""

    made: list[WorkerProcess]

    def __init__(self) -> None:
        self.done = 0
        self.left = False
        WorkerProcess.made.append(self)

    def do(self, task: Task) -> TaskResult:
        self.done += 1
        return task.do()

    def shut_down(self) -> WorkerProcess:
        self.left = True
        return self

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """The workers that were ended."""
    found: list[WorkerProcess] = []
    WorkerProcess.made = []
    monkeypatch.setattr(process_pool, "WorkerProcess", WorkerProcess)
    monkeypatch.setattr(process_pool, "end_children", found.extend)
    return found


def test_workers_share_the_jobs_and_are_ended(ended: list[WorkerProcess]) -> None:
    for jobs in (0, 1, 7, 100):
        ended.clear()
        WorkerProcess.made.clear()
        assert sorted(ProcessPool(3).run(square, range(jobs))) == sorted(map(square, range(jobs)))
        assert ended == WorkerProcess.made
        assert len(ended) == 3
        assert all(worker.left and worker.closed for worker in ended)
        assert sum(worker.done for worker in ended) == jobs


def test_jobs_are_not_taken_long_before_they_are_needed(ended: list[WorkerProcess]) -> None:
    taken: list[int] = []

    def jobs() -> Generator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = ProcessPool(2).run(square, jobs())
    next(results)
    results.close()
    assert len(taken) <= 2 * 2 + 1  # two for each, and one for the result that was looked at
    assert len(ended) == 2
    before = len(taken)
    assert list(results) == []
    assert len(taken) == before


def test_an_error_ends_the_work_and_all_workers(ended: list[WorkerProcess]) -> None:
    with pytest.raises(BadOption, match="-3 is below zero"):
        list(ProcessPool(2).run(square, [1, -3, *range(100)]))
    assert len(ended) == 2
    assert all(worker.closed for worker in ended)


def whats_set(name: str) -> str | None:
    return os.environ.get(name)


def test_a_task_takes_along_what_decides_what_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEVELS", "here")
    with_levels = Task.of(whats_set, "KIBITZ_LEVELS")
    monkeypatch.delenv("KIBITZ_LEVELS")
    without = Task.of(whats_set, "KIBITZ_LEVELS")
    monkeypatch.setenv("KIBITZ_LEVELS", "there")
    assert without.do().found == [None]
    assert with_levels.do().found == ["here"]
    done = Task.of(square, 2, 3, 4).do()
    assert done.found == [4, 9, 16]
    assert 0 <= done.seconds < 60
    assert Task.of(square, 2, 3).title == "2, 3"
    assert len(Task.of(square, *range(1000)).title) == 200
    with pytest.raises(KibitzError, match="can't run in another process"):
        Task.of(lambda job: job, 1)
