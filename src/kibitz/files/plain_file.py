"""Opening a file to read it: a plain one, as a pipe or a device might never answer."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from kibitz.words.errors import BadFile

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def open_plain(path: Path) -> BinaryIO:
    """A plain file, open to be read; BadFile says why it is none."""
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115
    except (OSError, ValueError) as error:
        # A ValueError where the text is no path at all, such as one with a NUL.
        reason = error.strerror if isinstance(error, OSError) else None
        raise BadFile(f"can't read {path}: {reason or error}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise BadFile(f"{path} is not a plain file")
    return file
