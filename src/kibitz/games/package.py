"""The package of a game: the names under which it is known, and its protocols, file formats and record tags.

A package is a folder of `games/`, or is installed beside Kibitz. Everything in a `GamePackage` is a reference
(`module:name`), so that importing one loads no game.
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
    """A name under which a game is known."""

    name: str
    #: Its class, as `module:class`.
    cls: str
    summary: str
    #: Options that have a fixed value under this name.
    fixed: Mapping[str, OptionValue] = field(default_factory=dict)
    #: Options that have another default under this name.
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
    """A protocol between programs that play a game, in both directions."""

    name: str
    summary: str
    #: The client, a `kibitz.engines.protocol.Protocol`, as `module:class`.
    ask: str
    #: The server, a `kibitz.engines.server_base.Serve`, as `module:function`.
    serve: str


@dataclass(frozen=True)
class FormatEntry:
    """A file format in which another program saves positions of a game."""

    #: The suffix of its file names.
    suffix: str
    #: The other program's usual file name; if there is such a file, the person is asked whether to resume it.
    usual_name: str
    #: The functions that parse a text to a position and format a position, as `module:function`.
    read: str
    write: str


@dataclass(frozen=True)
class TagsEntry:
    """The tags and words of other programs' records of a game."""

    #: Two functions, as `module:function`: the first translates their tags to ours, with `Game` among them,
    #: or returns None for another game; the second returns their tags for ours.
    read: str
    write: str
    #: A mapping, as `module:name`, of words that stand among moves to their meaning: a result, the number of
    #: a mark, nothing (an empty text), or a move that our rules lack (None).
    words: str = ""


@dataclass(frozen=True)
class GamePackage:
    """Everything that a package offers."""

    entries: tuple[Entry, ...]
    protocols: tuple[ProtocolEntry, ...] = ()
    formats: tuple[FormatEntry, ...] = ()
    tags: TagsEntry | None = None
    #: Whether its levels stand in for those of unmeasured games, without dice or with dice as its own.
    typical: bool = False


def __getattr__(name: str) -> Any:
    if name == "Room":
        message = "kibitz.games.package.Room is deprecated; use GamePackage"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return GamePackage
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
