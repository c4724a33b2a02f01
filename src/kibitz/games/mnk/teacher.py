"""Lines by name, for sentences about m,n,k."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.base.reason import join_words
from kibitz.games.board_view import owned_lines
from kibitz.games.line_names import line_name


def completed(
    cells: Sequence[int], cell: int, width: int, height: int, length: int, name: Callable[[int], str]
) -> str:
    """The lines that the stone on a cell completes: `row 1-2-3 and column 3-6-9`."""
    lines = [line for line in owned_lines(cells, width, height, length) if cell in line]
    return join_words([line_name(line, width, name) for line in lines[:2]], "and") if lines else ""
