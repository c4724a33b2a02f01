"""The layouts of a table's payload. A new layout is one class here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.sections import Bytes


class Parts(Protocol):
    """The sections of a table, in memory or in a file."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return the description of the table."""

    def has(self, name: str) -> bool:
        """Return whether a section exists."""

    def section(self, name: str) -> Bytes:
        """Return a verified section."""

    def lazy_section(self, name: str) -> tuple[_core.Payload, int, int]:
        """Return a section that is verified on reading: its location, offset and length."""


class Layout:
    """Sections of bytes that map states to values."""

    name: ClassVar[str]
    parts: ClassVar[frozenset[str]]
    #: Whether sections are verified on reading, so that a large file opens at once.
    lazy: ClassVar[bool] = True

    def __init__(self, rules: _core.Rules, parts: Parts) -> None:
        self.positions = int(parts.facts["positions"])
        self.probe = self._open(rules, parts)

    def _open(self, rules: _core.Rules, parts: Parts) -> _core.Tablebase:
        raise NotImplementedError

    #: Maximum error of a stored chance.
    precision: float = 0.0
    #: Maximum number of pieces on the board; None if all positions are included.
    pieces: int | None = None


class Keyed(Layout):
    """Sorted keys with a value each: works for every game."""

    name = "keyed"
    parts = frozenset({"keys", "values"})
    lazy = False

    def _open(self, rules: _core.Rules, parts: Parts) -> _core.Tablebase:
        keys, values = parts.section("keys"), parts.section("values")
        width = 8 if rules.has_chance else 4 if rules.span else 2
        if len(keys) != 8 * self.positions or len(values) != width * self.positions:
            raise BadFile("its keys and values don't match")
        return _core.open_keyed(rules, keys, values)


class Dense(Layout):
    """A few bits per index of the game, tier by tier, without keys.

    They select from the tier's palette, the list of its values.
    """

    name = "dense"
    parts = frozenset({"palettes", "values"})

    def _open(self, rules: _core.Rules, parts: Parts) -> _core.Tablebase:
        return _core.open_dense(rules, parts.section("palettes"), *parts.lazy_section("values"))


class Indexed(Layout):
    """A number for each index of a game in Python, tier by tier, without keys."""

    name = "indexed"
    parts = frozenset({"values"})

    def _open(self, rules: _core.Rules, parts: Parts) -> _core.Tablebase:
        self.precision = float(parts.facts["error"])
        return _core.open_indexed(rules, *parts.lazy_section("values"))


class Endgame(Layout):
    """A chance for each position with up to so many pieces, before the roll; without dice, a byte."""

    name = "endgame"
    parts = frozenset({"chances"})

    def _open(self, rules: _core.Rules, parts: Parts) -> _core.Tablebase:
        self.pieces = int(parts.facts["pieces"])
        self.places = int(parts.facts.get("places", self.positions))
        payload, begin, length = parts.lazy_section("chances")
        if length not in self._sizes(rules):
            raise BadFile("it does not have one value for each position")
        if rules.has_chance and length < 8 * self.places:
            # Rounded once per piece beyond the two of exact positions: docs/tables.md.
            steps, last = self.pieces - 3, 1 / 65535 if length == 2 * self.places else 1 / 254
            self.precision = (max(0, steps) / 65535 + (last if steps >= 0 else 0)) / 2
        return _core.open_endgame(rules, self.pieces, payload, begin, length)

    def _sizes(self, rules: _core.Rules) -> tuple[int, ...]:
        """Return the possible numbers of bytes per value."""
        if not rules.has_chance:
            return (self.places,)
        assert self.pieces is not None
        fewer = _core.endgame_run(rules, self.pieces - 1, 1, 1).places if self.pieces > 2 else 0
        return 8 * self.places, 2 * self.places, self.places + fewer


#: Layouts by name.
LAYOUTS: dict[str, type[Layout]] = {layout.name: layout for layout in (Keyed, Dense, Indexed, Endgame)}


def layout_class(name: object) -> type[Layout]:
    """Return the layout class of a name."""
    layout = LAYOUTS.get(str(name))
    if layout is None:
        raise BadFile(f"its layout {name!r} is not known to this program")
    return layout


def open_layout(rules: _core.Rules, parts: Parts) -> Layout:
    """Return the layout that the description names."""
    layout = layout_class(parts.facts["layout"])
    missing = [name for name in sorted(layout.parts) if not parts.has(name)]
    if missing:
        raise BadFile(f"its section {missing[0]!r} is missing")
    try:
        return layout(rules, parts)
    except (ValueError, KeyError, TypeError, OverflowError) as refusal:
        raise BadFile(str(refusal)) from None
