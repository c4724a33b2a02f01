"""The rooms of the house, and every game by name. A new built-in game is one word here.

A package installed beside Kibitz brings games by an entry point of the group
`kibitz.games`: its name is the game's, and it is a class that inherits from
`kibitz.OwnGame`, or a `Room`.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadGame, BadOption, quoted
from kibitz.base.options import split_spec
from kibitz.base.plugins import plugins, resolve
from kibitz.games.bundled import examples
from kibitz.games.package import Entry, FormatEntry, ProtocolEntry, Room, TagsEntry
from kibitz.games.spec import game_file

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess
    from kibitz.games.game import Game
    from kibitz.games.python_game.definition import OwnGame

#: Each is a folder beside this file.
_ROOMS = ("mnk", "numerical", "connect", "ewn", "chess")
_PLUGINS = "kibitz.games"


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms of the built-in games."""
    return tuple(importlib.import_module(f"kibitz.games.{name}").ROOM for name in _ROOMS)


@cache
def _built_in() -> Mapping[str, Entry]:
    return {entry.name: entry for room in rooms() for entry in room.entries}


@cache
def _brought() -> tuple[Room, ...]:
    """The rooms that other packages bring."""
    return tuple(_as_room(name, found) for name, found in plugins(_PLUGINS))


def _as_room(name: str, found: object) -> Room:
    from kibitz.games.python_game.definition import OwnGame
    from kibitz.games.python_game.loader import ClassEntry

    if isinstance(found, Room):
        return found
    if isinstance(found, type) and issubclass(found, OwnGame):
        return Room(entries=(ClassEntry.of(name, found),))
    raise BadGame(f"the package that brings {name} gives neither a kibitz.OwnGame nor a Room")


def all_rooms() -> Iterator[Room]:
    """The built-in rooms, then those that other packages bring."""
    yield from rooms()
    yield from _brought()


def entries() -> Mapping[str, Entry]:
    """Every game by name."""
    return {**{entry.name: entry for room in _brought() for entry in room.entries}, **_built_in()}


def names() -> list[str]:
    """The names of all built-in games.

    >>> import kibitz
    >>> "connect4" in kibitz.game_names()
    True
    """
    return list(_built_in())


def entry(name: str) -> Entry:
    """What is known under a name."""
    check(name=(name, str))
    wanted = name.strip().lower()
    # Other packages are looked for only where the name is none of ours: that takes time.
    found = _built_in().get(wanted) or examples().get(wanted) or entries().get(wanted)
    if found is None:
        known = {**entries(), **examples()}
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadOption(f"there is no game called {quoted(name)}{hint} (the games are {', '.join(known)})")
    return found


def protocols() -> Mapping[str, ProtocolEntry]:
    """The ways to talk with programs that belong to one game."""
    return {protocol.name: protocol for room in all_rooms() for protocol in room.protocols}


def formats_for(name: str | None = None) -> Iterator[FormatEntry]:
    """The files of other programs that hold a game of some name, or any game."""
    for room in all_rooms():
        if name is None or name in [entry.name for entry in room.entries]:
            yield from room.formats


def formats() -> Mapping[str, FormatEntry]:
    """All of them by what their names end in."""
    return {kind.suffix: kind for kind in formats_for()}


def understood_tags(tags: Mapping[str, str]) -> dict[str, str] | None:
    """The tags of another program's record as ours, `Game` among them; None if no room knows them."""
    for room in rooms():
        if room.tags and (found := resolve(room.tags.read)(tags)) is not None:
            return found  # type: ignore[no-any-return]
    return None


def kin_of(name: str) -> tuple[str, ...]:
    """The built-in games that share a room with one, and so the tags of other programs; itself among them."""
    for room in rooms():
        names_there = tuple(entry.name for entry in room.entries)
        if name in names_there:
            return names_there
    return ()


def _tags_entry(game: Game) -> TagsEntry | None:
    """What is known of other programs' records of a game."""
    if game.name in _built_in():
        for room in rooms():
            if room.tags and game.name in [entry.name for entry in room.entries]:
                return room.tags
    return None


def other_tags(game: Game, tags: Mapping[str, str]) -> dict[str, str]:
    """What other programs want to find in a record of a game besides our tags."""
    found = _tags_entry(game)
    return resolve(found.write)(tags) if found else {}


def foreign_words(game: Game) -> Mapping[str, str | int | None] | None:
    """What other programs' records of a game have among its moves; None if nothing is known of such."""
    found = _tags_entry(game)
    if found is None:
        return None
    return resolve(found.words) if found.words else {}


@overload
def load(spec: Literal["chess", "chess960"], **options: object) -> Chess: ...
@overload
def load(spec: str | Path | type[OwnGame], **options: object) -> Game: ...
def load(spec: str | Path | type[OwnGame], **options: object) -> Game:
    """The game that a spec names: `tictactoe`, `mnk:width=5,height=5,length=4`, or a file `nim.py`.

    Options may be given in the spec or by name. The file may
    be a `Path`. A class that inherits from `kibitz.OwnGame` is a game too.

    >>> import kibitz
    >>> kibitz.load("mnk:width=5,height=5,length=4") == kibitz.load("mnk", width=5, height=5, length=4)
    True
    """
    if isinstance(spec, Path):
        if spec.suffix != ".py":
            raise BadOption(f"the file of a game ends in .py, not {quoted(spec.name)}")
        spec = str(spec)
    if not isinstance(spec, str):
        from kibitz.games.python_game.definition import OwnGame
        from kibitz.games.python_game.loader import load_class

        if not (isinstance(spec, type) and issubclass(spec, OwnGame)):
            own = f"; load its class {type(spec).__name__} instead" if isinstance(spec, OwnGame) else ""
            raise BadOption(f"a game is a name, a file or a class of kibitz.OwnGame, not {quoted(spec)}{own}")
        return load_class(spec, options)
    file = game_file(spec)
    name, given = split_spec(f"x:{file.options}" if file else spec)
    both = set(given) & set(options)
    if both:
        raise BadOption(f"{min(both)} is given twice")
    merged = {**given, **options}
    if file:
        from kibitz.games.python_game.loader import load_file

        return load_file(Path(file.path), merged)
    try:
        return _cached(name, tuple(sorted(merged.items())))
    except BadOption:
        raise
    except Exception:  # an option's value can't be hashed or compared, so it is no option's value
        return entry(name).make(merged)


@lru_cache(maxsize=64)
def _cached(name: str, given: tuple[tuple[str, object], ...]) -> Game:
    return entry(name).make(dict(given))
