"""One game to be played, and how it went: plain values that can travel to other processes and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.words.ending import Ending
from kibitz.words.limit import Limit
from kibitz.words.side import Side
from kibitz.words.time_control import TimeControl


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
    ending: Ending
    #: Every move and roll, in the game's notation.
    moves: tuple[str, ...]
    start: str
    efforts: tuple[Effort, Effort] = (Effort(), Effort())

    @property
    def score(self) -> float:
        """The first player's score: 1, 0.5 or 0."""
        return (1 + self.ending.outcome.for_side(Side.FIRST)) / 2

    @property
    def decisions(self) -> int:
        """How many moves the players made."""
        return sum(effort.moves for effort in self.efforts)

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "number": self.number,
            "ending": self.ending.to_json(),
            "moves": self.moves,
            "start": self.start,
            "efforts": [[e.moves, round(e.seconds, 6), e.nodes] for e in self.efforts],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameResult:
        """Read what `to_json` wrote."""
        first, second = (Effort(*values) for values in data["efforts"])
        ending = Ending.from_json(data["ending"])
        return GameResult(data["number"], ending, tuple(data["moves"]), data["start"], (first, second))
