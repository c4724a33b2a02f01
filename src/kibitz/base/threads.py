"""Threads, and what to say where the system has none left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kibitz.base.errors import KibitzError


def start_thread(work: Callable[..., object], *args: Any) -> threading.Thread:
    """A thread that does this work, and that nobody has to wait for at the end of the program."""
    thread = threading.Thread(target=work, args=args, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        raise KibitzError(
            "the system gives no more threads; end other programs, or allow more (ulimit -u, ulimit -v)"
        ) from None
    return thread
