"""Opening a file to read it: a plain one, as a pipe or a device might never answer."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from kibitz.base.errors import BadFile

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def read_plain(path: Path, longest: int) -> bytes:
    """All of a plain file that has at most so many bytes."""
    data = b""
    with open_plain(path) as file:
        # No more at once than there is: a buffer of the greatest length might not fit into memory.
        size = os.fstat(file.fileno()).st_size
        try:
            while len(data) <= longest and (more := file.read(min(longest - len(data), size) + 1)):
                data += more
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
    if len(data) > longest:
        raise BadFile(f"{path} is longer than {longest} bytes")
    return data


def open_plain(path: Path) -> BinaryIO:
    """A plain file, open to be read; BadFile says why it is none."""
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115
    except (OSError, ValueError) as error:
        # A ValueError where the text is no path at all, such as one with a NUL.
        reason = error.strerror if isinstance(error, OSError) else None
        raise BadFile(f"{path} can't be read: {reason or error}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise BadFile(f"{path} is not a plain file")
    return file
