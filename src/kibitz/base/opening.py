"""Names of openings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opening:
    """The name of an opening, and its code (such as ECO) if it has one."""

    name: str
    code: str = ""

    def __str__(self) -> str:
        """`C50 Italian Game`."""
        return f"{self.code} {self.name}".lstrip()
