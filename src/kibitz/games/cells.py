"""Names of cells on a rectangular board, and texts of whole boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kibitz.words.errors import BadNotation

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(cell: int, width: int, height: int) -> str:
    """`a1` is the bottom left cell; columns are letters, rows count from the bottom."""
    row, column = divmod(cell, width)
    return f"{_LETTERS[column]}{height - row}"


def read_cell_name(text: str, width: int, height: int) -> int | None:
    """The cell that a name such as `b2` stands for, if it is on the board."""
    found = re.fullmatch(r"([a-z])\s*([0-9]{1,3})", text.strip().lower())
    if not found:
        return None
    column, row = _LETTERS.index(found[1]), height - int(found[2])
    return row * width + column if column < width and 0 <= row < height else None


def rows_text(cells: Sequence[int], width: int, marks: str) -> str:
    """Cells as rows from the top, joined by `/`: `xo./.x./...`."""
    text = "".join(marks[cell] for cell in cells)
    return "/".join(text[i : i + width] for i in range(0, len(text), width))


def read_rows(text: str, width: int, height: int, marks: Mapping[str, int], example: str) -> list[int]:
    """Read what `rows_text` wrote, leniently: blanks don't matter, a digit is so many empty cells."""
    rows = re.split(r"[/|\n]", re.sub(r"[ \t\r]", "", text.strip().lower()).strip("/|"))
    if len(rows) == 1 and len(rows[0]) == width * height:
        rows = [rows[0][i : i + width] for i in range(0, width * height, width)]
    if len(rows) != height:
        raise BadNotation(f"a position has {height} rows joined by '/', not {len(rows)}; {example}")
    cells: list[int] = []
    for number, row in enumerate(rows, start=1):
        # Short of any board's width, so that a long number can't ask for a long list.
        expanded = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), row)
        if len(expanded) != width:
            raise BadNotation(f"row {number} has {len(expanded)} cells, not {width}; {example}")
        for character in expanded:
            if character not in marks:
                raise BadNotation(f"{character!r} in row {number} means nothing here; {example}")
            cells.append(marks[character])
    return cells
