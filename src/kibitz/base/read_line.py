"""Bounded reading of lines from untrusted input."""

from __future__ import annotations

from typing import IO

#: Reading a line is given up after so many characters (`</dev/zero`).
_GIVE_UP = 4_000_000


def read_line(source: IO[str], longest: int) -> str:
    r"""Return the next line, cut to `longest` characters; empty at the end, or if the line never ends.

    >>> import io
    >>> lines = io.StringIO("a long answer\nno\n")
    >>> read_line(lines, 6), read_line(lines, 6), read_line(lines, 6)
    ('a long', 'no\n', '')
    """
    line = rest = source.readline(longest)
    passed = len(rest)
    while not rest.endswith("\n") and len(rest) == longest:
        if passed >= _GIVE_UP:
            return ""
        rest = source.readline(longest)
        passed += len(rest)
    return line
