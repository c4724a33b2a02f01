"""Interface of exact sources, which know the values of some of a game's positions.

Stored tables, endgame tables, opening books, exact solvers and an author's `exact` method are sources; they
are probed in order of cost.
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
    #: After `prepare`.
    UNMADE = "once it is made"
    #: After solving this position, if the limit suffices.
    WORK = "by work"
    #: Immediately.
    KNOWN = "at once"


@dataclass(frozen=True, slots=True)
class Known:
    """A move or roll with its exact value to the mover, and the PV after it if known."""

    move: Move
    value: Value
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A source's answer: the value of a position to its mover, and all moves or rolls in order."""

    value: Value
    moves: tuple[Known, ...]
    #: Number of nodes searched.
    nodes: int = 0


class ExactSource(Protocol):
    """Interface of a source of exact values."""

    @property
    def name(self) -> str:
        """Return the origin of its values, such as "table" or "solver"."""

    def covers(self, position: Position) -> Cover:
        """Return whether it knows an unfinished position; fast."""

    @property
    def takes_seconds(self) -> bool:
        """Return whether making it takes long enough to notify people."""

    def prepare(self, progress: Progress | None = None) -> None:
        """Make the source if that takes seconds at most; afterwards it covers a position or does not."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Return the values of a covered position; None if the limit does not suffice.

        Without a limit, take as long as a person would wait for a perfect move.
        """

    @property
    def probe(self) -> _core.Tablebase | None:
        """Return a probe for searches in the core; None if there is none that is fast enough."""
