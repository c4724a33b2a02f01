"""Every player by name. A new player is one entry here."""

from __future__ import annotations

import contextlib
import difflib
import importlib
from collections.abc import Mapping
from functools import cache

from kibitz.players.player import Player
from kibitz.words.errors import BadOption, quoted
from kibitz.words.options import Option, settle, split_spec
from kibitz.words.plugins import plugins

#: Name to module and class; loaded when used.
ENTRIES: dict[str, tuple[str, str]] = {
    "random": ("kibitz.players.random_player", "RandomPlayer"),
    "preference": ("kibitz.players.preference", "PreferencePlayer"),
    "lines": ("kibitz.players.lines", "LinesPlayer"),
    "rules": ("kibitz.players.rules", "RulesPlayer"),
    "minimax": ("kibitz.players.minimax", "MinimaxPlayer"),
    "alphabeta": ("kibitz.players.alphabeta", "AlphaBetaPlayer"),
    "negascout": ("kibitz.players.negascout", "NegaScoutPlayer"),
    "table": ("kibitz.players.table_player", "TablePlayer"),
    "careful": ("kibitz.players.careful", "CarefulPlayer"),
    "level": ("kibitz.players.level", "LevelPlayer"),
    "classic": ("kibitz.players.classic", "ClassicPlayer"),
}

#: Names for people, who are asked at the board.
PEOPLE: dict[str, tuple[str, str]] = {"human": ("kibitz.players.human", "HumanPlayer")}

#: Players that run other programs. Only a person may ask for one: never a record or a web page.
OUTSIDE: dict[str, tuple[str, str]] = {"engine": ("kibitz.players.engine_player", "EnginePlayer")}


@cache
def _brought() -> Mapping[str, type[Player]]:
    """The players that other packages bring, by entry points of the group `kibitz.players`."""
    return {name: _checked(name, found) for name, found in plugins("kibitz.players")}


def _checked(name: str, found: object) -> type[Player]:
    if isinstance(found, type) and issubclass(found, Player):
        return found
    raise BadOption(f"the package that brings the player {name} gives no kibitz.Player")


def names() -> list[str]:
    """The names of all players that choose by themselves."""
    return [*ENTRIES, *_brought()]


def player_class(name: str) -> type[Player]:
    """The player known under a name."""
    wanted = name.strip().lower()
    found = {**ENTRIES, **PEOPLE, **OUTSIDE}.get(wanted)
    if found is None:
        # Other packages are looked for only where the name is none of ours: that takes time.
        if wanted in _brought():
            return _brought()[wanted]
        known = [*ENTRIES, *PEOPLE, *OUTSIDE, *_brought()]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadOption(
            f"there is no player called {quoted(name)}{hint} (the players are {', '.join(known)})"
        )
    module, cls = found
    return getattr(importlib.import_module(module), cls)  # type: ignore[no-any-return]


def make_player(spec: str) -> Player:
    """The player that a spec names, such as `random` or `alphabeta:depth=7`."""
    name, given = split_spec(spec)
    cls = player_class(name)
    options = cls.options + (_search_options(cls, given) if cls.takes_search_options else ())
    values = settle(options, given, name)
    if wrong := cls.contradiction(values, given.keys()):
        raise BadOption(f"{name}: {wrong}")
    shown = {o.name: values[o.name] for o in options if o.name in given and values[o.name] != o.default}
    return cls(values, shown)


def _search_options(cls: type[Player], given: Mapping[str, str]) -> tuple[Option, ...]:
    """The options among those given that belong to the searches of some game."""
    from kibitz.games.search_options import known_search_options

    found = []
    for name in given.keys() - {option.name for option in cls.options}:
        for option in (options := list(known_search_options(name))):
            with contextlib.suppress(BadOption):
                option.check(given[name])
                found.append(option)
                break
        else:
            found += options[:1]  # which refuses the value in words of its own
    return tuple(found)
