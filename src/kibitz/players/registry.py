"""Every player by name. A new player is one entry here."""

from __future__ import annotations

import contextlib
import difflib
import importlib
from collections.abc import Mapping
from functools import cache

from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.words.errors import BadOption, quoted
from kibitz.words.options import Option, settle, split_spec
from kibitz.words.plugins import plugins
from kibitz.words.takes import takes

#: Name to module and class; loaded when used.
ENTRIES: dict[str, tuple[str, str]] = {
    "random": ("kibitz.players.random_player", "RandomPlayer"),
    "preference": ("kibitz.players.preference", "PreferencePlayer"),
    "lines": ("kibitz.players.lines", "LinesPlayer"),
    "rules": ("kibitz.players.rules", "RulesPlayer"),
    "minimax": ("kibitz.players.minimax", "MinimaxPlayer"),
    "alphabeta": ("kibitz.players.alphabeta", "AlphaBetaPlayer"),
    "negascout": ("kibitz.players.negascout", "NegaScoutPlayer"),
    "selective": ("kibitz.players.selective", "SelectivePlayer"),
    "mcts": ("kibitz.players.mcts", "MctsPlayer"),
    "table": ("kibitz.players.table_player", "TablePlayer"),
    "careful": ("kibitz.players.careful", "CarefulPlayer"),
    "level": ("kibitz.players.level", "LevelPlayer"),
    "friendly": ("kibitz.players.friendly", "FriendlyPlayer"),
    "classic": ("kibitz.players.classic", "ClassicPlayer"),
}

#: Names for people, who are asked at the board.
PEOPLE: dict[str, tuple[str, str]] = {"human": ("kibitz.players.human", "HumanPlayer")}

#: Players that run other programs. Only a person may ask for one: never a record or a web page.
OUTSIDE: dict[str, tuple[str, str]] = {"engine": ("kibitz.players.engine_player", "EnginePlayer")}


#: Made known by `register_player`.
_registered: dict[str, type[Player]] = {}


@cache
def _brought() -> Mapping[str, type[Player]]:
    """The players that other packages bring, by entry points of the group `kibitz.players`."""
    return {name: _checked(name, found) for name, found in plugins("kibitz.players")}


def _checked(name: str, found: object) -> type[Player]:
    if isinstance(found, type) and issubclass(found, Player):
        return found
    raise BadOption(f"the package that brings the player {name} gives no kibitz.Player")


def names() -> list[str]:
    """The names of all players that choose by themselves.

    >>> import kibitz
    >>> {"random", "rules", "negascout"} <= set(kibitz.player_names())
    True
    """
    return [*ENTRIES, *_registered, *_brought()]


def able(game: Game | None) -> list[str]:
    """The names of all players that can play a game; of all players without one."""
    return [name for name in names() if game is None or make_player(name).cannot_play(game) is None]


@takes(name=str)
def player_class(name: str) -> type[Player]:
    """The player known under a name."""
    wanted = name.strip().lower()
    if wanted in _registered:
        return _registered[wanted]
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


def register_player(cls: type[Player]) -> type[Player]:
    """Make a player of one's own known by its name, for as long as the program runs.

    Works as a decorator. Other processes don't hear of it; a file does: `my.py:MyPlayer`.

    >>> import kibitz
    >>> @kibitz.register_player
    ... class Foremost(kibitz.Player):
    ...     name, summary = "foremost", "the first move of the list"
    ...     def think(self, position, limit, rng):
    ...         return position.moves[0]
    >>> print(kibitz.player("foremost").choose(kibitz.load("nim").start()).move)
    1-1
    """
    if not (isinstance(cls, type) and issubclass(cls, Player)):
        raise BadOption("a player is a class that inherits from kibitz.Player")
    name = str(getattr(cls, "name", "")).strip().lower()
    if not name.isidentifier() or name in {**ENTRIES, **PEOPLE, **OUTSIDE}:
        raise BadOption(f"a player needs a name of its own, one word; {quoted(name)} can't be it")
    _registered[name] = cls
    return cls


