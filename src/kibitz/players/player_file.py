"""Custom players from Python files, named by specs such as `my.py:MyPlayer`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.base.options import Option, format_value
from kibitz.files.code_file import read_code
from kibitz.games.python_game.loader import run_file
from kibitz.players.player import Player
from kibitz.players.python_file import CodeName, from_file, own_things

#: The search offered for each evaluation of a file.
_SEARCH = "negascout"


def player_from_file(named: CodeName) -> tuple[type[Player], str]:
    """Return the player class that a spec names, and its name in specs."""
    return from_file(named, "player", "a class that inherits from kibitz.Player", _is_player)


def players_in(path: str) -> Iterator[tuple[str, str, tuple[Option, ...]]]:
    """Iterate over specs, summaries and options of a file's players and of a search per evaluation."""
    module = run_file(Path(path), read_code(Path(path)))
    found = own_things(module, _is_player), own_things(module, _is_evaluation)
    if not any(found):
        raise BadOption(f"{path}: has no player and no evaluation")
    for name, cls in found[0].items():
        yield f"{path}:{name}", str(getattr(cls, "summary", "")), cls.options
    for name, function in found[1].items():
        evaluation = format_value(f"{path}:{name}")
        about = (function.__doc__ or "").strip().partition("\n")[0]
        yield f"{_SEARCH}:eval={evaluation}", about, ()


def _is_player(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Player) and not value.__abstractmethods__


def _is_evaluation(value: Any) -> bool:
    """Return whether a value is a function of one argument, as evaluations are."""
    return inspect.isfunction(value) and len(inspect.signature(value).parameters) == 1
