"""A process that does tasks, one after the other.

It is started as a program of its own, so that a script, a notebook and a test
can all use it without care, and nothing that happens in it reaches the
process that waits.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import threading

from kibitz.base.errors import KibitzError
from kibitz.engines.child_processes import Child
from kibitz.executors.task import Done, Task


class Helper:
    """One process, started when it is first needed and again when it has died."""

    def __init__(self) -> None:
        self._child: Child | None = None
        #: Whether it was told to do nothing more.
        self.has_left = False
        self._lock = threading.Lock()

    def do(self, task: Task) -> Done:
        """What comes out of a task; it is tried again once if the process dies."""
        for _ in range(2):
            child = self._started()
            answer = _asked(child, task)
            if answer is not None:
                if isinstance(answer, KibitzError):
                    raise answer
                return answer
            child.end()
            child.close()
            self._child = None
        raise KibitzError(f"a process died twice at the same work: {task.title}")

    def _started(self) -> Child:
        with self._lock:
            if self.has_left:
                raise KibitzError("stopped")
            if self._child is None:
                try:
                    self._child = start_python("kibitz.executors.worker_process_main")
                except OSError as error:
                    raise KibitzError(f"can't start a process to work in: {error.strerror}") from None
            return self._child

    def leave(self) -> Child | None:
        """Start no other process; the one that is left to be ended."""
        with self._lock:
            self.has_left = True
            return self._child


def start_python(module: str) -> Child:
    """A process that runs a module of ours, and finds others where this one does."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return Child([sys.executable, "-m", module], env={**os.environ, "PYTHONPATH": paths})


def _asked(child: Child, task: Task) -> Done | KibitzError | None:
    """What came out of a task, or an error; nothing if the process has died or was ended."""
    stdin, stdout = child.process.stdin, child.process.stdout
    assert stdin is not None
    assert stdout is not None
    with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
        pickle.dump(task, stdin)
        stdin.flush()
        return pickle.load(stdout)  # type: ignore[no-any-return]
    return None
