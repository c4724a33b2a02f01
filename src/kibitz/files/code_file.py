"""Python source files of games and players, sent along with tasks to other machines.

A worker reads them under the same paths, from memory.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path

from kibitz.files.regular_file import read_regular_file

#: The largest source file that is read, in bytes.
LONGEST = 10_000_000

#: Source files read in this process, by path.
_read: dict[str, bytes] = {}
_sent: ContextVar[Mapping[str, bytes] | None] = ContextVar("kibitz-code", default=None)


def read_code(path: Path) -> bytes:
    """Read a source file: from the current task if it brought it along, else from disk."""
    sent = (_sent.get() or {}).get(str(path))
    text = read_regular_file(path, LONGEST) if sent is None else sent
    _read[str(path)] = text
    return text


def code_referenced_in(packed: bytes) -> dict[str, bytes]:
    """Return the source files read so far whose paths occur in these bytes."""
    return {name: text for name, text in _read.items() if name.encode("utf-8", "surrogatepass") in packed}


@contextlib.contextmanager
def with_code(code: Mapping[str, bytes]) -> Iterator[None]:
    """Let `read_code` find these files inside the block."""
    token = _sent.set(code)
    try:
        yield
    finally:
        _sent.reset(token)
