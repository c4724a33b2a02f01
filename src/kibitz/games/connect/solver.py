"""The exact solver of Connect games on boards that fit a machine word."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from functools import cached_property
from weakref import WeakSet

from kibitz import _core
from kibitz.base.errors import BadOption, GameOver, WrongGame
from kibitz.base.value import Draw, Loss, Value, Win
from kibitz.games.connect.book import MOST_PLIES, Book, find_book
from kibitz.games.game import Game
from kibitz.games.position import Position

#: 2^20 buckets of 32 bytes: 32 MB. A larger table only helps in positions that take many seconds.
_TABLE_BITS = 20


#: The solvers of this process.
_made: WeakSet[ConnectSolver] = WeakSet()


class ConnectSolver:
    """Exact scores for one game, with a persistent transposition table.

    Thread-safe, with one search at a time.
    """

    def __init__(self, game: Game, *, table_bits: int = _TABLE_BITS, book: bool = True) -> None:
        if game.rules.family != "connect":
            raise BadOption(f"{game.spec} is not a Connect game; this solver is for those")
        if not self.fits(game):
            raise BadOption(
                f"{game.spec} has no exact solver; "
                "there is one where width × (height + 1) is at most 64 and the length at least 2"
            )
        width, height, _ = _shape(game)
        try:
            self.core = _core.ConnectSolver(game.rules, table_bits)
        except MemoryError:
            raise BadOption(f"there is not enough memory for a table of 2^{table_bits} × 32 bytes") from None
        self.game = game
        self.cells = width * height
        self._table_bits = table_bits
        self._wants_book = self._book_awaited = book
        self._lock = threading.Lock()
        #: Whether a digit for each move describes a position.
        self._reads_digits = game.start().moves[0].text == "1" and width <= 9
        _made.add(self)

    @staticmethod
    def fits(game: Game) -> bool:
        """Return whether the board of a Connect game fits a machine word."""
        width, height, length = _shape(game)
        return width * (height + 1) <= 64 and length >= 2

    @cached_property
    def book(self) -> Book | None:
        """Return the book of the game, read on first use."""
        return find_book(self.game)

    def reset_after_fork(self) -> None:
        """Replace the lock after a fork: the child lacks the thread that held it."""
        if self._lock.locked():
            self.core = _core.ConnectSolver(self.game.rules, self._table_bits)
            self._book_awaited = self._wants_book
            self._lock = threading.Lock()

    def score(self, position: Position | str, control: _core.Control | None = None, threads: int = 1) -> int:
        """Return the exact score for the side to move of an unfinished game, in the usual convention.

        0 for a draw; 1 for a win with the winner's last disc, one more for each disc fewer; negative for a
        loss. A position may be given by its moves, such as "4453".
        """
        with self._lock:
            limits = control or _core.Control()
            if self._reads_digits and isinstance(position, str):
                self._await_book(len(position))
                if (found := self.core.score_after(position, limits, threads)) is not None:
                    return found
            return self.core.score(self.game.rules, self._state(position), limits, threads)

    def score_many(
        self, positions: Iterable[Position | str], control: _core.Control | None = None, threads: int = 1
    ) -> list[int]:
        """Return the score of each position, in order; faster than one by one for easy ones.

        >>> import kibitz
        >>> ConnectSolver(kibitz.load("connect4")).score_many(["44", "2531276566711153"])
        [1, 2]
        """
        given = list(positions)
        lines = [each for each in given if isinstance(each, str)]
        with self._lock:
            limits = control or _core.Control()
            if self._reads_digits and len(lines) == len(given):
                self._await_book(min(map(len, lines), default=0))
                found = self.core.scores_after(lines, limits, threads)
                scores = [score for score in found if score is not None]
                if len(scores) == len(given):
                    return scores
            states = [self._state(each) for each in given]
            return self.core.scores(self.game.rules, states, limits, threads)

    def scores(
        self, position: Position | str, control: _core.Control | None = None, threads: int = 1
    ) -> dict[str, int]:
        """Return the score of every move by the move's text, best first."""
        return {str(column + 1): score for column, score, _ in self.moves(position, control, threads)}

    def moves(
        self,
        position: Position | str,
        control: _core.Control | None = None,
        threads: int = 1,
        *,
        fresh: bool = False,
    ) -> list[tuple[int, int, list[int]]]:
        """Return column from 0, score to its player, and PV of every move, best first.

        `fresh` clears the transposition table, so that the node count is reproducible.
        """
        with self._lock:
            state = self._state(position)
            if fresh:
                self.core.clear()
            return self.core.moves(self.game.rules, state, control or _core.Control(), threads)

    def value(self, position: Position, score: int) -> Value:
        """Return the value of a score: who wins, in how many plies."""
        return value_of_score(score, _stones(position), self.cells)

    def _state(self, position: Position | str) -> _core.State:
        if isinstance(position, str):
            position = self.game.position(position)
        elif position.game is not self.game and position.game.rules_id != self.game.rules_id:
            raise WrongGame(
                f"this solver is for {self.game.spec}, and the position is one of {position.game.spec}"
            )
        if position.is_over:
            raise GameOver(f"the game is over ({position.outcome}); there is nothing to solve")
        # In this order, because counting takes longer than an easy position.
        if self._book_awaited:
            self._await_book(_stones(position))
        return position.state

    def _await_book(self, stones: int) -> None:
        """Read the book if a position with so few stones may be in it."""
        if self._book_awaited and stones <= MOST_PLIES:
            self.read_book()

    def read_book(self) -> None:
        """Read the book, if there is one and it is enabled."""
        if self._book_awaited:
            self._book_awaited = False
            if self.book is not None:
                self.core.set_book(self.book.core)


def _reset_after_fork() -> None:
    for solver in _made:
        solver.reset_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)


def _shape(game: Game) -> tuple[int, int, int]:
    width, height, length = (int(game.values[name]) for name in ("width", "height", "length"))
    return width, height, length


def _stones(position: Position) -> int:
    return sum(1 for cell in position.game.rules.describe(position.state) if cell)


def value_of_score(score: int, stones: int, cells: int) -> Value:
    """Convert a score for the side to move, with so many discs on the board, to a value.

    >>> value_of_score(1, 0, 42), value_of_score(-2, 3, 42), value_of_score(0, 40, 42)
    (Win(41), Loss(36), Draw(2))
    """
    if score == 0:
        return Draw(cells - stones)
    # The winner's last disc is one of two; the parity decides.
    last = cells + 2 - 2 * abs(score)
    winner_begins = (stones % 2 == 0) == (score > 0)
    if (last % 2 == 1) != winner_begins:
        last -= 1
    return Win(last - stones) if score > 0 else Loss(last - stones)


def score_of_value(value: Value, stones: int, cells: int) -> int:
    """Convert an exact value to a score.

    >>> score_of_value(Win(41), 0, 42), score_of_value(Loss(36), 3, 42)
    (1, -2)
    """
    if value.result is None or value.plies is None:
        raise BadOption(f"{value} is not exact, so it has no score")
    return value.result * ((cells + 2 - stones - value.plies) // 2)
