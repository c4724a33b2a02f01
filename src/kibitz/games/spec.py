"""Parsing specs that name a Python file, for checks and loading."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<options>.*))?", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A Python file with a game, which runs when loaded, and the text of its options."""

    path: str
    options: str


def game_file(spec: str) -> GameFile | None:
    """Return the file that a spec names; None for a registered name.

    >>> game_file("games/nim.py:heaps=3")
    GameFile(path='games/nim.py', options='heaps=3')
    >>> game_file("connect4") is None
    True
    """
    found = _FILE.fullmatch(spec.strip())
    return GameFile(found["path"], found["options"] or "") if found else None
