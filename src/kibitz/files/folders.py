"""Where Kibitz keeps what it makes for itself."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import platformdirs


def cache_folder(name: str) -> Path:
    """A folder of the user's cache; the environment variable KIBITZ_CACHE moves the whole cache."""
    root = os.environ.get("KIBITZ_CACHE") or platformdirs.user_cache_dir("kibitz", appauthor=False)
    return Path(root) / name


def file_stem(identity: str) -> str:
    """The name of a file about something: readable, and different for different things."""
    readable = re.sub(r"[^a-z0-9]+", "-", identity.lower()).strip("-")[:60]
    return f"{readable}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"
