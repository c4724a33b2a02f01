"""What a network learns from: positions, how good moves were found to be, and how games ended."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import prod

from kibitz.base.move import Move
from kibitz.games.game import Game
from kibitz.games.position import Position


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
        return Examples(prod(game.encoding.shape), len(game.encoding.actions))

    def __len__(self) -> int:
        return len(self.values)

    def add(self, position: Position, shares: Iterable[tuple[Move, float]], value: float) -> None:
        """One position more, with its mirror images; moves that are not named are not to be made."""
        game, rules = position.game, position.game.rules
        codes = [(game.codec.code(position, move), share) for move, share in shares]
        for symmetry, image in enumerate(images(position)):
            numbers = game.encoding.actions.numbers(image)
            numbered = {
                game.codec.code(image, move): number
                for move, number in zip(image.moves, numbers, strict=True)
            }
            row = array("f", bytes(4 * self.actions))
            for code, share in codes:
                row[numbered[rules.transform_move(code, symmetry)]] = share
            self.planes.frombytes(bytes(memoryview(game.encoding.encode([image])).cast("B")))
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


def images(position: Position) -> Iterator[Position]:
    """A position as it is, then as each symmetry of the game shows it."""
    rules = position.game.rules
    yield position
    for symmetry in range(1, rules.symmetries):
        yield Position(position.game, rules.transform(position.state, symmetry))
