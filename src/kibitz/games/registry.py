"""Registry of game packages and game names. A new built-in game is one word in `_PACKAGES`.

An installed package adds games by an entry point of the group `kibitz.games`: a subclass of
`kibitz.PythonGame`, named like the entry point, or a `kibitz.games.package.GamePackage`.
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
from kibitz.games.package import Entry, FormatEntry, GamePackage, ProtocolEntry, TagsEntry
from kibitz.games.spec import game_file

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess
    from kibitz.games.game import Game
    from kibitz.games.python_game.definition import PythonGame

#: Folders of the built-in games, beside this file.
_PACKAGES = ("mnk", "numerical", "connect", "ewn", "chess")
_PLUGINS = "kibitz.games"


@cache
def packages() -> tuple[GamePackage, ...]:
    """Return the packages of the built-in games."""
    return tuple(importlib.import_module(f"kibitz.games.{name}").PACKAGE for name in _PACKAGES)


@cache
def _built_in() -> Mapping[str, Entry]:
    return {entry.name: entry for package in packages() for entry in package.entries}


@cache
def _installed() -> tuple[GamePackage, ...]:
    """Return the packages installed beside Kibitz."""
    return tuple(_as_package(name, found) for name, found in plugins(_PLUGINS))


def _as_package(name: str, found: object) -> GamePackage:
    from kibitz.games.python_game.definition import PythonGame
    from kibitz.games.python_game.loader import ClassEntry

    if isinstance(found, GamePackage):
        return found
    if isinstance(found, type) and issubclass(found, PythonGame):
        return GamePackage(entries=(ClassEntry.of(name, found),))
    raise BadGame(f"the entry point {name} is neither a kibitz.PythonGame nor a GamePackage")


def all_packages() -> Iterator[GamePackage]:
    """Yield the built-in packages, then those installed beside Kibitz."""
    yield from packages()
    yield from _installed()


def entries() -> Mapping[str, Entry]:
    """Return every game by name."""
    return {**{entry.name: entry for package in _installed() for entry in package.entries}, **_built_in()}


def names() -> list[str]:
    """Return the names of all built-in games.

    >>> import kibitz
    >>> "connect4" in kibitz.game_names()
    True
    """
    return list(_built_in())


def entry(name: str) -> Entry:
    """Return the entry of a name; BadOption if there is none."""
    check(name=(name, str))
    lowered = name.strip().lower()
    # Installed packages last, since finding them takes time.
    found = _built_in().get(lowered) or examples().get(lowered) or entries().get(lowered)
    if found is None:
        known = {**entries(), **examples()}
        # OpenSpiel's names have underscores and numbers in words, and options in parentheses.
        plain = lowered.partition("(")[0].replace("_four", "4").replace("_", "")
        near = [plain] if plain in known else difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        if "(" in name:
            hint += " Options follow a colon: mnk:width=5,height=4."
        raise BadOption(f"there is no game named {quoted(name)}{hint} (the games are {', '.join(known)})")
    return found


def protocols() -> Mapping[str, ProtocolEntry]:
    """Return every protocol for a single game."""
    return {protocol.name: protocol for package in all_packages() for protocol in package.protocols}


def formats_for(name: str | None = None) -> Iterator[FormatEntry]:
    """Yield the file formats of other programs for a game, or for all games."""
    for package in all_packages():
        if name is None or name in [entry.name for entry in package.entries]:
            yield from package.formats


def game_for_format(suffix: str) -> str:
    """Return the name of the most general game of a file format."""
    return next(
        package.entries[-1].name
        for package in all_packages()
        for kind in package.formats
        if kind.suffix == suffix.lower()
    )


def formats() -> Mapping[str, FormatEntry]:
    """Return all file formats by suffix."""
    return {kind.suffix: kind for kind in formats_for()}


def understood_tags(tags: Mapping[str, str]) -> dict[str, str] | None:
    """Translate the tags of another program's record, with `Game`; None if no package knows them."""
    for package in packages():
        if package.tags and (found := resolve(package.tags.read)(tags)) is not None:
            return found  # type: ignore[no-any-return]
    return None


def kin_of(name: str) -> tuple[str, ...]:
    """Return the built-in games of the same package, itself included."""
    for package in packages():
        names_there = tuple(entry.name for entry in package.entries)
        if name in names_there:
            return names_there
    return ()


def _tags_entry(game: Game) -> TagsEntry | None:
    """Return the tags of other programs' records of a built-in game."""
    if game.name in _built_in():
        for package in packages():
            if package.tags and game.name in [entry.name for entry in package.entries]:
                return package.tags
    return None


def other_tags(game: Game, tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags that other programs expect in a record, besides Kibitz's."""
    found = _tags_entry(game)
    return resolve(found.write)(tags) if found else {}


def foreign_words(game: Game) -> Mapping[str, str | int | None] | None:
    """Return the words among the moves of other programs' records; None if there are no such records."""
    found = _tags_entry(game)
    if found is None:
        return None
    return resolve(found.words) if found.words else {}


@overload
def load(spec: Literal["chess", "chess960"], **options: object) -> Chess: ...
@overload
def load(spec: str | Path | type[PythonGame], **options: object) -> Game: ...
def load(spec: str | Path | type[PythonGame], **options: object) -> Game:
    """Return the game that a spec names: `tictactoe`, `mnk:width=5,height=5,length=4`, or a file `nim.py`.

    Options may be given in the spec or as keywords. The file may be a `Path`. A subclass of
    `kibitz.PythonGame` is loaded as well.

    >>> import kibitz
    >>> kibitz.load("mnk:width=5,height=5,length=4") == kibitz.load("mnk", width=5, height=5, length=4)
    True
    """
    if isinstance(spec, Path):
        if spec.suffix != ".py":
            raise BadOption(f"the file of a game ends in .py, not {quoted(spec.name)}")
        spec = str(spec)
    if not isinstance(spec, str):
        from kibitz.games.python_game.definition import PythonGame
        from kibitz.games.python_game.loader import load_class

        if not (isinstance(spec, type) and issubclass(spec, PythonGame)):
            hint = f"; load its class {type(spec).__name__} instead" if isinstance(spec, PythonGame) else ""
            kinds = "a name, a file or a class of kibitz.PythonGame"
            raise BadOption(f"a game is {kinds}, not {quoted(spec)}{hint}")
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
    except Exception:  # unhashable or incomparable values, which the option refuses
        return entry(name).make(merged)


@lru_cache(maxsize=64)
def _cached(name: str, given: tuple[tuple[str, object], ...]) -> Game:
    return entry(name).make(dict(given))
