"""What an opening is called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opening:
    """A name that people use, and the code that books give it, if they give one."""

    name: str
    code: str = ""

    def __str__(self) -> str:
        """`C50 Italian Game`."""
        return f"{self.code} {self.name}".lstrip()
