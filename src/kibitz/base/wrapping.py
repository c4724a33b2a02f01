"""Texts in lines that fit, broken between words only."""

from __future__ import annotations

import textwrap

#: No line is made narrower than this, however narrow the terminal.
_NARROWEST = 20


def wrapped(text: str, width: int, indent: str = "", first: str | None = None) -> str:
    """A text in lines of at most `width` characters, each indented, the first one perhaps otherwise.

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
