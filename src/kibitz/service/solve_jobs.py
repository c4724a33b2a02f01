"""Solving jobs of the page: one at a time, with progress and cancellation."""

from __future__ import annotations

import asyncio

from kibitz.base.errors import KibitzError, Stopped
from kibitz.service.code_host import CodeHost
from kibitz.service.commands import SolveGame
from kibitz.service.errors import Busy
from kibitz.service.replies import Job


class SolveJobs:
    """The current or latest job."""

    def __init__(self, code: CodeHost) -> None:
        self._code = code
        self.job: Job | None = None
        self._running = True
        self._task: asyncio.Task[None] | None = None

    async def start(self, spec: str, options: dict[str, str]) -> Job:
        """Start a job; Busy if another one runs."""
        if self._task is not None and not self._task.done():
            assert self.job is not None
            raise Busy(f"{self.job['game']} is being solved; wait for it or stop it")
        name = await self._code.spec_of(spec, options)
        job = self.job = Job(game=name, state="running", done=0, total=0, message="")
        self._running = True
        self._task = asyncio.create_task(self._run(job, SolveGame(spec, options)))
        return job

    def stop(self) -> None:
        """Stop the job soon; finished parts are kept."""
        self._running = False
        job, task = self.job, self._task
        if job is not None and task is not None and self._code.solves_elsewhere(job["game"]):
            task.cancel()  # foreign code may not react

    def close(self) -> None:
        """Stop the job."""
        self.stop()
        if self._task is not None:
            self._task.cancel()

    async def _run(self, job: Job, command: SolveGame) -> None:
        def on_progress(done: int, total: int) -> bool:
            job["done"], job["total"] = done, total
            return self._running

        try:
            job["message"] = await self._code.solve(command, on_progress)
            job["state"] = "done"
        except (Stopped, asyncio.CancelledError):
            job["state"], job["message"] = "stopped", "the finished parts are kept for the next run"
        except KibitzError as error:
            job["state"], job["message"] = "failed", str(error)
        except MemoryError:
            job["state"], job["message"] = "failed", "there is not enough memory to solve this"
