"""Stored rules of games in Python files, next to the records played with them.

A record identifies its rules by a checksum. Only files that were run here before are stored, so loading them
for a record runs no new code.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from kibitz.base.errors import KibitzError
from kibitz.files.atomic_write import write_atomically
from kibitz.files.code_file import LONGEST
from kibitz.files.regular_file import read_regular_file
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.games.spec import game_file
from kibitz.records.parser import record_tags
from kibitz.records.record import python_game_file


def _path(folder: Path, rules: str, spec: str) -> Path:
    return folder / "rules" / rules / python_game_file(spec)


def keep_rules(game: Game, folder: Path) -> None:
    """Store a copy of a game's file, if it is unchanged since it was loaded."""
    rules = getattr(game, "fingerprint", None)
    file = game_file(game.spec)
    if rules is None or file is None:
        return
    path = _path(folder, rules, game.spec)
    if path.exists():
        return
    source = read_regular_file(Path(file.path), LONGEST)
    if fingerprint(source) == rules:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, source, own_folder=True)


def kept_game(text: str, folder: Path) -> Game | None:
    """Load the game of a record's text from the stored rules; None if they are not stored."""
    tags = record_tags(text)
    spec, rules = tags.get("Game", ""), tags.get("Rules", "")
    file = game_file(spec)
    if file is None or not re.fullmatch(r"[0-9a-f]{16}", rules):
        return None
    path = _path(folder, rules, spec)
    try:
        if fingerprint(read_regular_file(path, LONGEST)) != rules:
            return None
        return load(f"{path}:{file.options}" if file.options else str(path))
    except KibitzError:  # no such file, or it fails
        return None


def fingerprint(source: bytes) -> str:
    """Return the checksum that identifies a file's text."""
    return hashlib.sha256(source).hexdigest()[:16]
