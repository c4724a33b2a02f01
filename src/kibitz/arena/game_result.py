"""How a game went: a plain value that can travel to other processes and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.ending import Ending
from kibitz.base.side import Side


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
    #: The name of the machine that it was played on.
    machine: str = ""

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
            "efforts": [[e.moves, e.seconds, e.nodes] for e in self.efforts],
            "machine": self.machine,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameResult:
        """Read what `to_json` wrote."""
        first, second = (Effort(*values) for values in data["efforts"])
        ending = Ending.from_json(data["ending"])
        told = (data["number"], ending, tuple(data["moves"]), data["start"], (first, second))
        return GameResult(*told, data.get("machine", ""))
