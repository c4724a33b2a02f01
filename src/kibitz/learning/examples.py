"""What a network learns from: positions, how good moves were found to be, and how games ended."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod

from kibitz.games.game import Game


@dataclass
class Examples:
    """Positions one after the other, as plain numbers, so that they travel between processes."""

    #: Numbers of a position, and of its moves.
    inputs: int
    actions: int
    planes: array[float] = field(default_factory=lambda: array("f"))
    #: How likely each numbered move should be.
    moves: array[float] = field(default_factory=lambda: array("f"))
    #: What the player to move got in the end, from -1 to 1.
    values: array[float] = field(default_factory=lambda: array("f"))
    #: Games they are from.
    games: int = 0

    @staticmethod
    def of(game: Game) -> Examples:
        """None yet."""
        return Examples(prod(game.planes), len(game.actions))

    def __len__(self) -> int:
        return len(self.values)

    def add(self, planes: bytes, moves: Iterable[tuple[int, float]], value: float) -> None:
        """One position more; moves that are not named are not to be made."""
        self.planes.frombytes(planes)
        row = array("f", bytes(4 * self.actions))
        for number, share in moves:
            row[number] = share
        self.moves.extend(row)
        self.values.append(value)

    def extend(self, other: Examples) -> None:
        """All of another's."""
        self.planes.extend(other.planes)
        self.moves.extend(other.moves)
        self.values.extend(other.values)
        self.games += other.games

    def last(self, count: int) -> Examples:
        """The latest, at most so many."""
        return Examples(
            self.inputs,
            self.actions,
            self.planes[-count * self.inputs :],
            self.moves[-count * self.actions :],
            self.values[-count:],
            self.games,
        )
