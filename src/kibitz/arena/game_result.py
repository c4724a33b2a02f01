"""Result of a game: a plain value that can be sent to other processes and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.ending import Ending
from kibitz.base.side import Side


@dataclass(frozen=True, slots=True)
class Effort:
    """Total effort of a player in a game. `nodes` is None if it doesn't count them."""

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
    """Result of a job's game. Results of the same job are interchangeable."""

    number: int
    ending: Ending
    #: All moves and rolls, in the game's notation.
    moves: tuple[str, ...]
    start: str
    efforts: tuple[Effort, Effort] = (Effort(), Effort())
    #: Name of the machine on which it was played.
    machine: str = ""

    @property
    def score(self) -> float:
        """Return the first player's score: 1, 0.5 or 0."""
        return (1 + self.ending.outcome.for_side(Side.FIRST)) / 2

    @property
    def decisions(self) -> int:
        """Return the number of moves, without rolls."""
        return sum(effort.moves for effort in self.efforts)

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data."""
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
        """Parse the data of `to_json`."""
        first, second = (Effort(*values) for values in data["efforts"])
        ending = Ending.from_json(data["ending"])
        fields = (data["number"], ending, tuple(data["moves"]), data["start"], (first, second))
        return GameResult(*fields, data.get("machine", ""))
