"""Every built-in game by name. A new game is one entry here."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.words.errors import BadOption, quoted
from kibitz.words.options import Option, OptionValue, settle, split_spec

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.own import OwnGame


@dataclass(frozen=True)
class Entry:
    """A name under which a game is known."""

    name: str
    module: str
    cls: str
    summary: str
    #: Options that this name settles for good.
    fixed: Mapping[str, OptionValue] = field(default_factory=dict)
    #: Options that start from another default under this name.
    defaults: Mapping[str, OptionValue] = field(default_factory=dict)

    def game_class(self) -> type[Game]:
        """Its class, loaded when it is first needed."""
        return getattr(importlib.import_module(self.module), self.cls)  # type: ignore[no-any-return]

    def options(self) -> tuple[Option, ...]:
        """What may be set under this name, with this name's defaults."""
        from dataclasses import replace

        return tuple(
            replace(option, default=self.defaults.get(option.name, option.default))
            for option in self.game_class().options
            if option.name not in self.fixed
        )

    def make(self, given: Mapping[str, object]) -> Game:
        """The game with these options."""
        free = self.options()
        values = settle(free, given, self.name)
        shown = {o.name: values[o.name] for o in free if o.name in given and values[o.name] != o.default}
        return self.game_class()(self.name, {**values, **self.fixed}, shown)


_TICTACTOE = {"width": 3, "height": 3, "length": 3}
_CONNECT_FOUR = {"width": 7, "height": 6, "length": 4}

ENTRIES: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "tictactoe",
            "kibitz.games.mnk",
            "Mnk",
            "three in a line on a 3×3 board",
            fixed=_TICTACTOE,
            defaults={"numbering": "rows"},
        ),
        Entry("mnk", "kibitz.games.mnk", "Mnk", "stones in a line on a board of any size, without gravity"),
        Entry(
            "numerical",
            "kibitz.games.numerical",
            "Numerical",
            "odd against even numbers; a full line that sums to 15 wins",
        ),
        Entry(
            "connect4",
            "kibitz.games.connect",
            "Connect",
            "stones fall; four in a line on 7×6",
            fixed=_CONNECT_FOUR,
            defaults={"mark2": "o"},
        ),
        Entry("connect", "kibitz.games.connect", "Connect", "stones fall; so many in a line on any board"),
        Entry(
            "ewn", "kibitz.games.ewn", "Ewn", "EinStein würfelt nicht!: the die says which stone must move"
        ),
    )
}


def names() -> list[str]:
    """The names of all built-in games."""
    return list(ENTRIES)


def entry(name: str) -> Entry:
    """What is known under a name."""
    found = ENTRIES.get(name.strip().lower())
    if found is None:
        near = difflib.get_close_matches(name, ENTRIES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadOption(f"there is no game called {quoted(name)}{hint} (the games are {', '.join(ENTRIES)})")
    return found


def load(spec: str | type[OwnGame], **options: object) -> Game:
    """The game that a spec names: `tictactoe`, `mnk:width=5,height=5,length=4`, or a file `nim.py`.

    Options may be given in the spec or by name. A class that inherits from
    `kibitz.OwnGame` is a game too.
    """
    if not isinstance(spec, str):
        from kibitz.games.own_file import load_class

        return load_class(spec, options)
    if ".py" in spec:
        path, _, rest = spec.partition(".py")
        if not rest or rest.startswith(":"):
            from kibitz.games.own_file import load_file

            return load_file(Path(path + ".py"), {**split_spec("x" + rest)[1], **options})
    name, given = split_spec(spec)
    both = set(given) & set(options)
    if both:
        raise BadOption(f"{min(both)} is given twice")
    merged = {**given, **options}
    try:
        return _cached(name, tuple(sorted(merged.items())))
    except TypeError:  # an option's value is not hashable, so it is no option's value
        return entry(name).make(merged)


@lru_cache(maxsize=64)
def _cached(name: str, given: tuple[tuple[str, object], ...]) -> Game:
    return entry(name).make(dict(given))
