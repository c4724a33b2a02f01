"""Arrays of positions and moves of Python games."""

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
    from kibitz.games.python_game.game import PythonGameAdapter


class PythonEncoding(Encoding):
    """The author's encoding; by default planes of the board or of the moves."""

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game
        self.actions: PythonActions = PythonActions(game)

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the author's encoding, else of the default."""
        rules = self._game.python_rules
        if rules.game.encode is None:
            return _default_shape(self._game, self.actions)
        found = rules.call("encode", self._game.node(self._game.start().state).state)
        try:
            return len(found), len(found[0]), len(found[0][0])
        except (TypeError, LookupError):
            raise rules.mistake(
                f"encode() must return a list of planes, each a list of rows of numbers, not {shorten(found)}"
            ) from None

    def encode(self, positions: Sequence[Position]) -> Array:
        """Return positions as floats: position, plane, row, column."""
        check_positions(self._game, positions)
        data = b"".join(self._encoded(position) for position in positions)
        return array_of(data, "f", (len(positions), *self.shape))

    def _encoded(self, position: Position) -> bytes:
        rules, shape = self._game.python_rules, self.shape
        if rules.game.encode is None:
            return _default_planes(self._game, self.actions, position, shape).tobytes()
        answer = rules.call("encode", self._game.node(position.state).state)
        try:
            numbers = array("f", [float(number) for plane in answer for row in plane for number in row])
        except (TypeError, ValueError):
            raise rules.mistake(
                f"encode() must return planes of rows of numbers, not {shorten(answer)}"
            ) from None
        if len(numbers) != shape[0] * shape[1] * shape[2]:
            raise rules.mistake(f"encode gives {len(numbers)} numbers, not the shape of the start {shape}")
        return numbers.tobytes()


def _default_shape(game: PythonGameAdapter, actions: PythonActions) -> tuple[int, int, int]:
    """Return the number of planes, their height and their width.

    With a board: the mover's pieces, the opponent's, and ones if the second player moves. Without one, two
    rows with an entry for each action: the legal ones, and ones if the second player moves.
    """
    board = game.view.board(game.start())
    return (2, 1, len(actions)) if board is None else (3, board.height, board.width)


def _default_planes(
    game: PythonGameAdapter, actions: PythonActions, position: Position, shape: tuple[int, int, int]
) -> array[float]:
    """Return the default encoding of a position."""
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
    """Action numbers by the author's list of moves, or by the moves found.

    A small game is explored completely, others by random games; moves are numbered in the order of their
    texts.
    """

    _MOST_POSITIONS = 5_000
    _RANDOM_GAMES = 200
    #: Limit of generated moves in both cases.
    _MOST_MOVES = 2_000_000

    def __init__(self, game: PythonGameAdapter) -> None:
        super().__init__(game)
        self._rules = game.python_rules
        #: Whether every move of the game has a number.
        self._complete = False

    def __len__(self) -> int:
        return len(self._known)

    @cached_property
    def _known(self) -> dict[str, int]:
        listed = self.listed()
        texts = sorted(self._met()) if listed is None else listed
        return {text: number for number, text in enumerate(texts)}

    def listed(self) -> list[str] | None:
        """Return the texts of the author's list of moves, if any."""
        if self._rules.game.actions is None:
            return None
        answer = self._rules.call("actions")
        try:
            texts = [self._rules.format_move(move) for move in answer]
        except TypeError:
            raise self._rules.mistake(
                f"actions() must return a list of moves, not {shorten(answer)}"
            ) from None
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self._rules.mistake(f"actions() lists {twice!r} twice; every move has one number")
        return texts

    def check_complete(self) -> None:
        """Raise BadOption for a move without a number, as far as random games find one."""
        _ = self._known  # first, as this may explore the whole game
        if self._complete:
            return
        # Other random games than those that numbered the moves.
        for position in self._random_games(seed=1):
            self.numbers(position)
        self._complete = True

    def _met(self) -> set[str]:
        start = self._game.start()
        waiting, seen, texts, generated = [start], {start}, set[str](), 0
        while waiting and len(seen) < self._MOST_POSITIONS and generated < self._MOST_MOVES:
            position = waiting.pop()
            generated += len(position.moves)
            if position.turn is not Side.CHANCE:
                texts.update(map(str, position.moves))
            for move in position.moves:
                after = position.play(move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
                    if len(seen) >= self._MOST_POSITIONS:
                        break
        self._complete = not waiting
        if waiting:
            for position in self._random_games(seed=0):
                if position.turn is not Side.CHANCE:
                    texts.update(map(str, position.moves))
        return texts

    def _random_games(self, seed: int) -> Iterator[Position]:
        """Yield the positions of random games, without the final ones."""
        rng, generated = Random(seed), 0
        for _ in range(self._RANDOM_GAMES):
            position = self._game.start()
            for _ in range(1_000):
                if position.is_over or generated > self._MOST_MOVES:
                    break
                yield position
                generated += len(position.moves)
                position = position.play(pick(rng, position.moves))

    def numbers(self, position: Position) -> list[int]:
        """Return the numbers of the legal moves, in the order of `position.moves`."""
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
        """Return whether each action is legal, in a row for each position."""
        check_positions(self._game, positions)
        shape = (len(positions), len(self))
        data = bytearray(shape[0] * shape[1])
        for row, position in enumerate(positions):
            for number in self.numbers(position):
                data[row * shape[1] + number] = 1
        return array_of(data, "?", shape)
