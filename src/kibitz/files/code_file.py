"""Python files of games and players, which go along with work to other machines.

Whoever works there finds them under the same names as here, without a file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path

from kibitz.files.regular_file import read_plain

#: No file of rules is longer.
LONGEST = 10_000_000

#: What was read in this process, by the path it was asked for by.
_read: dict[str, bytes] = {}
_brought: ContextVar[Mapping[str, bytes] | None] = ContextVar("kibitz-code", default=None)


def read_code(path: Path) -> bytes:
    """The text of a file of code: what came along with the work, or else what is on the disk."""
    came_along = (_brought.get() or {}).get(str(path))
    text = read_plain(path, LONGEST) if came_along is None else came_along
    _read[str(path)] = text
    return text


def code_named_in(packed: bytes) -> dict[str, bytes]:
    """The files of code read so far whose names are among these bytes."""
    return {name: text for name, text in _read.items() if name.encode("utf-8", "surrogatepass") in packed}


@contextlib.contextmanager
def brought(code: Mapping[str, bytes]) -> Iterator[None]:
    """Inside, these files are read as they were where the work comes from."""
    token = _brought.set(code)
    try:
        yield
    finally:
        _brought.reset(token)
