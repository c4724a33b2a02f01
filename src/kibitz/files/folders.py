"""Where Kibitz keeps what it makes for itself."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import platformdirs

from kibitz.base.errors import BadFile


def cache_folder(name: str) -> Path:
    """A folder of the user's cache; the environment variable KIBITZ_CACHE moves the whole cache."""
    root = os.environ.get("KIBITZ_CACHE") or platformdirs.user_cache_dir("kibitz", appauthor=False)
    return Path(root) / name


def way_out(path: Path) -> str:
    """What to do where a file of Kibitz's own can't be written: which variable names another folder."""
    roots = {
        "KIBITZ_CACHE": platformdirs.user_cache_dir("kibitz", appauthor=False),
        "KIBITZ_DATA": platformdirs.user_data_dir("kibitz", appauthor=False),
    }
    for variable, usual in roots.items():
        if path.is_relative_to(os.environ.get(variable) or usual):
            return f"; the environment variable {variable} names another folder"
    return ""


def make_folder(folder: Path) -> None:
    """Make a folder, and those that it lies in, if it is not there yet; BadFile says why it can't be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        taken = isinstance(error, FileExistsError)
        why = "something else has that name" if taken else getattr(error, "strerror", None) or error
        raise BadFile(f"the folder {folder} can't be made: {why}") from None


def file_stem(identity: str) -> str:
    """The name of a file about something: readable, and different for different things."""
    readable = re.sub(r"[^a-z0-9]+", "-", identity.lower()).strip("-")[:60]
    return f"{readable}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
