"""What the system says against writing a file, as our error."""

from __future__ import annotations

import errno
from pathlib import Path

from kibitz.base.errors import BadFile


def unwritable(path: Path, error: OSError) -> BadFile:
    """The error that says why a path can't be written to, and which variable names another folder."""
    return BadFile(why_unwritable(path, error))


def why_unwritable(path: Path, error: OSError) -> str:
    """The same as a text."""
    from kibitz.files.folders import way_out  # not loaded as long as all goes well

    why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
    return f"{path} can't be written: {why}{way_out(path)}"
