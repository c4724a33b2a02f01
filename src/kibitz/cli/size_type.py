"""Sizes as people write them."""

from __future__ import annotations


def size_words(count: int) -> str:
    """Bytes in the unit that fits: `9.6 kB`.

    >>> size_words(9600), size_words(512)
    ('9.6 kB', '512 B')
    """
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{count} B" if unit == "B" else f"{size:.1f} {unit}"
