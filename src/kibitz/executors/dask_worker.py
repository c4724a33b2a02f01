"""In a worker of a cluster: each task is done by a process of its own, which can be ended at any moment."""

from __future__ import annotations

import threading

from distributed import Reschedule, get_worker

from kibitz.base.threads import start_thread
from kibitz.executors.task import Done, Task
from kibitz.executors.worker_process import Helper

_lock = threading.Lock()
_idle: list[Helper] = []
_busy: dict[str, Helper] = {}
#: Called off before they began.
_called_off: set[str] = set()


def perform(task: Task) -> Done:
    """What comes out of a task."""
    key = str(get_worker().get_current_task())
    with _lock:
        helper = _idle.pop() if _idle else Helper()
        _busy[key] = helper
        if key in _called_off:
            helper.leave()
    try:
        return helper.do(task)
    except Exception:
        if helper.has_left:
            # Nobody hears this, unless somebody wants the same task again.
            raise Reschedule from None
        raise
    finally:
        with _lock:
            del _busy[key]
            _called_off.discard(key)
            if not helper.has_left:
                _idle.append(helper)


def stop(key: str) -> None:
    """End the process that does a task; from the thread that must not wait."""
    with _lock:
        if (helper := _busy.get(key)) is None:
            _called_off.add(key)
        elif (child := helper.leave()) is not None:
            start_thread(child.end)
