"""A worker process that runs tasks, one after the other.

It is a separate program rather than a fork, so that scripts, notebooks and tests
can use it safely, and a crash does not affect the parent process.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import threading

from kibitz.base.errors import KibitzError
from kibitz.engines.child_processes import Child
from kibitz.executors.task import Task, TaskResult


class WorkerProcess:
    """A process that is started when first needed, and again after it has died."""

    def __init__(self) -> None:
        self._child: Child | None = None
        #: Whether it accepts no more tasks.
        self.is_shut_down = False
        self._lock = threading.Lock()

    def do(self, task: Task) -> TaskResult:
        """Run a task and return its result; tried twice if the process dies."""
        for _ in range(2):
            child = self._running_child()
            answer = _exchange(child, task)
            if answer is not None:
                if isinstance(answer, KibitzError):
                    raise answer
                return answer
            child.end()
            child.close()
            self._child = None
        raise KibitzError(f"a worker process died twice at the same task: {task.title}")

    def _running_child(self) -> Child:
        with self._lock:
            if self.is_shut_down:
                raise KibitzError("stopped")
            if self._child is None:
                try:
                    self._child = start_python("kibitz.executors.worker_process_main")
                except OSError as error:
                    raise KibitzError(f"can't start a worker process: {error.strerror}") from None
            return self._child

    def shut_down(self) -> Child | None:
        """Accept no more tasks; return the running process, which the caller must end."""
        with self._lock:
            self.is_shut_down = True
            return self._child


def start_python(module: str) -> Child:
    """Start a Python process that runs a module, with the same import path as this one."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return Child([sys.executable, "-m", module], env={**os.environ, "PYTHONPATH": paths})


def _exchange(child: Child, task: Task) -> TaskResult | KibitzError | None:
    """Send a task and return its result or an error; None if the process has died or was killed."""
    stdin, stdout = child.process.stdin, child.process.stdout
    assert stdin is not None
    assert stdout is not None
    with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
        pickle.dump(task, stdin)
        stdin.flush()
        return pickle.load(stdout)  # type: ignore[no-any-return]
    return None
