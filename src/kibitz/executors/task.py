"""Tasks: jobs packed for another process or machine."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.errors import KibitzError
from kibitz.files.code_file import code_referenced_in, with_code

#: Environment variables that affect results, set to the same values wherever a task runs.
_SETTINGS = ("KIBITZ_LEVELS",)


@dataclass(frozen=True)
class TaskResult:
    """The results of a task's jobs, and how long they took."""

    found: list[Any]
    seconds: float


@dataclass(frozen=True)
class Task:
    """A pickled function and its jobs, with the Python source files that they refer to."""

    packed: bytes
    code: Mapping[str, bytes]
    settings: Mapping[str, str | None]

    @staticmethod
    def of(work: Callable[[Any], Any], *jobs: object) -> Task:
        """Pack a function and its jobs."""
        try:
            packed = pickle.dumps((work, jobs))
        except Exception as error:  # objects of users may raise anything
            raise KibitzError(f"this can't run in another process: {error}") from None
        return Task(packed, code_referenced_in(packed), {name: os.environ.get(name) for name in _SETTINGS})

    @property
    def title(self) -> str:
        """The jobs as text, for messages."""
        with with_code(self.code):
            return ", ".join(map(str, pickle.loads(self.packed)[1]))[:200]

    def do(self) -> TaskResult:
        """Run the jobs."""
        begun = time.perf_counter()
        for name, value in self.settings.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        with with_code(self.code):
            work, jobs = pickle.loads(self.packed)
            found = [work(job) for job in jobs]
        return TaskResult(found, time.perf_counter() - begun)
