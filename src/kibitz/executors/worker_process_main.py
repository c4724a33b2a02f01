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
    """Do every task on standard input until it ends."""
    # What the work prints must not come between the answers.
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
        except Exception as error:  # for whoever waits, as it would be without this process
            traceback.print_exc()
            answer = _error(KibitzError(f"{type(error).__name__}: {error}"))
        except BaseException as error:  # of somebody's own code; no Ctrl-C comes here
            answer = _error(KibitzError(format_with_location(error)))
        try:
            answers.write(answer)
            answers.flush()
        except OSError:  # whoever wanted the answer has gone, and standard input has not told yet
            os._exit(0)
        if reader is None:
            return


def _error(error: KibitzError) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:  # one of somebody's own that can't travel
        return pickle.dumps(KibitzError(str(error)))


def _read(source: BinaryIO, tasks: queue.SimpleQueue[Task]) -> None:
    try:
        while True:
            tasks.put(pickle.load(source))
    finally:
        # Whoever wanted the answers has gone; programs that the work has started are ended by their guard.
        os._exit(0)


if __name__ == "__main__":
    main()