def files_run(spec: str) -> list[str]:
    """The files of one's own that a spec names: Python that runs when the player is made, and networks.

    Only a person may ask for such a player: never a record or a web page, unless
    a person allowed the file.
    """
    from kibitz.players.evaluation import EVALUATION
    from kibitz.players.network import NO_NETWORK, PREFIX
    from kibitz.players.own_file import file_of, options_of

    player = file_of(spec)
    try:
        given = split_spec(f"x:{options_of(spec)}" if player else spec)[1]
    except BadOption:
        given = {}
    named = given.get(EVALUATION.name, "")
    networks = [named.removeprefix(PREFIX)] if named.startswith(PREFIX) else []
    networks += [given["net"]] if given.get("net", NO_NETWORK) != NO_NETWORK else []
    return [file for file in (player, file_of(named)) if file is not None] + networks


def called(spec: str) -> str:
    """What people call the player that a spec names; whoever is none is called what the text says."""
    try:
        known = not files_run(spec) and split_spec(spec)[0] in names()
        return make_player(spec).called if known else spec
    except BadOption:
        return spec


@takes(spec=str, seed=int | None)
def make_player(spec: str, *, seed: int | None = None) -> Player:
    """The player that a spec names: `random`, `alphabeta:depth=7`, or a file `my.py:MyPlayer`.

    With a `seed` it makes the same choices again, where its limits are not of time.

    >>> import kibitz
    >>> kibitz.player("negascout:depth=5").choose(kibitz.load("connect4").start().play("444444")).value
    Estimate(15)
    >>> start = kibitz.load("connect4").start()
    >>> one, other = kibitz.player("random", seed=7), kibitz.player("random", seed=7)
    >>> [one.choose(start).move for _ in range(20)] == [other.choose(start).move for _ in range(20)]
    True
    """
    from kibitz.players.own_file import is_file_spec

    if is_file_spec(spec):
        from kibitz.players.player_file import player_from_file

        cls, name, text = player_from_file(spec)
        given = split_spec(f"x:{text}")[1]
    else:
        name, given = split_spec(spec)
        cls = player_class(name)
    options = cls.options + (_search_options(cls, given) if cls.takes_search_options else ())
    values = settle(options, given, name)
    if wrong := cls.contradiction(values, given.keys()):
        raise BadOption(f"{name}: {wrong}")
    # What is usual is left out, but not of a game's own options, of which players differ in what is usual.
    shown = {
        o.name: values[o.name]
        for o in options
        if o.name in given and (values[o.name] != o.default or o not in cls.options)
    }
    player = cls(values, shown)
    if ".py" in name:
        player.spec = player.spec.replace(cls.name, name, 1)
        player.in_file = True
    if seed is not None:
        player.seed = seed
    return player


def _search_options(cls: type[Player], given: Mapping[str, str]) -> tuple[Option, ...]:
    """The options among those given that belong to the searches of some game."""
    from kibitz.games.search_options import known_search_options
    from kibitz.players.evaluation import EVALUATION, evaluation_named, is_evaluation

    found = []
    for name in given.keys() - {option.name for option in cls.options}:
        if name == EVALUATION.name and is_evaluation(given[name]):
            evaluation_named(given[name])  # what is wrong with it is said at once
            found.append(EVALUATION)
            continue
        for option in (options := list(known_search_options(name))):
            with contextlib.suppress(BadOption):
                option.check(given[name])
                found.append(option)
                break
        else:
            if options and name == EVALUATION.name:
                raise BadOption(
                    f"{name} must be one of your own, such as my.py:judge, or what a game knows "
                    f"({options[0].range}), not {quoted(given[name])}"
                )
            found += options[:1]  # which refuses the value in words of its own
    return tuple(found)
