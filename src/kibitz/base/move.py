"""Moves and lines of moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from kibitz.base.argument_checks import check


@dataclass(frozen=True, slots=True)
class Move:
    """A move or a chance outcome. `str` is its notation.

    Two moves are equal when their notation is: within a game that identifies a move completely.

    >>> import kibitz
    >>> move = kibitz.load("tictactoe").start().move("a3")
    >>> str(move), move in kibitz.load("tictactoe").start().moves
    ('1', True)
    """

    text: str
    code: int = field(compare=False, repr=False)
    parts: tuple[int, ...] = field(default=(), compare=False)
    #: Identity of the rules it belongs to; empty if no game made it.
    rules: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        # Hand-written for speed.
        if type(self.text) is not str or type(self.code) is not int or type(self.parts) is not tuple:
            check(text=(self.text, str), code=(self.code, int), parts=(self.parts, tuple))

    def __str__(self) -> str:
        return self.text


class Line(tuple[Move, ...]):
    """Moves in the expected order.

    >>> import kibitz
    >>> start = kibitz.load("tictactoe").start()
    >>> line = kibitz.Line([start.move("5"), start.move("1")])
    >>> line, len(line)
    (Line('5 1'), 2)
    """

    __slots__ = ()

    def __new__(cls, moves: Iterable[Move] = ()) -> Self:
        """Return a line of these moves."""
        if not isinstance(moves, Iterable):
            check(moves=(moves, Iterable))
        line = super().__new__(cls, moves)
        for move in line:
            if not isinstance(move, Move):
                check(move=(move, Move))
        return line

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Line({str(self)!r})"
