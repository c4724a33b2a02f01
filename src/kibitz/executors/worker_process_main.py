"""The main program of a worker process: reads tasks from standard input and writes their results."""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import traceback
from typing import BinaryIO

from kibitz.base.errors import KibitzError, format_with_location
from kibitz.base.threads import start_thread
from kibitz.executors.task import Task


def main() -> None:
    """Run tasks from standard input until it ends."""
    # Output of the jobs must not mix with the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    reader: threading.Thread | None = None
    while True:
        try:
            reader = reader or start_thread(_read, sys.stdin.buffer, tasks)
            answer = pickle.dumps(tasks.get().do())
        except KibitzError as error:
            answer = _error(error)
        except Exception as error:  # passed on to the parent
            traceback.print_exc()
            answer = _error(KibitzError(f"{type(error).__name__}: {error}"))
        except BaseException as error:  # such as SystemExit of user code; Ctrl-C does not reach this process
            answer = _error(KibitzError(format_with_location(error)))
        try:
            answers.write(answer)
            answers.flush()
        except OSError:  # the parent process has ended, and standard input is not closed yet
            os._exit(0)
        if reader is None:
            return


def _error(error: KibitzError) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:  # an exception of user code that can't be pickled
        return pickle.dumps(KibitzError(str(error)))


def _read(source: BinaryIO, tasks: queue.SimpleQueue[Task]) -> None:
    try:
        while True:
            tasks.put(pickle.load(source))
    finally:
        # The parent process has ended; programs started by jobs are killed by their watchdog.
        os._exit(0)


if __name__ == "__main__":
    main()
