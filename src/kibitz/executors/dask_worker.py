"""Running tasks in a Dask worker: each in a separate process, which can be killed at any time."""

from __future__ import annotations

import threading

from distributed import Reschedule, get_worker

from kibitz.base.threads import start_thread
from kibitz.executors.task import Task, TaskResult
from kibitz.executors.worker_process import WorkerProcess

_lock = threading.Lock()
_idle: list[WorkerProcess] = []
_busy: dict[str, WorkerProcess] = {}
#: Keys of tasks that were cancelled before they began.
_cancelled: set[str] = set()


def perform(task: Task) -> TaskResult:
    """Run a task and return its result."""
    key = str(get_worker().get_current_task())
    with _lock:
        worker = _idle.pop() if _idle else WorkerProcess()
        _busy[key] = worker
        if key in _cancelled:
            worker.shut_down()
    try:
        return worker.do(task)
    except Exception:
        if worker.is_shut_down:
            # Has no effect unless the same task is wanted again.
            raise Reschedule from None
        raise
    finally:
        with _lock:
            del _busy[key]
            _cancelled.discard(key)
            if not worker.is_shut_down:
                _idle.append(worker)


def stop(key: str) -> None:
    """Kill the process of a task without waiting, as Dask calls this in its event loop."""
    with _lock:
        if (worker := _busy.get(key)) is None:
            _cancelled.add(key)
        elif (child := worker.shut_down()) is not None:
            start_thread(child.end)
