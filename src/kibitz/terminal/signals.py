"""Being told to stop: Ctrl-C, or the system ending the program."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

#: Seconds for which nothing disturbs what is being saved.
PATIENCE = 2.0


class Stop(BaseException):
    """The system asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def endings_raise() -> Iterator[None]:
    """Inside, the signals that end a program raise `Stop`, so that the game can be saved."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers, and only it gets signals
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stop(number)

    # What whoever started the program wants to be ignored, as nohup does, is ignored.
    heard = [number for number in _ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Inside, a second Ctrl-C or ending signal is ignored: what is being saved is saved.

    Saving takes no time. Where it does not end, as the code of a game hangs, a later one is heard.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    begun = time.monotonic()

    def hear(number: int, frame: FrameType | None) -> None:
        if time.monotonic() - begun > PATIENCE:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, *_ENDINGS)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
