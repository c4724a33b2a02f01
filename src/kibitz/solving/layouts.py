"""The ways in which a table's payload may be arranged. A new way is one class here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from kibitz import _core
from kibitz.words.errors import BadFile

Bytes = bytes | memoryview
Sections = Mapping[str, Bytes]


class Layout(Protocol):
    """Sections of bytes that know the value of each state."""

    name: ClassVar[str]
    parts: ClassVar[frozenset[str]]
    positions: int

    def find(self, rules: _core.Rules, state: _core.State) -> _core.Value | None:
        """A state's value, if it is there."""


class Keyed:
    """The keys of all positions in order, and a value for each: works for every game."""

    name: ClassVar[str] = "keyed"
    parts: ClassVar[frozenset[str]] = frozenset({"keys", "values"})

    def __init__(self, sections: Sections, positions: int, rules: _core.Rules) -> None:
        self.keys, self.values = sections["keys"], sections["values"]
        self.positions = positions
        width = 8 if rules.has_chance else 2
        if len(self.keys) != 8 * positions or len(self.values) != width * positions:
            raise BadFile("its keys and values don't match")

    def find(self, rules: _core.Rules, state: _core.State) -> _core.Value | None:
        """A state's value, if it is there."""
        return rules.find(self.keys, self.values, state)


class Dense:
    """A few bits for each place of the game's index, without keys.

    They choose from the palette, the list of all values that occur.
    """

    name: ClassVar[str] = "dense"
    parts: ClassVar[frozenset[str]] = frozenset({"palette", "values"})

    def __init__(self, sections: Sections, positions: int, rules: _core.Rules) -> None:
        self.palette, self.values = sections["palette"], sections["values"]
        self.positions = positions
        bits = next(bits for bits in (1, 2, 4, 8) if len(self.palette) <= 1 << bits)
        if len(self.values) != -(-rules.index_size * bits // 8):
            raise BadFile("it does not have one value for each place of the game's index")

    def find(self, rules: _core.Rules, state: _core.State) -> _core.Value | None:
        """A state's value, if it is there."""
        return rules.find_dense(self.palette, self.values, state)


#: Name of a layout to its class.
LAYOUTS: dict[str, type[Keyed] | type[Dense]] = {layout.name: layout for layout in (Keyed, Dense)}


def open_layout(name: object, sections: Sections, positions: Any, rules: _core.Rules) -> Layout:
    """The layout of that name over these sections."""
    layout = LAYOUTS.get(str(name))
    if layout is None:
        raise BadFile(f"its layout {name!r} is not known to this program")
    missing = layout.parts - set(sections)
    if missing:
        raise BadFile(f"its part {min(missing)!r} is missing")
    return layout(sections, int(positions), rules)
