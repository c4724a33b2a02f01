"""Cancellation and progress of long-running work."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from typing import Protocol

from kibitz.base.errors import Stopped

#: A progress callback: called about ten times a second with the work done and the total
#: (0 while unknown). The work stops if it returns False.
Progress = Callable[[int, int], object]


class Stoppable(Protocol):
    """Work that another thread can stop."""

    def stop(self) -> None:
        """End soon."""


class Cancel:
    """A cancellation token for work in another thread.

    Work inside `with cancel:` ends with `Stopped` soon after `cancel.now()`:
    native searches are registered with it (`games/control.py`), and Python loops
    call `raise_if_cancelled`. The current token is a context variable, so that
    no function in between has to pass it on.
    """

    def __init__(self) -> None:
        self._cancelled = False
        #: The native search that runs now; one thread runs one at a time.
        self._running: Stoppable | None = None
        self._token: Token[Cancel | None] | None = None

    def now(self) -> None:
        """Cancel the work. May be called from any thread, at any time."""
        self._cancelled = True
        running = self._running  # the worker's thread may reset it at any time
        if running is not None:
            running.stop()

    @property
    def is_cancelled(self) -> bool:
        """Whether the work has been cancelled."""
        return self._cancelled

    def watch(self, running: Stoppable) -> None:
        """Register a search to be stopped on cancellation."""
        self._running = running  # before the check, so that no cancellation in between is missed
        self.check()

    def check(self) -> None:
        """Raise `Stopped` if the work was cancelled."""
        if self._cancelled:
            raise Stopped("the work was cancelled")

    def __enter__(self) -> Cancel:
        self.check()
        self._token = _current.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        assert self._token is not None
        _current.reset(self._token)
        self._running = None


_current: ContextVar[Cancel | None] = ContextVar("kibitz-cancel", default=None)


def watch(running: Stoppable) -> None:
    """Register a search with the current `Cancel`, if there is one."""
    if (cancel := _current.get()) is not None:
        cancel.watch(running)


def raise_if_cancelled() -> None:
    """Raise `Stopped` if the current work was cancelled."""
    if (cancel := _current.get()) is not None:
        cancel.check()
