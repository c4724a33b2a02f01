"""Files that a command will write when its long work is done."""

from __future__ import annotations

from pathlib import Path

from kibitz.files.whole_file import check_output
from kibitz.words.errors import BadFile


def check_outputs(*paths: Path | None) -> None:
    """Refuse files that can't be written before the work begins, not after it."""
    given = [path for path in paths if path is not None]
    for path in given:
        check_output(path)
        plain = path.is_file() or not path.exists()
        if given.count(path) > 1 and plain:
            raise BadFile(f"{path} can't be written: two outputs would take its name")
