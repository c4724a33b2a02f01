"""Reads lines that somebody else writes: none is too long, and none goes on for ever."""

from __future__ import annotations

from typing import IO

#: A line that is longer than this is not written by anybody who wants an answer (`</dev/zero`).
_ENDLESS = 4_000_000


def read_line(source: IO[str], longest: int) -> str:
    r"""The next line, as much of it as may be read; nothing where there are no more, or where it never ends.

    >>> import io
    >>> lines = io.StringIO("a long answer\nno\n")
    >>> read_line(lines, 6), read_line(lines, 6), read_line(lines, 6)
    ('a long', 'no\n', '')
    """
    line = rest = source.readline(longest)
    passed = len(rest)
    while not rest.endswith("\n") and len(rest) == longest:
        if passed >= _ENDLESS:
            return ""
        rest = source.readline(longest)
        passed += len(rest)
    return line
