"""Hearing how far long work is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from kibitz import _core

#: Called about ten times a second with what is done and the total (0 while it is
#: not known); the work stops if it returns False.
Listener = Callable[[int, int], object]


def make_control(listener: Listener | None) -> _core.Control:
    """What long work in the core is told by, and tells."""
    if listener is None:
        return _core.Control()
    heard = listener
    return _core.Control(progress=lambda done, total: heard(done, total) is not False)


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Listener]:
    """A listener that draws a bar on stderr: done of total, percent, rate and time left.

    Draws nothing where stderr is no terminal.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, count="", rate="")

        def heard(done: int, total: int) -> None:
            count = f"{done:,}/{total:,}" if total else f"{done:,}"
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total or None, count=count, rate=rate)

        yield heard
