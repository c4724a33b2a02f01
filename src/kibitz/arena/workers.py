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
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator

from kibitz.arena.job import GameJob, GameResult
from kibitz.words.errors import KibitzError

#: How long a worker that is told to stop may take before it is killed.
_PATIENCE_SECONDS = 2.0


class Workers:
    """Plays so many games at a time, each in a process of its own."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, jobs: Iterable[GameJob]) -> Iterator[GameResult]:
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

        threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in workers]
        try:
            for thread in threads:
                thread.start()
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
            for worker in workers:
                worker.tell()
            for worker in workers:
                worker.stop()
            for thread in threads:
                thread.join()


class _Worker:
    """One process and the pipes to it."""

    def __init__(self) -> None:
        self._stopped = False
        self._lock = threading.Lock()
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        return subprocess.Popen(
            [sys.executable, "-m", "kibitz.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
            # An interrupt at the keyboard is for the process that counts; it stops its workers.
            start_new_session=True,
        )

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
                if self._stopped:
                    raise KibitzError("stopped")
                self._end()
                self._process = self._started()
        raise KibitzError(
            f"the process that plays {job.first} - {job.second} (game {job.number + 1}) died twice"
        )

    def _asked(self, job: GameJob) -> bytes:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(job.to_json()).encode() + b"\n")
            process.stdin.flush()
            return process.stdout.readline()
        except (OSError, ValueError):  # it died, or was stopped meanwhile
            return b""

    def tell(self) -> None:
        """Ask it to stop, also in the middle of a game."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def stop(self) -> None:
        """End the process; a game that is being played is lost."""
        with self._lock:
            self._stopped = True
            self._end()

    def _end(self) -> None:
        self.tell()
        process = self._process
        assert process.stdout is not None
        try:
            process.wait(_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with contextlib.suppress(OSError):
            process.stdout.close()
