"""Solving from the page: one game at a time, with progress and a way to stop it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from kibitz.base.errors import KibitzError, Stopped
from kibitz.service.errors import Busy
from kibitz.service.questions import Questions


@dataclass
class Job:
    """One solving: `state` is running, done, stopped or failed."""

    game: str
    state: str = "running"
    done: int = 0
    total: int = 0
    message: str = ""
    wanted: bool = field(default=True, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Plain values for the page."""
        return {
            "game": self.game,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "message": self.message,
        }


class SolveJobs:
    """The job that runs or ran last."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._job: Job | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def job(self) -> Job | None:
        """What is or was last being solved."""
        return self._job

    async def start(self, spec: str, options: dict[str, str]) -> Job:
        """Begin; Busy if another one runs."""
        if self._task is not None and not self._task.done():
            assert self._job is not None
            raise Busy(f"{self._job.game} is being solved; wait for it or stop it")
        name = await self._questions.spec_of(spec, options)
        job = self._job = Job(name)
        self._task = asyncio.create_task(self._run(job, spec, options))
        return job

    def stop(self) -> None:
        """End it within a moment; what was finished is kept."""
        if self._job is not None:
            self._job.wanted = False
            if self._task is not None and self._questions.solves_elsewhere(self._job.game):
                self._task.cancel()  # code that is not ours may hear nothing

    def close(self) -> None:
        """Stop."""
        self.stop()
        if self._task is not None:
            self._task.cancel()

    async def _run(self, job: Job, spec: str, options: dict[str, str]) -> None:
        def heard(done: int, total: int) -> bool:
            job.done, job.total = done, total
            return job.wanted

        try:
            job.message = await self._questions.solve(spec, options, heard)
            job.state = "done"
        except (Stopped, asyncio.CancelledError):
            job.state, job.message = "stopped", "what was finished is kept for next time"
        except KibitzError as error:
            job.state, job.message = "failed", str(error)
        except MemoryError:
            job.state, job.message = "failed", "there is not enough memory to solve this"
