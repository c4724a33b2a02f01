"""What a room brings into the house: the games it knows by name, and what belongs to them alone.

A room is a folder of `games/`. Nothing in it is loaded before it is used, so
everything here is a name: of a class, of a module, of a function.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.base.options import Option, OptionValue, resolve_options
from kibitz.base.plugins import resolve

if TYPE_CHECKING:
    from kibitz.games.game import Game


def package_folder(game: Game) -> Path:
    """Return the folder of a game's package, where its data lies."""
    return Path(inspect.getfile(type(game))).parent


@dataclass(frozen=True)
class Entry:
    """A name under which a game is known."""

    name: str
    #: Its class, as `module:class`.
    cls: str
    summary: str
    #: Options that this name settles for good.
    fixed: Mapping[str, OptionValue] = field(default_factory=dict)
    #: Options that start from another default under this name.
    defaults: Mapping[str, OptionValue] = field(default_factory=dict)

    def game_class(self) -> type[Game]:
        """Its class, loaded when it is first needed."""
        return resolve(self.cls)  # type: ignore[no-any-return]

    def options(self) -> tuple[Option, ...]:
        """What may be set under this name, with this name's defaults."""
        return tuple(
            replace(option, default=self.defaults.get(option.name, option.default))
            for option in self.game_class().options
            if option.name not in self.fixed
        )

    def make(self, given: Mapping[str, object]) -> Game:
        """The game with these options."""
        free = self.options()
        values = resolve_options(free, given, self.name)
        shown = {o.name: values[o.name] for o in free if o.name in given and values[o.name] != o.default}
        return self.game_class()(self.name, {**values, **self.fixed}, shown)


@dataclass(frozen=True)
class ProtocolEntry:
    """A way in which programs for a game are asked, and ask."""

    name: str
    summary: str
    #: A `kibitz.engines.protocol.Protocol`, which asks another program, as `module:class`.
    ask: str
    #: A `kibitz.engines.server_base.Serve`, which answers one, as `module:function`.
    serve: str


@dataclass(frozen=True)
class FormatEntry:
    """A kind of file in which another program keeps positions of a game."""

    #: What the names of such files end in.
    suffix: str
    #: What the other program calls its file; where one lies, a person is asked whether to go on with it.
    usual_name: str
    #: A function that makes a position of a text, and one that does the reverse, as `module:function`.
    read: str
    write: str


@dataclass(frozen=True)
class TagsEntry:
    """What other programs' records of a game say in other tags and words than ours."""

    #: A function that makes our tags of theirs, with `Game` among them, or None where they are of another
    #: game; and one that gives theirs besides ours; as `module:function`.
    read: str
    write: str
    #: The words that stand among moves there, as `module:name` of a mapping: each means a result, the
    #: number of a mark, nothing (an empty text), or a move that our rules do not know (None).
    words: str = ""


@dataclass(frozen=True)
class Room:
    """Everything that a room brings."""

    entries: tuple[Entry, ...]
    protocols: tuple[ProtocolEntry, ...] = ()
    formats: tuple[FormatEntry, ...] = ()
    tags: TagsEntry | None = None
    #: Whether its levels stand for those of games that nobody measured: of games without dice, or with them.
    typical: bool = False
