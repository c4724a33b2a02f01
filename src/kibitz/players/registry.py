"""All players by name. A new player is one entry here."""

from __future__ import annotations

import contextlib
import difflib
import importlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted
from kibitz.base.options import Option, OptionValue, resolve_options
from kibitz.base.plugins import plugins
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.spec import PlayerSpec, Resource, named_by

#: Module and class by name, imported when used.
ENTRIES: dict[str, tuple[str, str]] = {
    "random": ("kibitz.players.random_player", "RandomPlayer"),
    "preference": ("kibitz.players.center_player", "PreferencePlayer"),
    "lines": ("kibitz.players.static_player", "LinesPlayer"),
    "rules": ("kibitz.players.rule_player", "RulesPlayer"),
    "minimax": ("kibitz.players.minimax", "MinimaxPlayer"),
    "alphabeta": ("kibitz.players.alphabeta", "AlphaBetaPlayer"),
    "negascout": ("kibitz.players.negascout", "NegaScoutPlayer"),
    "selective": ("kibitz.players.selective", "SelectivePlayer"),
    "mcts": ("kibitz.players.mcts", "MctsPlayer"),
    "table": ("kibitz.players.perfect", "TablePlayer"),
    "careful": ("kibitz.players.careful", "CarefulPlayer"),
    "level": ("kibitz.players.level", "LevelPlayer"),
    "friendly": ("kibitz.players.friendly", "FriendlyPlayer"),
    "classic": ("kibitz.players.percentage", "ClassicPlayer"),
}

#: Names that stand for people.
PEOPLE: dict[str, tuple[str, str]] = {"human": ("kibitz.players.human", "HumanPlayer")}

#: Players that run other programs. Only a person may name one, never a record or a web page.
OUTSIDE: dict[str, tuple[str, str]] = {"engine": ("kibitz.players.engine_player", "EnginePlayer")}


#: Players added by `register_player`.
_registered: dict[str, type[Player]] = {}


@cache
def _brought() -> Mapping[str, type[Player]]:
    """Return players of installed packages (entry point group `kibitz.players`)."""
    return {name: _checked(name, found) for name, found in plugins("kibitz.players")}


def _checked(name: str, found: object) -> type[Player]:
    if isinstance(found, type) and issubclass(found, Player):
        return found
    raise BadOption(f"the package that brings the player {name} gives no kibitz.Player")


def names() -> list[str]:
    """Return the names of all players except people and engines.

    >>> import kibitz
    >>> {"random", "rules", "negascout"} <= set(kibitz.player_names())
    True
    """
    return [*ENTRIES, *_registered, *_brought()]


def able(game: Game | None) -> list[str]:
    """Return the names of all players that can play a game, or of all players."""
    return [name for name in names() if game is None or make_player(name).cannot_play(game) is None]


def player_class(name: str) -> type[Player]:
    """Return the player class with a name."""
    check(name=(name, str))
    wanted = name.strip().lower()
    if wanted in _registered:
        return _registered[wanted]
    found = {**ENTRIES, **PEOPLE, **OUTSIDE}.get(wanted)
    if found is None:
        # Entry points are read only for unknown names, as that is slow.
        if wanted in _brought():
            return _brought()[wanted]
        known = [*ENTRIES, *PEOPLE, *OUTSIDE, *_brought()]
        near = difflib.get_close_matches(name, known, n=1)
        # Whether there is such a program is not looked up: clients of a server name players, too.
        hint = f"; did you mean {near[0]}?" if near else "; a program is engine:cmd=PROGRAM,protocol=PROTOCOL"
        raise BadOption(
            f"there is no player called {quoted(name)}{hint} (the players are {', '.join(known)})"
        )
    module, cls = found
    return getattr(importlib.import_module(module), cls)  # type: ignore[no-any-return]


