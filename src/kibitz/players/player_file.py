"""A player of one's own from a Python file: `my.py:MyPlayer`, wherever a player is named."""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.files.plain_file import read_plain
from kibitz.games.own_file import LONGEST, run_file
from kibitz.players.player import Player
from kibitz.words.errors import BadOption

_SPEC = re.compile(r"(?P<file>.+?\.py)(?::(?P<cls>[^\W\d]\w*)(?![\w=]))?(?::(?P<options>.*))?", re.DOTALL)


def is_file_spec(spec: str) -> bool:
    """Whether a spec names a player in a Python file, which runs when it is loaded."""
    return _SPEC.fullmatch(spec.strip()) is not None


def player_from_file(spec: str) -> tuple[type[Player], str, str]:
    """The class that a spec names, what to call it in specs, and the text of its options.

    The file's code is run: load only what you trust.
    """
    found = _SPEC.fullmatch(spec.strip())
    assert found is not None
    path = Path(found["file"])
    module = run_file(path, read_plain(path, LONGEST))
    players = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Player)
        and value.__module__ == module.__name__
        and not value.__abstractmethods__
    }
    if not players:
        raise BadOption(f"{path}: has no player; define a class that inherits from kibitz.Player")
    wanted = found["cls"]
    if wanted is None and len(players) > 1:
        raise BadOption(f"{path}: has several players; say which: {path}:{next(iter(players))}")
    if wanted is not None and wanted not in players:
        raise BadOption(f"{path}: has no player {wanted} (it has {', '.join(players)})")
    name, cls = (wanted, players[wanted]) if wanted else next(iter(players.items()))
    return cls, f"{path}:{name}", found["options"] or ""
