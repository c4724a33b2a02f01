"""Showing how far long work is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kibitz.words.progress import Progress

#: Columns of a terminal from which on times fit beside the numbers, and a bar too.
_NARROW = 60
_WIDE = 110
#: What all that takes, with the bar and without.
_NUMBERS_WIDE = 84
_NUMBERS = 50


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """A listener that draws a bar on stderr: done of total, percent, rate and time left.

    Draws nothing where stderr is no terminal.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        ProgressColumn,
        TaskProgressColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar
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
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, count="", rate="")

        def heard(done: int, total: int) -> None:
            count = f"{done:,}/{total:,}" if total else f"{done:,}"
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total or None, count=count, rate=rate)

        yield heard
