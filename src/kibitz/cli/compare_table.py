"""The table of `kibitz compare`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from kibitz.players.comparison import Measured

_COLUMNS: dict[str, Callable[[Measured], str]] = {
    "player": lambda row: row.player,
    "depth": lambda row: str(row.depth),
    "nodes": lambda row: f"{row.nodes:,}",
    "cut-offs": lambda row: f"{row.cutoffs:,}",
    "table hits": lambda row: f"{row.table_hits:,}",
    "re-searches": lambda row: f"{row.researches:,}",
    "ms": lambda row: f"{1000 * row.seconds:,.1f}",
}
_TITLES = tuple(_COLUMNS)
_FEWEST = ("depth", "nodes", "ms")


def fitted_table(rows: list[Measured]) -> str:
    """Return one table, or on a narrow terminal one for each player, with fewer columns if need be."""
    whole = _table(rows, _TITLES)
    if not sys.stdout.isatty():
        return whole
    width = shutil.get_terminal_size().columns

    def fits(text: str) -> bool:
        return max(map(len, text.splitlines())) <= width

    if fits(whole):
        return whole
    parts = []
    for player in dict.fromkeys(row.player for row in rows):
        own = [row for row in rows if row.player == player]
        shown = _table(own, _TITLES[1:])
        parts.append(f"{player}\n{shown if fits(shown) else _table(own, _FEWEST)}")
    return "\n\n".join(parts)


def _table(rows: list[Measured], titles: tuple[str, ...]) -> str:
    cells = [tuple(_COLUMNS[title](row) for title in titles) for row in rows]
    widths = [max(map(len, column)) for column in zip(titles, *cells, strict=True)]
    lines = []
    for line in (titles, *cells):
        shown = [
            cell.ljust(width) if title == "player" else cell.rjust(width)
            for title, cell, width in zip(titles, line, widths, strict=True)
        ]
        lines.append("  ".join(shown).rstrip())
    return "\n".join(lines)
