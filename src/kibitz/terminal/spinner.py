"""A spinner for long work, with a label and the time left."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread

#: Seconds before the spinner appears.
_DELAY = 0.5


@contextlib.contextmanager
def spinner(what: str, seconds: float | None = None, *, animated: bool = False) -> Iterator[None]:
    """Show a label and a spinner on stderr while long work runs.

    `seconds` is the time limit, if there is one. With `animated`, show a bar that
    disappears at the end; otherwise write a line.
    """
    done = threading.Event()
    began = time.monotonic()

    def show() -> None:
        if done.wait(_DELAY):
            return
        with contextlib.suppress(OSError, ValueError):  # stderr may be gone
            if animated and sys.stderr.isatty():
                _bar(what, began, seconds, done)
            else:
                print(f"{what} ...", file=sys.stderr, flush=True)

    thread: threading.Thread | None = None
    with contextlib.suppress(KibitzError):  # without a thread there is no spinner
        thread = start_thread(show)
    try:
        yield
    finally:
        done.set()
        if thread is not None:
            thread.join()  # a leftover thread would keep objects alive at exit


def _bar(what: str, began: float, seconds: float | None, done: threading.Event) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.fields[time]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=seconds, time="")
        while not done.wait(0.1):
            elapsed = time.monotonic() - began
            left = f"{max(0.0, seconds - elapsed):.0f} s left" if seconds else f"{elapsed:.0f} s"
            bar.update(task, completed=elapsed, time=left)