def register_player(cls: type[Player]) -> type[Player]:
    """Register a player class under its name until the program ends.

    Works as a decorator. Other processes don't know it; name a file for them: `my.py:MyPlayer`.

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


def resources(spec: PlayerSpec) -> tuple[Resource, ...]:
    """Return the external resources that a spec names: code, files and programs.

    Only a person may name such a player; a record or a web page only if a person allowed the file.
    """
    from kibitz.players.evaluation import EVALUATION
    from kibitz.players.network import NETWORK

    # The options of a class in a file are known only after running it; assume those of searches.
    options = {option.name: option for option in (EVALUATION, NETWORK)}
    with contextlib.suppress(BadOption):
        if spec.code is None:
            options |= {option.name: option for option in player_class(spec.name).options}
    code = () if spec.code is None else (Resource("code", spec.code.file),)
    return (*code, *named_by(options.values(), spec.given))


def display_name(spec: str) -> str:
    """Return the display name of the player that a spec names; other texts are returned as they are."""
    try:
        parsed = PlayerSpec.read(spec)
        known = parsed.name in names() and not resources(parsed)
        return player_of(parsed, may_use=()).display_name if known else spec
    except BadOption:
        return spec


def is_computer(text: str) -> bool:
    """Return whether a text, such as a name in a record, means a player instead of a person."""
    try:
        spec = PlayerSpec.read(text)
    except BadOption:
        return False
    return spec.code is not None or spec.name in (*names(), *OUTSIDE)


def make_player(spec: str, *, seed: int | None = None, **options: object) -> Player:
    """Make the player that a spec names: `random`, `alphabeta:depth=7`, or a file `my.py:MyPlayer`.

    Options may be given in the spec or as keywords. With a `seed`, its choices are reproducible unless
    they depend on time.

    >>> import kibitz
    >>> kibitz.player("negascout:depth=5").choose(kibitz.load("connect4").start().play("444444")).value
    Estimate(15)
    >>> kibitz.player("negascout", depth=5)
    <Player negascout:depth=5>
    >>> start = kibitz.load("connect4").start()
    >>> one, other = kibitz.player("random", seed=7), kibitz.player("random", seed=7)
    >>> [one.choose(start).move for _ in range(20)] == [other.choose(start).move for _ in range(20)]
    True
    """
    check(spec=(spec, str), seed=(seed, int | None))
    parsed = PlayerSpec.read(spec)
    if both := parsed.given.keys() & options.keys():
        raise BadOption(f"{min(both)} is given twice")
    player = player_of(replace(parsed, given={**parsed.given, **options}))
    if seed is not None:
        player.seed = seed
    return player


def player_of(spec: PlayerSpec, may_use: Collection[str] | None = None) -> Player:
    """Make the player that a parsed spec names.

    If the spec is not a person's, `may_use` lists the only files that it may open or run, and it may not
    start programs.
    """
    if spec.code is not None:
        from kibitz.players.player_file import player_from_file

        _refuse_others((Resource("code", spec.code.file),), may_use)
        cls, name = player_from_file(spec.code)
    else:
        name = spec.name
        cls = player_class(name)
    given = spec.given
    options = cls.options + (_search_options(cls, given) if cls.takes_search_options else ())
    values = resolve_options(options, given, name)
    # Check the values that are loaded, not the text, so that both can't differ.
    _refuse_others(named_by(options, values), may_use)
    _look_at_evaluation(options, values)
    if wrong := cls.contradiction(values, given.keys()):
        raise BadOption(f"{name}: {wrong}")
    # Defaults are left out, except of search options of games, whose defaults differ between players.
    shown = {
        o.name: values[o.name]
        for o in options
        if o.name in given and (values[o.name] != o.default or o not in cls.options)
    }
    player = cls(values, shown)
    if spec.code is not None:
        player.spec = player.spec.replace(cls.name, name, 1)
        player.in_file = True
    return player


def _refuse_others(named: Iterable[Resource], may_use: Collection[str] | None) -> None:
    """Raise BadOption for resources that a person did not allow."""
    if may_use is None:
        return
    for each in named:
        if each.kind == "program" or each.name not in may_use:
            raise BadOption(f"only a person may name a {each.kind} such as {quoted(each.name)}")


def _look_at_evaluation(options: Iterable[Option], values: Mapping[str, OptionValue]) -> None:
    """Load a custom evaluation now, to report its errors early."""
    from kibitz.players.evaluation import EVALUATION, evaluation_named

    if EVALUATION.name in values and EVALUATION in options:
        evaluation_named(str(values[EVALUATION.name]))


def _search_options(cls: type[Player], given: Mapping[str, object]) -> tuple[Option, ...]:
    """Return those of the given options that are search options of some game."""
    from kibitz.games.search_options import known_search_options
    from kibitz.players.evaluation import EVALUATION, is_evaluation

    found = []
    for name in given.keys() - {option.name for option in cls.options}:
        if name == EVALUATION.name and is_evaluation(str(given[name])):
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
                    f"{name} must be a custom evaluation such as my.py:evaluate, or one of a game "
                    f"({options[0].range}), not {quoted(given[name])}"
                )
            found += options[:1]  # which raises an error for a bad value
    return tuple(found)
