"""Tasks in a worker: processes, their reuse, and cancelled tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from kibitz.base.errors import KibitzError
from kibitz.executors.task import Task, TaskResult

pytest.importorskip("distributed")

from distributed import Reschedule

from kibitz.executors import dask_worker

TASK = Task.of(abs, -3)


class WorkerProcess:
    """Does a task in this process."""

    made: list[WorkerProcess]
    act: Callable[[WorkerProcess], object] = lambda worker: None

    def __init__(self) -> None:
        self.is_shut_down = False
        self.ended = 0
        WorkerProcess.made.append(self)

    def do(self, task: Task) -> TaskResult:
        type(self).act(self)
        if self.is_shut_down:
            raise KibitzError("stopped")
        return task.do()

    def shut_down(self) -> WorkerProcess:
        self.is_shut_down = True
        return self

    def end(self) -> None:
        self.ended += 1


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    WorkerProcess.made, WorkerProcess.act = [], lambda worker: None
    monkeypatch.setattr(dask_worker, "WorkerProcess", WorkerProcess)
    monkeypatch.setattr(dask_worker, "get_worker", lambda: SimpleNamespace(get_current_task=lambda: "key"))
    monkeypatch.setattr(dask_worker, "start_thread", lambda work: work())
    monkeypatch.setattr(dask_worker, "_idle", [])
    yield
    assert dask_worker._busy == {}
    assert dask_worker._cancelled == set()


def test_a_worker_is_kept_for_the_next_task() -> None:
    for _ in range(3):
        assert dask_worker.perform(TASK).found == [3]
    assert len(WorkerProcess.made) == 1
    assert list[object](dask_worker._idle) == WorkerProcess.made


def test_an_error_is_passed_on_and_the_worker_stays() -> None:
    def fail(worker: WorkerProcess) -> None:
        raise KibitzError("no such level")

    WorkerProcess.act = fail
    with pytest.raises(KibitzError, match="no such level"):
        dask_worker.perform(TASK)
    assert list[object](dask_worker._idle) == WorkerProcess.made


def test_cancelled_work_ends_with_its_worker() -> None:
    WorkerProcess.act = lambda worker: dask_worker.stop("key")
    with pytest.raises(Reschedule):
        dask_worker.perform(TASK)
    (worker,) = WorkerProcess.made
    assert worker.ended == 1
    assert dask_worker._idle == []
    WorkerProcess.act = lambda worker: None
    assert dask_worker.perform(TASK).found == [3]
    assert len(WorkerProcess.made) == 2


def test_work_cancelled_before_its_start_does_not_start() -> None:
    dask_worker.stop("key")
    with pytest.raises(Reschedule):
        dask_worker.perform(TASK)
    assert dask_worker._idle == []
    assert dask_worker.perform(TASK).found == [3]
