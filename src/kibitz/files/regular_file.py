"""Reading of regular files only: a pipe or a device might block for ever."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from kibitz.base.errors import BadFile

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
#: Characters of a path in a message; a longer one names no file.
_LONGEST_SHOWN = 4096


def read_regular_file(path: Path, longest: int) -> bytes:
    """Read a regular file of at most `longest` bytes."""
    data = b""
    with open_regular_file(path) as file:
        # Read no more than the file's size at once: a buffer of `longest` bytes might not fit into memory.
        size = os.fstat(file.fileno()).st_size
        try:
            while len(data) <= longest and (more := file.read(min(longest - len(data), size) + 1)):
                data += more
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
    if len(data) > longest:
        raise BadFile(f"{path} is longer than {longest} bytes")
    return data


def open_regular_file(path: Path) -> BinaryIO:
    """Open a regular file for reading; BadFile if it is not one."""
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115
    except (OSError, ValueError) as error:
        # A ValueError means that it is not a path at all, such as one with a NUL.
        reason = error.strerror if isinstance(error, OSError) else None
        shown = str(path) if len(str(path)) <= _LONGEST_SHOWN else f"{str(path)[:_LONGEST_SHOWN]}..."
        raise BadFile(f"{shown} can't be read: {reason or error}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise BadFile(f"{path} is not a regular file")
    return file
