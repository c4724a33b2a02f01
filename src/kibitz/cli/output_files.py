"""Files that a command will write when its long work is done."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import check_output


def check_outputs(*paths: Path | None, needed: Iterable[Path | None] = (), plain: bool = False) -> None:
    """Refuse files that can't be written before the work begins, not after it.

    What is `needed`, as it is read or games are kept there, is no place for an
    output, and neither is a program: both are somebody's only copy. What will
    be read again must be a `plain` file.
    """
    others = {os.path.realpath(path): "it is needed as it is" for path in needed if path is not None}
    for path in paths:
        if path is None:
            continue
        check_output(path, plain=plain)
        if path.exists() and not path.is_file():
            continue  # pipes and devices take anything
        place = os.path.realpath(path)
        if place in others:
            raise BadFile(f"{path} can't be written: {others[place]}; name another file")
        if path.exists() and place.endswith(".py"):
            raise BadFile(f"{path} can't be written: it is a Python file; name another")
        others[place] = "two outputs would take its name"
