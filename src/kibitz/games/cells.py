"""Cell names on a rectangular board, and board texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from kibitz.base.errors import BadNotation

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(cell: int, width: int, height: int) -> str:
    """Return a cell's name: `a1` is the bottom left cell; columns are letters, rows count from the bottom."""
    row, column = divmod(cell, width)
    return f"{_LETTERS[column]}{height - row}"


def parse_cell_name(text: str, width: int, height: int) -> int | None:
    """Return the cell of a name such as `b2`; None if it is not on the board."""
    found = re.fullmatch(r"([a-z])\s*([0-9]{1,3})", text.strip().lower())
    if not found:
        return None
    column, row = _LETTERS.index(found[1]), height - int(found[2])
    return row * width + column if column < width and 0 <= row < height else None


@lru_cache(maxsize=64)
def letter_names(width: int, height: int) -> tuple[str, ...]:
    """Return the names of all cells by letter and row."""
    return tuple(cell_name(cell, width, height) for cell in range(width * height))


@lru_cache(maxsize=64)
def edge_labels(width: int, height: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the letters of the columns and the numbers of the rows from the top."""
    return tuple(_LETTERS[:width]), tuple(str(height - row) for row in range(height))


class CellNames:
    """A naming scheme of cells.

    By number, row by row from the top left (`rows`) or from the bottom left as on a keypad (`keypad`), or by
    letter and row (`letters`), which is always accepted.
    """

    def __init__(self, width: int, height: int, numbering: str) -> None:
        self._width, self._height, self._numbering = width, height, numbering
        count = width * height
        #: The first and the last name, for messages: `1 to 9`.
        self.span = f"a1 to {cell_name(width - 1, width, height)}" if self.lettered else f"1 to {count}"

    @property
    def lettered(self) -> bool:
        """Return whether names are a letter and a row."""
        return self._numbering == "letters"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of all cells."""
        if self.lettered:
            return letter_names(self._width, self._height)
        return tuple(str(self._place(cell) + 1) for cell in range(self._width * self._height))

    def text(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.names[cell]

    def parse(self, text: str) -> int | None:
        """Return the cell of a name; None if it is not on the board."""
        text = text.strip()
        if self.lettered or not (text.isascii() and text.isdecimal() and len(text) <= 3):
            return parse_cell_name(text, self._width, self._height)
        place = int(text) - 1
        # Counting rows from the other end is its own inverse.
        return self._place(place) if 0 <= place < self._width * self._height else None

    def _place(self, cell: int) -> int:
        if self._numbering == "rows":
            return cell
        row, column = divmod(cell, self._width)
        return (self._height - 1 - row) * self._width + column


#: The option for the naming scheme.
NUMBERINGS = ("rows", "keypad", "letters")


def format_rows(cells: Sequence[int], width: int, marks: str) -> str:
    """Format cells as rows from the top, joined by `/`: `xo./.x./...`."""
    text = "".join([marks[cell] for cell in cells])
    return "/".join([text[i : i + width] for i in range(0, len(text), width)])


def arranged_rows(written: Sequence[str], width: int, between: str = " ") -> str:
    """Arrange the text of each cell in rows from the top."""
    return "/".join(between.join(written[i : i + width]) for i in range(0, len(written), width))


def parse_rows(text: str, width: int, height: int, marks: Mapping[str, int], example: str) -> list[int]:
    """Parse the output of `format_rows`, ignoring blanks; a digit is so many empty cells."""
    rows = re.split(r"[/|\n]", re.sub(r"[ \t\r]", "", text.strip().lower()).strip("/|"))
    if len(rows) == 1 and len(rows[0]) == width * height:
        rows = [rows[0][i : i + width] for i in range(0, width * height, width)]
    if len(rows) != height:
        raise BadNotation(f"a position has {height} rows joined by '/', not {len(rows)}; {example}")
    cells: list[int] = []
    for number, row in enumerate(rows, start=1):
        # At most two digits, so that a long number can't create a long list.
        expanded = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), row)
        if len(expanded) != width:
            raise BadNotation(f"row {number} has {len(expanded)} cells, not {width}; {example}")
        for character in expanded:
            if character not in marks:
                raise BadNotation(f"{character!r} in row {number} is invalid here; {example}")
            cells.append(marks[character])
    return cells
