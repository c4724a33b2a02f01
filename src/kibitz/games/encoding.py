"""Positions and moves as arrays, for those who learn from them.

With numpy the arrays are its own; without, they are memoryviews of the same shape,
so nothing needs to be installed to read one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, IllegalMove, quoted
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position, check_position

if TYPE_CHECKING:
    from kibitz.games.game import Game

#: An array of numpy's, or a memoryview of the same shape.
Array = Any


def array_of(data: bytes | bytearray, kind: str, shape: tuple[int, ...]) -> Array:
    """Bytes as an array; `kind` is a letter of Python's struct: f for floats, ? for yes or no."""
    try:
        import numpy as np
    except ImportError:
        flat = memoryview(data).cast("B")
        if not flat:  # a memoryview has no dimension of length 0 but its only one
            return flat.cast(kind)  # type: ignore[call-overload]
        return flat.cast(kind, shape)  # type: ignore[call-overload]
    return np.frombuffer(data, {"f": np.float32, "?": np.bool_}[kind]).reshape(shape)


def check_positions(game: Game, positions: Sequence[Position]) -> None:
    """Refuse what is no sequence of positions of a game."""
    check(positions=(positions, Sequence))
    for position in positions:
        check(position=(position, Position))
        check_position(game, position)


class Actions:
    """A number for every move of a game, the same in all its positions."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __len__(self) -> int:
        return self._game.rules.actions

    def numbers(self, position: Position) -> list[int]:
        """The numbers of the moves that are allowed, in the order of `position.moves`."""
        check(position=(position, Position))
        check_position(self._game, position)
        if position.is_over or position.turn is Side.CHANCE:
            return []
        found = self._game.rules.actions_of(position.state)
        if len(found) == len(position.moves):
            return found
        # Moves that bring a position back are not allowed.
        codes = self._game.rules.moves(position.state)
        allowed = {self._game.codec.code(position, move) for move in position.moves}
        return [number for code, number in zip(codes, found, strict=True) if code in allowed]

    def number(self, position: Position, move: Move | str) -> int:
        """The number of a move."""
        check(move=(move, Move | str))
        try:
            return self.numbers(position)[position.moves.index(move)]
        except ValueError:
            raise IllegalMove(f"{move!s:.60} is not allowed here, so it has no number") from None

    def move(self, position: Position, number: int) -> Move:
        """The move that a number stands for in a position."""
        numbers = self.numbers(position)
        try:
            return position.moves[numbers.index(int(number))]
        except (ValueError, TypeError, OverflowError):
            raise IllegalMove(f"no move allowed here has the number {quoted(number)}") from None

    def check_complete(self) -> None:
        """Refuse moves that have no number, as far as that can be told before long work; BadOption names one.

        The core numbers every move of its games.
        """

    def masks(self, positions: Sequence[Position]) -> Array:
        """Which numbers are allowed: yes or no for each, a row for each position."""
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


class OwnActions(Actions):
    """The same for a game written in Python: by what its author lists, or by the moves that were met.

    Small games are walked through to the end, of others games are played at
    random; moves are numbered in the order of their texts.
    """

    _WALKED = 5_000
    _PLAYED = 200
    #: Moves to look at in either, as a position may have very many.
    _LOOKED_AT = 2_000_000

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        #: Whether there can be no others.
        self._complete = False

    def __len__(self) -> int:
        return len(self._known)

    @cached_property
    def _known(self) -> dict[str, int]:
        listed = self._game.listed_moves()
        texts = sorted(self._met()) if listed is None else listed
        return {text: number for number, text in enumerate(texts)}

    def check_complete(self) -> None:
        """Refuse moves that have no number, as far as games at random show; BadOption names one."""
        _ = self._known  # first, as it may be that the game was walked through
        if self._complete:
            return
        # Not the games by which moves were numbered.
        for position in self._random_games(seed=1):
            self.numbers(position)
        self._complete = True

    def _met(self) -> set[str]:
        start = self._game.start()
        waiting, seen, texts, looked_at = [start], {start}, set[str](), 0
        while waiting and len(seen) < self._WALKED and looked_at < self._LOOKED_AT:
            position = waiting.pop()
            looked_at += len(position.moves)
            if position.turn is not Side.CHANCE:
                texts.update(map(str, position.moves))
            for move in position.moves:
                after = position.play(move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
                    if len(seen) >= self._WALKED:
                        break
        self._complete = not waiting
        if waiting:
            for position in self._random_games(seed=0):
                if position.turn is not Side.CHANCE:
                    texts.update(map(str, position.moves))
        return texts

    def _random_games(self, seed: int) -> Iterator[Position]:
        """The positions of some games at random, without their ends."""
        from kibitz.base.random import Random, pick

        rng, looked_at = Random(seed), 0
        for _ in range(self._PLAYED):
            position = self._game.start()
            for _ in range(1_000):
                if position.is_over or looked_at > self._LOOKED_AT:
                    break
                yield position
                looked_at += len(position.moves)
                position = position.play(pick(rng, position.moves))

    def numbers(self, position: Position) -> list[int]:
        """The numbers of the moves that are allowed, in the order of `position.moves`."""
        check(position=(position, Position))
        check_position(self._game, position)
        if position.is_over or position.turn is Side.CHANCE:
            return []
        try:
            return [self._known[str(move)] for move in position.moves]
        except KeyError as unknown:
            listed = self._game.listed_moves() is not None
            why = "actions() does not list it" if listed else "no game met it by which moves were numbered"
            raise BadOption(
                f"the move {unknown.args[0]} of {self._game.spec} has no number: {why}. "
                f"Learning needs {'' if listed else 'a method '}actions() that lists every move there is"
            ) from None

    def masks(self, positions: Sequence[Position]) -> Array:
        """Which numbers are allowed: yes or no for each, a row for each position."""
        check_positions(self._game, positions)
        shape = (len(positions), len(self))
        data = bytearray(shape[0] * shape[1])
        for row, position in enumerate(positions):
            for number in self.numbers(position):
                data[row * shape[1] + number] = 1
        return array_of(data, "?", shape)
