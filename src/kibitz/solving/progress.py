"""Hearing how far long work is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from kibitz import _core

#: Called about ten times a second with what is done and the total (0 while it is
#: not known); the work stops if it returns False.
Listener = Callable[[int, int], object]

#: Columns of a terminal from which on times fit beside the numbers, and a bar too.
_NARROW = 60
_WIDE = 110
#: What all that takes, with the bar and without.
_NUMBERS_WIDE = 84
_NUMBERS = 50


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
        ProgressColumn,
        TaskProgressColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    wide = console.width >= _WIDE
    # Where there is little room, the title gives way, never the numbers.
    fitted = Text(title)
    fitted.truncate(max(10, console.width - (_NUMBERS_WIDE if wide else _NUMBERS)), overflow="ellipsis")
    title = fitted.plain
    columns: list[str | ProgressColumn] = ["{task.description}"]
    columns += [BarColumn(bar_width=20)] if wide else []
    columns += ["{task.fields[count]}", TaskProgressColumn()]
    columns += ["{task.fields[rate]}"] if wide else []
    columns += [TimeElapsedColumn(), "left", TimeRemainingColumn()] if console.width >= _NARROW else []
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, count="", rate="")

        def heard(done: int, total: int) -> None:
            count = f"{done:,}/{total:,}" if total else f"{done:,}"
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total or None, count=count, rate=rate)

        yield heard
