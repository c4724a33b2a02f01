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

from kibitz.arena.job import GameJob, GameResult
from kibitz.engines.children import Child, end_children
from kibitz.words.errors import KibitzError


class Workers:
    """Plays so many games at a time, each in a process of its own."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, jobs: Iterable[GameJob]) -> Generator[GameResult]:
        """The results, in the order in which games end."""
        waiting = iter(jobs)
        taking = threading.Lock()
        done: queue.SimpleQueue[GameResult | BaseException | None] = queue.SimpleQueue()
        workers: list[_Worker] = []

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
            for _ in range(self._count):
                workers.append(_Worker())
                threads.append(threading.Thread(target=work, args=(workers[-1],), daemon=True))
                threads[-1].start()
            busy = len(workers)
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
            end_children([worker.leave() for worker in workers])
            for thread in threads:
                thread.join()
            for worker in workers:
                worker.close()


class _Worker:
    """One process and the pipes to it."""

    def __init__(self) -> None:
        self._left = False
        self._lock = threading.Lock()
        self._child = self._started()

    def _started(self) -> Child:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        try:
            return Child(
                [sys.executable, "-m", "kibitz.arena.worker"], env={**os.environ, "PYTHONPATH": paths}
            )
        except OSError as error:
            raise KibitzError(f"can't start a process to play games in: {error.strerror}") from None

    def play(self, job: GameJob) -> GameResult:
        """The result of a job; it is tried again once if the process dies."""
        for _ in range(2):
            answer = self._asked(job)
            if answer:
                data = json.loads(answer)
                if "error" in data:
                    raise KibitzError(data["error"])
                return GameResult.from_json(data["result"])
            with self._lock:
                if self._left:
                    raise KibitzError("stopped")
                self._child.end()
                self.close()
                self._child = self._started()
        raise KibitzError(
            f"the process that plays {job.first} - {job.second} (game {job.number + 1}) died twice"
        )

    def _asked(self, job: GameJob) -> bytes:
        process = self._child.process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(job.to_json()).encode() + b"\n")
            process.stdin.flush()
            return process.stdout.readline()
        except (OSError, ValueError):  # it died, or was ended meanwhile
            return b""

    def leave(self) -> Child:
        """Start no other process; the one that is left to be ended."""
        with self._lock:
            self._left = True
            return self._child

    def close(self) -> None:
        """Close the pipes to a process that has ended."""
        for pipe in (self._child.process.stdin, self._child.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
