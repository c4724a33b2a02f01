"""HTML tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> str:
    """Return an HTML table with a header row, all texts escaped.

    >>> html_table(["move"], [["<5>"]])
    '<table><thead><tr><th>move</th></tr></thead><tbody><tr><td>&lt;5&gt;</td></tr></tbody></table>'
    """
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    top = _row("th", head)
    return (
        f"<table>{caption}<thead>{top}</thead><tbody>{''.join(_row('td', r) for r in rows)}</tbody></table>"
    )


def _row(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
