"""Sections of a table in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz import _core

Bytes = bytes | memoryview
#: A section may be in pieces, so that a large one is never copied as a whole.
Section = Bytes | Sequence[Bytes]


def pieces_of(section: Section) -> Sequence[Bytes]:
    """Return the pieces of a section."""
    return (section,) if isinstance(section, bytes | memoryview) else section


@dataclass(frozen=True)
class Solution:
    """The result of a solver: the sections of a table and its metadata."""

    #: The layout, the number of positions, and parameters of the layout.
    facts: Mapping[str, Any]
    sections: Mapping[str, Section]

    @property
    def size(self) -> int:
        """The size of all sections in bytes."""
        return sum(len(piece) for section in self.sections.values() for piece in pieces_of(section))

    def has(self, name: str) -> bool:
        """Whether there is such a section."""
        return name in self.sections

    def section(self, name: str) -> Bytes:
        """Return a section."""
        pieces = pieces_of(self.sections[name])
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def lazy_section(self, name: str) -> tuple[_core.Payload, int, int]:
        """Return a section as a payload of the core, with its begin and length."""
        section = self.section(name)
        return _core.Payload(section, b"", 1), 0, len(section)
