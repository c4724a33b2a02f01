"""Moves and lines of moves."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Move:
    """One choice, or one thing that chance may do. `str` is its notation.

    Two moves are equal when their notation is: within a game that names a
    move completely.
    """

    text: str
    code: int = field(compare=False, repr=False)
    parts: tuple[int, ...] = field(default=(), compare=False)
    #: The identity of the rules it belongs to; empty for one that no game made.
    rules: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


class Line(tuple[Move, ...]):
    """Moves in the order they are expected."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Line({str(self)!r})"
