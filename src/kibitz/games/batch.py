"""Batches of games of one kind, stepped together as NumPy arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, IllegalMove, quoted
from kibitz.base.random import Random, pick, seed_from
from kibitz.base.side import Side
from kibitz.games.encoding import NativeEncoding, check_positions
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.stepping import reward, roll

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


#: Number of start positions drawn for a game with a random set-up.
_STARTS = 1_000
_MOST_SEED = 2**63


class Batch(ABC):
    """Many games of one kind, stepped together; `game.batch` makes one.

    The arrays have an entry for each game. `step` and `reset` change them in place: copy them to keep values.
    Chance acts by itself. A finished game restarts in the same step; then `rewards` and `terminated` are
    about the finished game, and the other arrays about the new one.

    >>> import kibitz
    >>> batch = kibitz.load("tictactoe").batch(3)
    >>> batch.observations.shape, batch.masks.shape, batch.turns.tolist()
    ((3, 3, 3, 3), (3, 9), [0, 0, 0])
    >>> for cells in ([0, 4, 8], [1, 1, 1], [3, 2, 7], [2, 3, 2], [6, 8, 6]):
    ...     batch.step(cells)
    >>> batch.terminated.tolist(), batch.rewards[0].tolist(), batch.plies.tolist()
    ([True, False, True], [1.0, -1.0], [0, 5, 0])
    """

    def __init__(self, game: Game, size: int, starts: Sequence[Position], most_plies: int) -> None:
        arrays = _numpy()
        game.encoding.actions.check_complete()
        #: The game, and the number of games.
        self.game, self.size = game, size
        self._starts, self._most_plies = starts, most_plies
        try:
            #: Positions as `game.encoding` encodes them, from the point of view of the side to move.
            self.observations: NDArray[np.float32] = arrays.zeros(
                (size, *game.encoding.shape), arrays.float32
            )
            #: Mask of the legal actions, by their numbers in `game.encoding.actions`.
            self.masks: NDArray[np.bool_] = arrays.zeros((size, len(game.encoding.actions)), arrays.bool_)
            #: The side to move: 0 the first player, 1 the second.
            self.turns: NDArray[np.int8] = arrays.zeros(size, arrays.int8)
            #: Number of moves of the players so far.
            self.plies: NDArray[np.int32] = arrays.zeros(size, arrays.int32)
            #: Rewards of the first and the second player in the last step: from -1 to 1 at an end, else 0.
            self.rewards: NDArray[np.float32] = arrays.zeros((size, 2), arrays.float32)
            #: Whether the last step ended the game.
            self.terminated: NDArray[np.bool_] = arrays.zeros(size, arrays.bool_)
            #: Whether the last step reached `most_plies` before the game was over.
            self.truncated: NDArray[np.bool_] = arrays.zeros(size, arrays.bool_)
            #: Final position of the game that the last step ended or truncated.
            self.last_observations: NDArray[np.float32] = arrays.zeros_like(self.observations)
        except MemoryError:
            raise BadOption(f"there is not enough memory for {size:,} games at once") from None

    def __len__(self) -> int:
        return self.size

    def reset(self, seed: int) -> None:
        """Restart all games, with chance from this seed."""
        check_seed(seed)
        self._reset(seed)

    def reset_games(self, chosen: ArrayLike) -> None:
        """Restart the games that are marked in a boolean mask."""
        np = _numpy()
        marks = np.ascontiguousarray(chosen)
        if marks.shape != (self.size,) or marks.dtype != np.bool_:
            raise BadOption(f"the mask of games to restart has {self.size} entries")
        self._reset_games(marks)

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game. IllegalMove names an illegal one before any is played."""
        np = _numpy()
        numbers = np.asarray(actions)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            raise BadOption(f"a step needs {self.size} numbers of actions, one for each game")
        self._step(np.ascontiguousarray(numbers, np.int64))

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action of each game, all equally likely."""
        out: NDArray[np.int64] = _numpy().zeros(self.size, "i8")
        self._sample(out)
        return out

    @abstractmethod
    def position(self, index: int) -> Position:
        """Return the current position of a game."""

    @abstractmethod
    def _reset(self, seed: int) -> None: ...

    @abstractmethod
    def _reset_games(self, chosen: Any) -> None: ...

    @abstractmethod
    def _step(self, actions: Any) -> None: ...

    @abstractmethod
    def _sample(self, out: Any) -> None: ...

    def _check_index(self, index: int) -> None:
        check(index=(index, int))
        if not 0 <= index < self.size:
            raise BadOption(f"there is no game {index}; the {self.size} games count from 0")

    def __repr__(self) -> str:
        return f"<Batch of {self.size:,} games of {self.game.spec}>"


class NativeBatch(Batch):
    """A batch that the core steps, without the GIL."""

    def __init__(self, game: Game, size: int, seed: int, starts: Sequence[Position], most_plies: int) -> None:
        super().__init__(game, size, starts, most_plies)
        np = _numpy()
        try:
            self._core = _core.Batch(
                game.rules,
                size,
                seed,
                [start.state for start in starts],
                most_plies,
                self.observations,
                self.masks.view(np.uint8),
                self.turns,
                self.plies,
                self.rewards,
                self.terminated.view(np.uint8),
                self.truncated.view(np.uint8),
                self.last_observations,
            )
        except ValueError as refusal:
            raise BadOption(str(refusal)) from None

    def position(self, index: int) -> Position:
        """Return the current position of a game."""
        self._check_index(index)
        return Position(self.game, self._core.state(index))

    def _reset(self, seed: int) -> None:
        self._core.reset(seed)

    def _reset_games(self, chosen: Any) -> None:
        self._core.reset_some(chosen.view("u1"))

    def _step(self, actions: Any) -> None:
        try:
            self._core.step(actions)
        except ValueError as refusal:
            raise IllegalMove(str(refusal)) from None

    def _sample(self, out: Any) -> None:
        self._core.sample(out)


class PositionBatch(Batch):
    """A batch of positions in Python, for games that the core can't encode."""

    def __init__(self, game: Game, size: int, seed: int, starts: Sequence[Position], most_plies: int) -> None:
        super().__init__(game, size, starts, most_plies)
        self._positions: list[Position] = []
        self._numbers: list[list[int]] = []
        self._reset(seed)

    def position(self, index: int) -> Position:
        """Return the current position of a game."""
        self._check_index(index)
        return self._positions[index]

    def _reset(self, seed: int) -> None:
        # A game's chances depend neither on the number of games nor on the moves in the others.
        self._chance = [Random(seed << 32 | at) for at in range(self.size)]
        self._choice = [Random(seed_from(rng)) for rng in self._chance]
        self._positions = [self._begin(at) for at in range(self.size)]
        self._numbers = [[] for _ in range(self.size)]
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        self.plies[:] = 0
        self._show()

    def _begin(self, at: int) -> Position:
        rng = self._chance[at]
        start = self._starts[0] if len(self._starts) == 1 else pick(rng, self._starts)
        position = roll(start, rng)
        if position.is_over:
            raise BadOption(f"a game of {self.game.spec} is over before anybody has moved")
        return position

    def _reset_games(self, chosen: Any) -> None:
        for at in chosen.nonzero()[0].tolist():
            self._positions[at] = self._begin(at)
            self.plies[at] = 0
        self._show()

    def _step(self, actions: Any) -> None:
        numbers = actions.tolist()
        for at, number in enumerate(numbers):
            if number not in self._numbers[at]:
                raise IllegalMove(f"action {number} is not legal in game {at}")
        ended = []
        for at, number in enumerate(numbers):
            before = self._positions[at]
            position = before.play(before.moves[self._numbers[at].index(number)])
            self._positions[at] = position = roll(position, self._chance[at])
            self.plies[at] += 1
            over = self.terminated[at] = position.is_over
            self.truncated[at] = not over and 0 < self._most_plies <= self.plies[at]
            self.rewards[at] = reward(position, Side.FIRST), reward(position, Side.SECOND)
            if over or self.truncated[at]:
                ended.append(at)
        if ended:
            last = self.game.encoding.encode([self._positions[at] for at in ended])
            for at, observation in zip(ended, last, strict=True):
                self.last_observations[at] = observation
                self._positions[at] = self._begin(at)
                self.plies[at] = 0
        self._show()

    def _show(self) -> None:
        encoding = self.game.encoding
        self.observations[:] = encoding.encode(self._positions)
        self.masks[:] = False
        for at, position in enumerate(self._positions):
            self._numbers[at] = encoding.actions.numbers(position)
            self.masks[at, self._numbers[at]] = True
            self.turns[at] = position.turn

    def _sample(self, out: Any) -> None:
        for at, numbers in enumerate(self._numbers):
            out[at] = pick(self._choice[at], numbers)


