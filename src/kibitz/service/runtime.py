"""Where the service lets its work be done: in threads and processes, or what a browser has instead."""

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
    """Threads for thinking, and processes for code that is not ours."""

    pools: Callable[[Settings], ThreadPools] = _threads
    #: Starts a process of a sandbox.
    start: Start = ChildProcess
    #: Whether such a process thinks for our own games, too, because there are no threads.
    thinks_apart: bool = False

    def thinker(self, settings: Settings, folder: str) -> Sandbox | None:
        """Return what thinks for our own games; None where threads do."""
        return Sandbox(settings, folder, "the search", self.start) if self.thinks_apart else None
