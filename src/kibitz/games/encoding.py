"""Encoding of positions and moves as arrays, for learning.

With NumPy they are its arrays; without, they are memoryviews of the same shape, so reading one needs no extra
package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.base.argument_checks import check
from kibitz.base.errors import IllegalMove, quoted
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position, check_position

if TYPE_CHECKING:
    from kibitz.games.game import Game

#: A NumPy array, or a memoryview of the same shape.
Array = Any


def array_of(data: bytes | bytearray, kind: str, shape: tuple[int, ...]) -> Array:
    """Return bytes as an array; `kind` is a `struct` letter: f for floats, ? for booleans."""
    try:
        import numpy as np
    except ImportError:
        flat = memoryview(data).cast("B")
        if not flat:  # a memoryview can have a zero length only in a single dimension
            return flat.cast(kind)  # type: ignore[call-overload]
        return flat.cast(kind, shape)  # type: ignore[call-overload]
    return np.frombuffer(data, {"f": np.float32, "?": np.bool_}[kind]).reshape(shape)


def check_positions(game: Game, positions: Sequence[Position]) -> None:
    """Raise an error unless the argument is a sequence of the game's positions."""
    check(positions=(positions, Sequence))
    for position in positions:
        check(position=(position, Position))
        check_position(game, position)


class Actions:
    """Numbering of a game's moves, the same in all positions."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __len__(self) -> int:
        return self._game.rules.actions

    def numbers(self, position: Position) -> list[int]:
        """Return the numbers of the legal moves, in the order of `position.moves`."""
        check(position=(position, Position))
        check_position(self._game, position)
        if position.is_over or position.turn is Side.CHANCE:
            return []
        found = self._game.rules.actions_of(position.state)
        if len(found) == len(position.moves):
            return found
        # Moves that repeat a position may be illegal.
        codes = self._game.rules.moves(position.state)
        allowed = {self._game.codec.code(position, move) for move in position.moves}
        return [number for code, number in zip(codes, found, strict=True) if code in allowed]

    def number(self, position: Position, move: Move | str) -> int:
        """Return the number of a move."""
        check(move=(move, Move | str))
        try:
            return self.numbers(position)[position.moves.index(move)]
        except ValueError:
            raise IllegalMove(f"{move!s:.60} is not legal here, so it has no number") from None

    def move(self, position: Position, number: int) -> Move:
        """Return the legal move with a number."""
        numbers = self.numbers(position)
        try:
            return position.moves[numbers.index(int(number))]
        except (ValueError, TypeError, OverflowError):
            raise IllegalMove(f"no legal move has the number {quoted(number)}") from None

    def check_complete(self) -> None:
        """Raise BadOption for a move without a number, as far as that can be checked before long work.

        The core numbers every move of its games.
        """

    def masks(self, positions: Sequence[Position]) -> Array:
        """Return the mask of legal actions, a row for each position."""
        check_positions(self._game, positions)
        shape = (len(positions), len(self))
        if not positions:
            return array_of(b"", "?", shape)
        if self._game.repetition is None or not self._game.repetition.forbidden:
            over = any(position.is_over for position in positions)
            if not over:
                states = [position.state for position in positions]
                return array_of(self._game.rules.masks(states), "?", shape)
        data = bytearray(shape[0] * shape[1])
        for row, position in enumerate(positions):
            for number in self.numbers(position):
                data[row * shape[1] + number] = 1
        return array_of(data, "?", shape)


class Encoding(ABC):
    """A game's positions and moves as arrays, for learning."""

    actions: Actions

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int, int]:
        """Return the number of planes, and their height and width."""

    @abstractmethod
    def encode(self, positions: Sequence[Position]) -> Array:
        """Return positions as floats (position, plane, row, column) from the mover's point of view."""


class NativeEncoding(Encoding):
    """The encoding of a built-in game, by the core."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.actions = Actions(game)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return the core's shape."""
        return self._game.rules.planes

    def encode(self, positions: Sequence[Position]) -> Array:
        """Return positions as the core encodes them."""
        check_positions(self._game, positions)
        data = self._game.rules.encode([position.state for position in positions])
        return array_of(data, "f", (len(positions), *self.shape))
