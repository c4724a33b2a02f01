"""Names of lines of cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: Number of cells above which a line is named by its ends.
_SPELT_OUT = 4


def line_kind(line: Sequence[int], width: int) -> str:
    """Return row, column or diagonal, for cells numbered row by row."""
    if len(line) < 2:
        return "cell"
    step = line[1] - line[0]
    return "row" if step == 1 else "column" if step == width else "diagonal"


def line_name(line: Sequence[int], width: int, name: Callable[[int], str]) -> str:
    """Format a line as `row 1-2-3`, `diagonal a1-e5`.

    >>> line_name((0, 4, 8), 3, lambda cell: str(cell + 1))
    'diagonal 1-5-9'
    """
    cells = line if len(line) <= _SPELT_OUT else (line[0], line[-1])
    return f"{line_kind(line, width)} {'-'.join(map(name, cells))}"
