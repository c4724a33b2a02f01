"""Positions and moves of a game written in Python as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.encoding import Actions, Array, Encoding, array_of, check_positions
from kibitz.games.position import Position, check_position
from kibitz.games.python_game.node import shorten

if TYPE_CHECKING:
    from kibitz.games.python_game.game import OwnGameAdapter


class PythonEncoding(Encoding):
    """The author's encoding; without one, planes that follow from the board or from the moves."""

    def __init__(self, game: OwnGameAdapter) -> None:
        self._game = game
        self.actions: PythonActions = PythonActions(game)

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """The shape of what the author encodes, else of the default."""
        own = self._game.own
        if own.game.encode is None:
            return _default_shape(self._game, self.actions)
        found = own.call("encode", self._game.node(self._game.start().state).state)
        try:
            return len(found), len(found[0]), len(found[0][0])
        except (TypeError, LookupError):
            raise own.mistake(
                f"encode() must return a list of planes, each a list of rows of numbers, not {shorten(found)}"
            ) from None

    def encode(self, positions: Sequence[Position]) -> Array:
        """Return positions as floats: position, plane, row, column."""
        check_positions(self._game, positions)
        data = b"".join(self._encoded(position) for position in positions)
        return array_of(data, "f", (len(positions), *self.shape))

    def _encoded(self, position: Position) -> bytes:
        own, shape = self._game.own, self.shape
        if own.game.encode is None:
            return _default_planes(self._game, self.actions, position, shape).tobytes()
        said = own.call("encode", self._game.node(position.state).state)
        try:
            numbers = array("f", [float(number) for plane in said for row in plane for number in row])
        except (TypeError, ValueError):
            raise own.mistake(
                f"encode() must return planes of rows of numbers, not {shorten(said)}"
            ) from None
        if len(numbers) != shape[0] * shape[1] * shape[2]:
            raise own.mistake(f"encode gives {len(numbers)} numbers, not the shape of the start {shape}")
        return numbers.tobytes()


def _default_shape(game: OwnGameAdapter, actions: PythonActions) -> tuple[int, int, int]:
    """How many boards of numbers, how high and how wide.

    With a board to touch: the mover's pieces, the other's, and one full of ones
    where the second player moves. Without one, two rows as long as there are
    moves: which are allowed, and ones where the second player moves.
    """
    board = game.view.board(game.start())
    return (2, 1, len(actions)) if board is None else (3, board.height, board.width)


def _default_planes(
    game: OwnGameAdapter, actions: PythonActions, position: Position, shape: tuple[int, int, int]
) -> array[float]:
    """One position as numbers."""
    cells = shape[1] * shape[2]
    out = array("f", bytes(4 * shape[0] * cells))
    mover = position.mover
    if shape[0] == 2:
        for number in actions.numbers(position):
            out[number] = 1
    elif (board := game.view.board(position)) is not None:
        for piece in board.pieces:
            out[(piece.side != mover) * cells + piece.cell] = 1
    if mover is Side.SECOND:
        out[-cells:] = array("f", [1.0]) * cells
    return out


class PythonActions(Actions):
    """The same for a game written in Python: by what its author lists, or by the moves that were met.

    Small games are walked through to the end, of others games are played at
    random; moves are numbered in the order of their texts.
    """

    _WALKED = 5_000
    _PLAYED = 200
    #: Moves to look at in either, as a position may have very many.
    _LOOKED_AT = 2_000_000

    def __init__(self, game: OwnGameAdapter) -> None:
        super().__init__(game)
        self._own = game.own
        #: Whether there can be no others.
        self._complete = False

    def __len__(self) -> int:
        return len(self._known)

    @cached_property
    def _known(self) -> dict[str, int]:
        listed = self.listed()
        texts = sorted(self._met()) if listed is None else listed
        return {text: number for number, text in enumerate(texts)}

    def listed(self) -> list[str] | None:
        """Return the texts of every move, if the author lists them."""
        if self._own.game.actions is None:
            return None
        said = self._own.call("actions")
        try:
            texts = [self._own.move_text(move) for move in said]
        except TypeError:
            raise self._own.mistake(f"actions() must return a list of moves, not {shorten(said)}") from None
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self._own.mistake(f"actions() lists {twice!r} twice; every move has one number")
        return texts

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
            listed = self.listed() is not None
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
