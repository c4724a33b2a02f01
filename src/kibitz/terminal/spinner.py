"""Never a silent wait: what is being done, and for how long yet."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread

#: Seconds of silence after which a person is told what is going on.
_PATIENCE = 0.5


@contextlib.contextmanager
def waiting(what: str, seconds: float | None = None, *, lively: bool = False) -> Iterator[None]:
    """Say on stderr what is being done if it takes long.

    `seconds` is how long it may take at most, where that is known. With
    `lively` a bar runs on the terminal and disappears; else a line is written.
    """
    done = threading.Event()
    began = time.monotonic()

    def tell() -> None:
        if done.wait(_PATIENCE):
            return
        with contextlib.suppress(OSError, ValueError):  # stderr may be gone
            if lively and sys.stderr.isatty():
                _bar(what, began, seconds, done)
            else:
                print(f"{what} ...", file=sys.stderr, flush=True)

    teller: threading.Thread | None = None
    with contextlib.suppress(KibitzError):  # where no thread can be had, nothing is said
        teller = start_thread(tell)
    try:
        yield
    finally:
        done.set()
        if teller is not None:
            teller.join()  # a thread left over when the program ends would keep things alive


def _bar(what: str, began: float, seconds: float | None, done: threading.Event) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.fields[time]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=seconds, time="")
        while not done.wait(0.1):
            gone = time.monotonic() - began
            left = f"{max(0.0, seconds - gone):.0f} s left" if seconds else f"{gone:.0f} s"
            bar.update(task, completed=gone, time=left)
