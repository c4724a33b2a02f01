"""The sections of a table while it is in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz import _core

Bytes = bytes | memoryview
#: A section may come in pieces, so that a large one is never copied as a whole.
Section = Bytes | Sequence[Bytes]


def pieces_of(section: Section) -> Sequence[Bytes]:
    """A section as its pieces."""
    return (section,) if isinstance(section, bytes | memoryview) else section


@dataclass(frozen=True)
class Solution:
    """What a solver found: the sections of a table, and what it says of itself."""

    #: The layout, how many positions there are, and what else the layout needs to know.
    facts: Mapping[str, Any]
    sections: Mapping[str, Section]

    @property
    def size(self) -> int:
        """The bytes of all sections."""
        return sum(len(piece) for section in self.sections.values() for piece in pieces_of(section))

    def has(self, name: str) -> bool:
        """Whether there is a section of that name."""
        return name in self.sections

    def whole(self, name: str) -> Bytes:
        """A section."""
        pieces = pieces_of(self.sections[name])
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def lazily(self, name: str) -> tuple[_core.Payload, int, int]:
        """A section as the core reads it."""
        section = self.whole(name)
        return _core.Payload(section, b"", 1), 0, len(section)
