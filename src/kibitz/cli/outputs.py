"""Files that a command will write when its long work is done."""

from __future__ import annotations

import os
from pathlib import Path

from kibitz.words.errors import BadFile


def check_outputs(*paths: Path | None) -> None:
    """Refuse files that can't be written before the work begins, not after it."""
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            raise BadFile(f"{path} can't be written: it is a folder")
        if not path.parent.is_dir():
            raise BadFile(f"{path} can't be written: there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK):
            raise BadFile(f"{path} can't be written: the folder {path.parent} may not be changed")
