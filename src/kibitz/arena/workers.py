"""Processes that play games: jobs go in and results come out as lines of JSON.

A worker is started as a program of its own, so that a script, a notebook and a
test can all use them without care, and nothing that happens in a game reaches
the process that counts.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from collections.abc import Generator, Iterable

from kibitz.arena.game_result import GameResult
from kibitz.arena.plan import GameJob
from kibitz.engines.children import Child, end_children
from kibitz.words.errors import KibitzError
from kibitz.words.threads import start_thread


class Workers:
    """Plays so many games at a time, each in a process of its own."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, jobs: Iterable[GameJob]) -> Generator[GameResult]:
        """The results, in the order in which games end."""
        waiting = iter(jobs)
        taking = threading.Lock()
        done: queue.SimpleQueue[GameResult | BaseException | None] = queue.SimpleQueue()
        workers = [_Worker() for _ in range(self._count)]

        def work(worker: _Worker) -> None:
            try:
                while True:
                    with taking:
                        job = next(waiting, None)
                    if job is None:
                        break
                    done.put(worker.play(job))
                done.put(None)
            except BaseException as error:  # whoever waits for results must hear of it
                done.put(error)

        threads: list[threading.Thread] = []
        try:
            for worker in workers:
                try:
                    threads.append(start_thread(work, worker))
                except KibitzError:
                    if not threads:
                        raise
            busy = len(threads)
            while busy:
                result = done.get()
                if isinstance(result, BaseException):
                    raise result
                if result is None:
                    busy -= 1
                else:
                    yield result
        finally:
            # Nothing that a worker still does is of use, so none is waited for.
            children = [child for worker in workers if (child := worker.leave())]
            end_children(children)
            for thread in threads:
                thread.join()
            for child in children:
                child.close()


class _Worker:
    """One process, started when it is first needed and again when it has died."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._left = False
        self._lock = threading.Lock()

    def play(self, job: GameJob) -> GameResult:
        """The result of a job; it is tried again once if the process dies."""
        for _ in range(2):
            child = self._started()
            answer = _asked(child, job)
            if answer:
                data = json.loads(answer)
                if "error" in data:
                    raise KibitzError(data["error"])
                return GameResult.from_json(data["result"])
            child.end()
            child.close()
            self._child = None
        raise KibitzError(
            f"the process that plays {' - '.join(job.specs)} (game {job.number + 1}) died twice"
        )

    def _started(self) -> Child:
        with self._lock:
            if self._left:
                raise KibitzError("stopped")
            if self._child is None:
                paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
                command = [sys.executable, "-m", "kibitz.arena.worker"]
                try:
                    self._child = Child(command, env={**os.environ, "PYTHONPATH": paths})
                except OSError as error:
                    raise KibitzError(f"can't start a process to play in: {error.strerror}") from None
            return self._child

    def leave(self) -> Child | None:
        """Start no other process; the one that is left to be ended."""
        with self._lock:
            self._left = True
            return self._child


def _asked(child: Child, job: GameJob) -> bytes:
    """The line that answers a job; none if the process has died or was ended."""
    stdin, stdout = child.process.stdin, child.process.stdout
    assert stdin is not None
    assert stdout is not None
    with contextlib.suppress(OSError, ValueError):
        stdin.write(json.dumps(job.to_json()).encode() + b"\n")
        stdin.flush()
        return stdout.readline()
    return b""
