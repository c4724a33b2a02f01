"""Jobs that can be done in another process or on another machine."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.errors import KibitzError
from kibitz.files.code_file import brought, code_named_in

#: Variables of the environment that decide what comes out, wherever the work is done.
_SETTINGS = ("KIBITZ_LEVELS",)


@dataclass(frozen=True)
class Done:
    """What came out of a task, job by job, and how long it took."""

    found: list[Any]
    seconds: float


@dataclass(frozen=True)
class Task:
    """A function of a module and the jobs to call it with, with the Python files that these name."""

    packed: bytes
    code: Mapping[str, bytes]
    settings: Mapping[str, str | None]

    @staticmethod
    def of(work: Callable[[Any], Any], *jobs: object) -> Task:
        """The task to call `work` with each of the jobs."""
        try:
            packed = pickle.dumps((work, jobs))
        except Exception as error:  # whatever the things inside say against it
            raise KibitzError(f"this can't be done in another process: {error}") from None
        return Task(packed, code_named_in(packed), {name: os.environ.get(name) for name in _SETTINGS})

    @property
    def title(self) -> str:
        """What it is about, in words."""
        with brought(self.code):
            return ", ".join(map(str, pickle.loads(self.packed)[1]))[:200]

    def do(self) -> Done:
        """Call the function with every job."""
        begun = time.perf_counter()
        for name, value in self.settings.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        with brought(self.code):
            work, jobs = pickle.loads(self.packed)
            found = [work(job) for job in jobs]
        return Done(found, time.perf_counter() - begun)
