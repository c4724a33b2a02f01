"""Starting threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kibitz.base.errors import KibitzError


def start_thread(work: Callable[..., object], *args: Any) -> threading.Thread:
    """Start a daemon thread; KibitzError if the system has no more threads."""
    thread = threading.Thread(target=work, args=args, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        raise KibitzError(
            "the system has no more threads; end other programs, or allow more (ulimit -u, ulimit -v)"
        ) from None
    return thread
