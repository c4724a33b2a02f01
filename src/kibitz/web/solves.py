"""Solving from the page: one game at a time, with progress and a way to stop it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from kibitz.games.game import Game
from kibitz.solving.solve import solve
from kibitz.web.fields import Busy
from kibitz.words.errors import KibitzError, Stopped


@dataclass
class Job:
    """One solving: `state` is running, done, stopped or failed."""

    game: Game
    state: str = "running"
    done: int = 0
    total: int = 0
    message: str = ""
    wanted: bool = field(default=True, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Plain values for the page."""
        return {
            "game": self.game.spec,
            "title": self.game.title,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "message": self.message,
        }


class Solves:
    """The job that runs or ran last."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._thread: threading.Thread | None = None

    @property
    def job(self) -> Job | None:
        """What is or was last being solved."""
        return self._job

    def start(self, game: Game) -> Job:
        """Begin; Busy if another one runs."""
        if self._thread is not None and self._thread.is_alive():
            assert self._job is not None
            raise Busy(f"{self._job.game.spec} is being solved; wait for it or stop it")
        job = self._job = Job(game)
        self._thread = threading.Thread(target=_run, args=(job,), name="kibitz-solve", daemon=True)
        self._thread.start()
        return job

    def stop(self) -> None:
        """End it within a moment; nothing half done is kept."""
        if self._job is not None:
            self._job.wanted = False

    def close(self) -> None:
        """Stop, and wait for the thread to notice."""
        self.stop()
        if self._thread is not None:
            self._thread.join(2)


def _run(job: Job) -> None:
    def heard(done: int, total: int) -> bool:
        job.done, job.total = done, total
        return job.wanted

    try:
        table = solve(job.game, progress=heard)
        value = table.value(job.game.start())
        mover = job.game.side_name(job.game.start().mover)
        job.message = f"{table.positions:,} positions"
        if value is not None:
            job.message += f"; {mover}, to begin, {value.words()}"
        job.state = "done"
    except Stopped:
        job.state, job.message = "stopped", "what was finished is kept for next time"
    except KibitzError as error:
        job.state, job.message = "failed", str(error)
    except MemoryError:
        job.state, job.message = "failed", "there is not enough memory to solve this"
