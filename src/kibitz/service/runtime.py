"""Execution environments of the service: threads and processes, or a browser's Workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.service.sandbox import ChildProcess, Sandbox, Start
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools


def _threads(settings: Settings) -> ThreadPools:
    return ThreadPools(settings.most_waiting, settings.client_thinking, settings.client_waiting)


@dataclass(frozen=True)
class Runtime:
    """Threads for searches, and processes for foreign code."""

    pools: Callable[[Settings], ThreadPools] = _threads
    #: Starts a process of a sandbox.
    start: Start = ChildProcess
    #: Whether such a process also searches for built-in games, for lack of threads.
    thinks_apart: bool = False

    def thinker(self, settings: Settings, folder: str) -> Sandbox | None:
        """Return the process that searches for built-in games; None if threads do."""
        return Sandbox(settings, folder, "the search", self.start) if self.thinks_apart else None
