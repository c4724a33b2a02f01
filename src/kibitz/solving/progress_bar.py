"""Showing how far long work is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kibitz.base.cancel import Progress

#: Columns of a terminal from which on times come before a long title, and a bar fits too.
_USUAL = 80
_WIDE = 110
#: What the numbers take: with times and the bar, with times, and alone.
_NUMBERS_WIDE = 84
_NUMBERS_AND_TIMES = 50
_NUMBERS = 29


@contextlib.contextmanager
def progress_bar(title: str, *, keep: bool = False) -> Iterator[Progress]:
    """A listener that draws a bar on stderr: done of total, percent, rate and time left.

    Draws nothing where stderr is no terminal. With `keep`, the last numbers stay when the work is done.
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
    timed = console.width >= min(_USUAL, _NUMBERS_AND_TIMES + len(title))
    # Where there is little room, times and then the title give way, never the numbers.
    numbers = _NUMBERS_WIDE if wide else _NUMBERS_AND_TIMES if timed else _NUMBERS
    fitted = Text(title)
    fitted.truncate(max(10, console.width - numbers), overflow="ellipsis")
    title = fitted.plain
    columns: list[str | ProgressColumn] = ["{task.description}"]
    columns += [BarColumn(bar_width=20)] if wide else []
    columns += ["{task.fields[count]}", TaskProgressColumn()]
    columns += ["{task.fields[rate]}"] if wide else []
    columns += [TimeElapsedColumn(), "left", TimeRemainingColumn()] if timed else []
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, count="", rate="")

        def heard(done: int, total: int) -> None:
            count = f"{done:,}/{total:,}" if total else f"{done:,}"
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total or None, count=count, rate=rate)

        yield heard
        last = bar.tasks[0]
    if keep and last.total:
        console.print(f"{title}: {progress_words(int(last.completed), int(last.total))}", highlight=False)


def progress_words(done: int, total: int) -> str:
    """Return progress as text.

    >>> progress_words(2500, 10_000)
    '2,500/10,000 (25%)'
    """
    return f"{done:,}/{total:,} ({done / total:.0%})"
