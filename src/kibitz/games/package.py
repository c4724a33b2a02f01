"""Game packages: the names of games, and their protocols, file formats and record tags.

A package is a folder of `games/`, or is installed beside Kibitz. Everything in a `GamePackage` is a reference
(`module:name`), so importing one loads no game.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.base.options import Option, OptionValue, resolve_options
from kibitz.base.plugins import resolve

if TYPE_CHECKING:
    from kibitz.games.game import Game


def package_folder(game: Game) -> Path:
    """Return the folder of a game's package, which holds its data."""
    return Path(inspect.getfile(type(game))).parent


@dataclass(frozen=True)
class Entry:
    """A registered name of a game."""

    name: str
    #: Its class, as `module:class`.
    cls: str
    summary: str
    #: Options fixed under this name.
    fixed: Mapping[str, OptionValue] = field(default_factory=dict)
    #: Options with another default under this name.
    defaults: Mapping[str, OptionValue] = field(default_factory=dict)

    def game_class(self) -> type[Game]:
        """Load and return its class."""
        return resolve(self.cls)  # type: ignore[no-any-return]

    def options(self) -> tuple[Option, ...]:
        """Return the free options of this name, with their defaults."""
        return tuple(
            replace(option, default=self.defaults.get(option.name, option.default))
            for option in self.game_class().options
            if option.name not in self.fixed
        )

    def make(self, given: Mapping[str, object]) -> Game:
        """Return the game with these options."""
        free = self.options()
        values = resolve_options(free, given, self.name)
        shown = {o.name: values[o.name] for o in free if o.name in given and values[o.name] != o.default}
        return self.game_class()(self.name, {**values, **self.fixed}, shown)


@dataclass(frozen=True)
class ProtocolEntry:
    """A protocol for engines of one game, with client and server."""

    name: str
    summary: str
    #: The client, a `kibitz.engines.protocol.Protocol`, as `module:class`.
    ask: str
    #: The server, a `kibitz.engines.server_base.Serve`, as `module:function`.
    serve: str


@dataclass(frozen=True)
class FormatEntry:
    """A file format in which another program saves positions."""

    #: The suffix of its file names.
    suffix: str
    #: The program's default file name; if such a file exists, the user is asked whether to resume it.
    usual_name: str
    #: The functions that parse a text to a position and format a position, as `module:function`.
    read: str
    write: str


@dataclass(frozen=True)
class TagsEntry:
    """Tags and words of other programs' records."""

    #: Two functions, as `module:function`: the first translates their tags to Kibitz's, with `Game`, or
    #: returns None for another game; the second returns their tags for a record.
    read: str
    write: str
    #: A mapping, as `module:name`, of words among the moves to their meaning: a result, a mark's number,
    #: nothing (an empty text), or an unsupported move (None).
    words: str = ""


@dataclass(frozen=True)
class GamePackage:
    """Everything that a package offers."""

    entries: tuple[Entry, ...]
    protocols: tuple[ProtocolEntry, ...] = ()
    formats: tuple[FormatEntry, ...] = ()
    tags: TagsEntry | None = None
    #: Whether its levels stand in for unmeasured games of its kind, with or without dice.
    typical: bool = False


def __getattr__(name: str) -> Any:
    if name == "Room":
        message = "kibitz.games.package.Room is deprecated; use GamePackage"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return GamePackage
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
