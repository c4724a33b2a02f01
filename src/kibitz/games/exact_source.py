"""Something that knows the exact values of some positions of a game.

A table that is kept, an endgame table, a book, an exact solver, a method of a
game of one's own: all are sources, and a position is judged by asking them in
order, the cheapest first.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kibitz.base.cancel import Progress
from kibitz.base.limit import Limit
from kibitz.base.move import Line, Move
from kibitz.base.value import Value

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.position import Position


class Cover(enum.Enum):
    """Whether a source knows a position."""

    NO = "no"
    #: It may, once it has been made: `prepare` does that.
    UNMADE = "once it is made"
    #: It finds out by work on this position, if the limit is enough.
    WORK = "by work"
    #: At once.
    KNOWN = "at once"


@dataclass(frozen=True, slots=True)
class Known:
    """A move or roll with its exact value to the mover before it, and the line from it on if there is one."""

    move: Move
    value: Value
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a source says of a position: its value to the mover, and all moves or rolls in their order."""

    value: Value
    moves: tuple[Known, ...]
    #: Positions visited to find out.
    nodes: int = 0


class ExactSource(Protocol):
    """Knows the exact values of some positions."""

    @property
    def name(self) -> str:
        """What values are said to come from, such as "table" or "solver"."""

    def covers(self, position: Position) -> Cover:
        """Whether it knows a position that has not ended; quick to say."""

    @property
    def takes_seconds(self) -> bool:
        """Whether making it takes so long that people should be told."""

    def prepare(self, progress: Progress | None = None) -> None:
        """Make what can be made in seconds, once; afterwards it covers a position or does not."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """What it knows of a position that it covers; None if the limit is not enough to find out.

        No limit at all means as long as a person would wait for a perfect move.
        """

    @property
    def probe(self) -> _core.Tablebase | None:
        """What the core may ask at every position that it meets; None where there is nothing so quick."""
