"""The Python file that a game's spec names, parsed in one place for checks and for loading."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<options>.*))?", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A Python file with a game, which runs when it is loaded, and the text of the game's options."""

    path: str
    options: str


def game_file(spec: str) -> GameFile | None:
    """The file that a spec names; None if it names a game that is known by a word.

    >>> game_file("games/nim.py:heaps=3")
    GameFile(path='games/nim.py', options='heaps=3')
    >>> game_file("connect4") is None
    True
    """
    found = _FILE.fullmatch(spec.strip())
    return GameFile(found["path"], found["options"] or "") if found else None
