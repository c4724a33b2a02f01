"""The checksum of a record: of what the game is, not of comments, names or layout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

#: The tag that holds it.
CHECKSUM = "Checksum"


def checksum(game: str, start: str, moves: Iterable[str], result: str) -> str:
    """The first 16 digits of the SHA-256 of these texts as the record has them, a line each.

    `start` is empty where the record has no such tag.

    >>> checksum("tictactoe", "", ["5", "1"], "*")
    '8266198e45be79c4'
    """
    text = "\n".join([game, start, *moves, result])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
