"""The ways in which a table's payload may be arranged. A new way is one class here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from kibitz import _core
from kibitz.words.errors import BadFile

Bytes = bytes | memoryview


class Layout(Protocol):
    """Sections of bytes that know the value of each state."""

    name: ClassVar[str]

    @property
    def positions(self) -> int:
        """How many positions are stored."""

    def find(self, rules: _core.Rules, state: _core.State) -> _core.Value | None:
        """A state's value, if it is there."""


class Keyed:
    """The keys of all positions in order, and a value for each: works for every game."""

    name: ClassVar[str] = "keyed"

    def __init__(self, sections: Mapping[str, Bytes], width: int) -> None:
        """`width` is the number of bytes of a value: 2 for wins and plies, 8 for chances."""
        self.keys, self.values = sections["keys"], sections["values"]
        self.width = width
        if len(self.keys) % 8 or len(self.values) != len(self.keys) // 8 * width:
            raise BadFile("its keys and values don't match")

    @property
    def positions(self) -> int:
        """How many positions are stored."""
        return len(self.keys) // 8

    def find(self, rules: _core.Rules, state: _core.State) -> _core.Value | None:
        """A state's value, if it is there."""
        return rules.find(self.keys, self.values, state)


#: Name of a layout to its class.
LAYOUTS: dict[str, type[Keyed]] = {Keyed.name: Keyed}


def open_layout(name: str, sections: Mapping[str, Bytes], rules: _core.Rules) -> Layout:
    """The layout of that name over these sections."""
    if name not in LAYOUTS:
        raise BadFile(f"its layout {name!r} is not known to this program")
    missing = {"keys", "values"} - set(sections)
    if missing:
        raise BadFile(f"its part {min(missing)!r} is missing")
    return LAYOUTS[name](sections, 8 if rules.has_chance else 2)
