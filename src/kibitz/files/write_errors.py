"""Error messages for failed writes."""

from __future__ import annotations

import errno
from pathlib import Path

from kibitz.base.errors import BadFile


def unwritable(path: Path, error: OSError) -> BadFile:
    """Return the error for a path that can't be written."""
    return BadFile(why_unwritable(path, error))


def why_unwritable(path: Path, error: OSError) -> str:
    """Return why a path can't be written, and which variable moves its folder."""
    from kibitz.files.folders import folder_hint  # imported on errors only

    why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
    return f"{path} can't be written: {why}{folder_hint(path)}"
