"""Calling off work that nobody waits for any more."""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Protocol

from kibitz.base.errors import Stopped


class Stoppable(Protocol):
    """What can be told to stop from another thread."""

    def stop(self) -> None:
        """End soon."""


class Cancel:
    """Calls off work in another thread.

    Work inside `with cancel:` ends with `Stopped` soon after somebody says
    `cancel.now()`: searches hang on it (`games/control.py`), and loops ask
    `raise_if_cancelled`. It is no argument of theirs, as everything between
    whoever waits and the search would have to pass it on.
    """

    def __init__(self) -> None:
        self._cancelled = False
        #: What runs now; one thread does one thing at a time.
        self._running: Stoppable | None = None
        self._token: Token[Cancel | None] | None = None

    def now(self) -> None:
        """Call it off; from any thread, and at any time."""
        self._cancelled = True
        running = self._running  # its own thread may let go of it meanwhile
        if running is not None:
            running.stop()

    @property
    def is_called(self) -> bool:
        """Whether somebody called it off."""
        return self._cancelled

    def watch(self, running: Stoppable) -> None:
        """Stop this too when it is called off."""
        self._running = running  # before looking, so that no call in between is missed
        self.check()

    def check(self) -> None:
        """Raise `Stopped` if it was called off."""
        if self._cancelled:
            raise Stopped("nobody waits for this any more")

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
    """Stop this when the work that it is part of is called off."""
    if (cancel := _current.get()) is not None:
        cancel.watch(running)


def raise_if_cancelled() -> None:
    """Raise `Stopped` if the work that this is part of was called off."""
    if (cancel := _current.get()) is not None:
        cancel.check()
