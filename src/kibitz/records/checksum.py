"""Checksum of a record's moves and result, independent of comments, names and layout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

#: The tag of the checksum.
CHECKSUM = "Checksum"


def checksum(game: str, start: str, moves: Iterable[str], result: str) -> str:
    """Return the first 16 hex digits of the SHA-256 of the record's texts, one per line.

    `start` is empty if the record has no such tag.

    >>> checksum("tictactoe", "", ["5", "1"], "*")
    '8266198e45be79c4'
    """
    text = "\n".join([game, start, *moves, result])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
