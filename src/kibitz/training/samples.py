"""Training samples: positions with policy and value targets. The replay buffer is such a collection."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import prod

from kibitz.base.move import Move
from kibitz.games.game import Game
from kibitz.games.position import Position


@dataclass
class Samples:
    """A sequence of training samples in flat arrays, cheap to send between processes."""

    #: Length of an encoded position, and size of the action space.
    inputs: int
    actions: int
    planes: array[float] = field(default_factory=lambda: array("f"))
    #: Policy targets: a probability for each action.
    moves: array[float] = field(default_factory=lambda: array("f"))
    #: Value targets: the game's result for the mover, from -1 to 1.
    values: array[float] = field(default_factory=lambda: array("f"))
    #: Number of games the samples come from.
    games: int = 0

    @staticmethod
    def of(game: Game) -> Samples:
        """Return an empty collection for a game."""
        return Samples(prod(game.encoding.shape), len(game.encoding.actions))

    def __len__(self) -> int:
        return len(self.values)

    def add(self, position: Position, shares: Iterable[tuple[Move, float]], value: float) -> None:
        """Add a position and its symmetric images; moves without a share get probability 0."""
        game, rules = position.game, position.game.rules
        codes = [(game.codec.code(position, move), share) for move, share in shares]
        for symmetry, image in enumerate(symmetric_images(position)):
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

    def extend(self, other: Samples) -> None:
        """Append all samples of another collection."""
        self.planes.extend(other.planes)
        self.moves.extend(other.moves)
        self.values.extend(other.values)
        self.games += other.games

    def last(self, count: int) -> Samples:
        """Return the latest samples, at most `count`."""
        return Samples(
            self.inputs,
            self.actions,
            self.planes[-count * self.inputs :],
            self.moves[-count * self.actions :],
            self.values[-count:],
            self.games,
        )


def symmetric_images(position: Position) -> Iterator[Position]:
    """Iterate over a position and its images under the symmetries of the game, the identity first."""
    rules = position.game.rules
    yield position
    for symmetry in range(1, rules.symmetries):
        yield Position(position.game, rules.transform(position.state, symmetry))
