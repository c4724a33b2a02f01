"""The rules of games in Python files, kept beside the games that were played by them.

A record says by a checksum which rules it was played by. What was kept here was
run here before, so that running it again for a record that names it is no news.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from kibitz.files.code_file import LONGEST
from kibitz.files.plain_file import read_plain
from kibitz.files.whole_file import write_whole
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.records.record import is_own_game, own_game_file
from kibitz.words.errors import KibitzError

_TAG = re.compile(r'^\[(Game|Rules) "((?:[^"\\]|\\.)*)"\]', re.M)


def _path(folder: Path, rules: str, spec: str) -> Path:
    return folder / "rules" / rules / own_game_file(spec)


def keep_rules(game: Game, folder: Path) -> None:
    """Keep a copy of a game's file in a folder, if it is as it was when it was loaded."""
    rules = getattr(game, "fingerprint", None)
    if rules is None or not is_own_game(game.spec):
        return
    path = _path(folder, rules, game.spec)
    if path.exists():
        return
    source = read_plain(Path(game.spec[: game.spec.lower().index(".py") + 3]), LONGEST)
    if fingerprint(source) == rules:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, source, own_folder=True)


def kept_game(text: str, folder: Path) -> Game | None:
    """The game that a record's text was played by, if its rules are kept in a folder."""
    tags = dict(_TAG.findall(text[:10_000]))
    spec, rules = tags.get("Game", ""), tags.get("Rules", "")
    if not is_own_game(spec) or not re.fullmatch(r"[0-9a-f]{16}", rules):
        return None
    path = _path(folder, rules, spec)
    options = re.split(r"(?i)(?<=\.py)(?=:|$)", spec, maxsplit=1)[1]
    try:
        if fingerprint(read_plain(path, LONGEST)) != rules:
            return None
        return load(f"{path}{options}")
    except KibitzError:  # no such file, or it no longer runs
        return None


def fingerprint(source: bytes) -> str:
    """What tells a file's text from all others."""
    return hashlib.sha256(source).hexdigest()[:16]
