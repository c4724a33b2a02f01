"""Word wrapping of text."""

from __future__ import annotations

import textwrap

#: Minimum width of lines.
_NARROWEST = 20


def wrapped(text: str, width: int, indent: str = "", first: str | None = None) -> str:
    """Wrap a text to `width` characters with an indent, and another indent for the first line if given.

    >>> print(wrapped("one two three four five", 20, indent="  ", first="- "))
    - one two three four
      five
    """
    return textwrap.fill(
        text,
        max(_NARROWEST, width),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
