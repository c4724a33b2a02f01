"""Folders for cached and user data, and file names in them."""

from __future__ import annotations

import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path

import platformdirs

from kibitz.base.errors import BadFile

#: The environment variables that say where the cache is.
_CACHE_VARIABLES = ("KIBITZ_CACHE", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA", "USERPROFILE")


@lru_cache(maxsize=256)
def _cache_folder(name: str, variables: tuple[str | None, ...]) -> Path:
    return Path(variables[0] or platformdirs.user_cache_dir("kibitz", appauthor=False)) / name


def cache_folder(name: str) -> Path:
    """Return a folder of the user's cache; the environment variable KIBITZ_CACHE moves the cache."""
    return _cache_folder(name, tuple(map(os.environ.get, _CACHE_VARIABLES)))


def folder_hint(path: Path) -> str:
    """Return a hint which environment variable moves the folder that a path lies in, or an empty text."""
    roots = {
        "KIBITZ_CACHE": platformdirs.user_cache_dir("kibitz", appauthor=False),
        "KIBITZ_DATA": platformdirs.user_data_dir("kibitz", appauthor=False),
    }
    for variable, usual in roots.items():
        if path.is_relative_to(os.environ.get(variable) or usual):
            return f"; set the environment variable {variable} to use another folder"
    return ""


def make_folder(folder: Path) -> None:
    """Create a folder and its parents if missing; BadFile if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        taken = isinstance(error, FileExistsError)
        why = "there is a file of that name" if taken else getattr(error, "strerror", None) or error
        raise BadFile(f"the folder {folder} can't be created: {why}") from None


@lru_cache(maxsize=256)
def file_stem(identity: str) -> str:
    """Return a readable file name that is unique to an identity."""
    readable = re.sub(r"[^a-z0-9]+", "-", identity.lower()).strip("-")[:60]
    return f"{readable}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