def make_batch(
    game: Game, size: int, seed: int, starts: Sequence[Position] | None, most_plies: int | None
) -> Batch:
    """Return a batch of games, stepped by the core if it can encode the game."""
    check(size=(size, int), starts=(starts, Sequence | None), most_plies=(most_plies, int | None))
    if isinstance(size, bool) or not 1 <= size < 2**31:
        raise BadOption(f"a batch has at least one game, not {quoted(size)}")
    if most_plies is not None and not 1 <= most_plies < 2**31:
        raise BadOption(f"most_plies must be at least 1, not {quoted(most_plies)}")
    check_seed(seed)
    begins = _drawn_starts(game) if starts is None else list(starts)
    check_positions(game, begins)
    if not begins:
        raise BadOption("a batch needs at least one position to begin with")
    if any(position.is_over for position in begins):
        raise BadOption("a game that is over can't begin")
    native = not game.rules.in_python and isinstance(game.encoding, NativeEncoding) and game.rules.actions > 0
    return (NativeBatch if native else PositionBatch)(game, size, seed, begins, most_plies or 0)


def check_seed(seed: object) -> None:
    """Raise BadOption for an invalid seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < _MOST_SEED:
        raise BadOption(f"a seed is a whole number from 0 to below 2**63, not {quoted(seed)}")


def _drawn_starts(game: Game) -> list[Position]:
    """Return the start positions: one, or many for a game with a random set-up."""
    if type(game)._random_start is Game._random_start:
        return [game.start()]
    rng = Random(0)  # independent of the batch's seed, which may change later
    return list(dict.fromkeys(game.start(rng) for _ in range(_STARTS)))


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise BadOption("batches need NumPy: pip install '.[research]' in Kibitz's source folder") from None
    return numpy
