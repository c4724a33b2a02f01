"""Tasks in a worker: who does them, who is kept for the next, and what becomes of those called off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from kibitz.base.errors import KibitzError
from kibitz.executors.task import Done, Task

pytest.importorskip("distributed")

from distributed import Reschedule

from kibitz.executors import dask_worker

TASK = Task.of(abs, -3)


class Helper:
    """Does a task in this process."""

    made: list[Helper]
    act: Callable[[Helper], object] = lambda helper: None

    def __init__(self) -> None:
        self.has_left = False
        self.ended = 0
        Helper.made.append(self)

    def do(self, task: Task) -> Done:
        type(self).act(self)
        if self.has_left:
            raise KibitzError("stopped")
        return task.do()

    def leave(self) -> Helper:
        self.has_left = True
        return self

    def end(self) -> None:
        self.ended += 1


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    Helper.made, Helper.act = [], lambda helper: None
    monkeypatch.setattr(dask_worker, "Helper", Helper)
    monkeypatch.setattr(dask_worker, "get_worker", lambda: SimpleNamespace(get_current_task=lambda: "key"))
    monkeypatch.setattr(dask_worker, "start_thread", lambda work: work())
    monkeypatch.setattr(dask_worker, "_idle", [])
    yield
    assert dask_worker._busy == {}
    assert dask_worker._called_off == set()


def test_a_helper_is_kept_for_the_next_task() -> None:
    for _ in range(3):
        assert dask_worker.perform(TASK).found == [3]
    assert len(Helper.made) == 1
    assert list[object](dask_worker._idle) == Helper.made


def test_an_error_is_passed_on_and_the_helper_stays() -> None:
    def fail(helper: Helper) -> None:
        raise KibitzError("no such level")

    Helper.act = fail
    with pytest.raises(KibitzError, match="no such level"):
        dask_worker.perform(TASK)
    assert list[object](dask_worker._idle) == Helper.made


def test_what_is_called_off_ends_with_its_helper() -> None:
    Helper.act = lambda helper: dask_worker.stop("key")
    with pytest.raises(Reschedule):
        dask_worker.perform(TASK)
    (helper,) = Helper.made
    assert helper.ended == 1
    assert dask_worker._idle == []
    Helper.act = lambda helper: None
    assert dask_worker.perform(TASK).found == [3]
    assert len(Helper.made) == 2


def test_what_is_called_off_before_it_begins_is_not_begun() -> None:
    dask_worker.stop("key")
    with pytest.raises(Reschedule):
        dask_worker.perform(TASK)
    assert dask_worker._idle == []
    assert dask_worker.perform(TASK).found == [3]
