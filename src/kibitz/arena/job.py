"""One game to be played, and how it went: plain values that can travel to other processes and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.time_control import TimeControl
from kibitz.words.limit import Limit

#: A game that is still going on after this many moves counts as a draw.
MOST_PLIES = 2000


@dataclass(frozen=True, slots=True)
class GameJob:
    """Everything that decides a game. The same job gives the same game, unless clocks matter.

    The two games of a pair, an even number and the odd one after it, have the
    same `seed` and `start`, and the players swapped.
    """

    number: int
    game: str
    first: str
    second: str
    #: Where the dice and the players' chance start.
    seed: int
    #: The position to start from; None for the game's own.
    start: str | None = None
    limits: tuple[Limit, Limit] = (Limit(), Limit())
    clock: TimeControl | None = None
    #: How many seconds late an answer may be.
    margin: float = 0.25

    @property
    def pair(self) -> int:
        """The number of its pair."""
        return self.number // 2

    @property
    def players(self) -> tuple[str, str]:
        """Both players' specs, the first to move first."""
        return self.first, self.second

    def to_json(self) -> dict[str, Any]:
        """The job as plain data."""
        return {
            "number": self.number,
            "game": self.game,
            "first": self.first,
            "second": self.second,
            "seed": self.seed,
            "start": self.start,
            "limits": [[limit.depth, limit.nodes, limit.seconds] for limit in self.limits],
            "clock": self.clock and [self.clock.seconds, self.clock.increment],
            "margin": self.margin,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameJob:
        """Read what `to_json` wrote."""
        first, second = (Limit(*values) for values in data["limits"])
        clock = data["clock"]
        return GameJob(**{**data, "limits": (first, second), "clock": TimeControl(*clock) if clock else None})


@dataclass(frozen=True, slots=True)
class Effort:
    """What a player spent on a game. `nodes` is None if it doesn't count them."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int | None = None

    def __add__(self, other: Effort) -> Effort:
        counted = [n for n in (self.nodes, other.nodes) if n is not None]
        return Effort(
            self.moves + other.moves, self.seconds + other.seconds, sum(counted) if counted else None
        )


@dataclass(frozen=True, slots=True)
class GameResult:
    """How the game of a job went. Results of the same job are interchangeable."""

    number: int
    #: The first player's score: 1, 0.5 or 0.
    score: float
    #: Every move and roll, in the game's notation.
    moves: tuple[str, ...]
    start: str
    #: Why it ended, if not by its rules: "second: illegal move 'x9'".
    reason: str | None = None
    #: Who lost by breaking the rules of the arena, 0 or 1.
    forfeited: int | None = None
    efforts: tuple[Effort, Effort] = field(default=(Effort(), Effort()))

    @property
    def decisions(self) -> int:
        """How many moves the players made."""
        return sum(effort.moves for effort in self.efforts)

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "number": self.number,
            "score": self.score,
            "moves": list(self.moves),
            "start": self.start,
            "reason": self.reason,
            "forfeited": self.forfeited,
            "efforts": [[e.moves, round(e.seconds, 6), e.nodes] for e in self.efforts],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameResult:
        """Read what `to_json` wrote."""
        first, second = (Effort(*values) for values in data["efforts"])
        return GameResult(**{**data, "moves": tuple(data["moves"]), "efforts": (first, second)})
