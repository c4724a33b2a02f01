"""Handling of SIGINT, SIGTERM and SIGHUP."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

#: Seconds for which signals are ignored while a game is saved.
GRACE_SECONDS = 2.0


class Terminated(BaseException):
    """A termination signal was received."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def termination_raises() -> Iterator[None]:
    """Inside, termination signals raise `Terminated`, so that the game can be saved."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can set handlers and receives signals
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    # Keep ignoring signals that the parent process ignores, as nohup does.
    handled = [number for number in _ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def ignore_signals() -> Iterator[None]:
    """Inside, Ctrl-C and termination signals are ignored, so that saving can finish.

    Saving is quick; if the code of a game hangs, signals work again after `GRACE_SECONDS`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    begun = time.monotonic()

    def handle(number: int, frame: FrameType | None) -> None:
        if time.monotonic() - begun > GRACE_SECONDS:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, *_ENDINGS)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
