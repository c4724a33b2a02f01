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

#: 2^20 buckets of 32 bytes: 32 MB. A larger one only helps where a position takes many seconds.
_TABLE_BITS = 20


#: Those of this process.
_made: WeakSet[ConnectSolver] = WeakSet()


class ConnectSolver:
    """Exact scores for one game; remembers what it learns.

    May be used from several threads, one at a time.
    """

    def __init__(self, game: Game, *, table_bits: int = _TABLE_BITS, book: bool = True) -> None:
        if game.rules.family != "connect":
            raise BadOption(f"{game.spec} is no Connect game; this solver is for those")
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
        _made.add(self)

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether the board of a Connect game fits a machine word."""
        width, height, length = _shape(game)
        return width * (height + 1) <= 64 and length >= 2

    @cached_property
    def book(self) -> Book | None:
        """The book of the game, read when a position first needs it."""
        return find_book(self.game)

    def begin_anew(self) -> None:
        """Let go of a thread that was at work when the process was copied: the copy lacks it."""
        if self._lock.locked():
            self.core = _core.ConnectSolver(self.game.rules, self._table_bits)
            self._book_awaited = self._wants_book
            self._lock = threading.Lock()

    def score(self, position: Position | str, control: _core.Control | None = None, threads: int = 1) -> int:
        """The score as the field counts it, for the side to move; the game must not have ended.

        0 for a draw; 1 for a win with the last stone that the winner could play,
        one more for each stone fewer; negative for a loss. A position may be given
        by its moves, such as "4453".
        """
        with self._lock:
            state = self._state(position)
            return self.core.score(self.game.rules, state, control or _core.Control(), threads)

    def score_many(
        self, positions: Iterable[Position | str], control: _core.Control | None = None, threads: int = 1
    ) -> list[int]:
        """The score of each position, in order; quicker than one by one where they are easy.

        >>> import kibitz
        >>> ConnectSolver(kibitz.load("connect4")).score_many(["44", "2531276566711153"])
        [1, 2]
        """
        with self._lock:
            states = [self._state(each) for each in positions]
            return self.core.scores(self.game.rules, states, control or _core.Control(), threads)

    def scores(
        self, position: Position | str, control: _core.Control | None = None, threads: int = 1
    ) -> dict[str, int]:
        """The score of every move, as the field counts it, by the move's text, best first."""
        return {str(column + 1): score for column, score, _ in self.moves(position, control, threads)}

    def moves(
        self,
        position: Position | str,
        control: _core.Control | None = None,
        threads: int = 1,
        *,
        fresh: bool = False,
    ) -> list[tuple[int, int, list[int]]]:
        """Column from 0, score to the side that plays there, and line, of every move, best first.

        With `fresh`, what was learnt before is forgotten: the same question costs the same again.
        """
        with self._lock:
            state = self._state(position)
            if fresh:
                self.core.clear()
            return self.core.moves(self.game.rules, state, control or _core.Control(), threads)

    def value(self, position: Position, score: int) -> Value:
        """A score of a position as a value: who wins, in how many plies."""
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
        # Asked in this order, because counting takes longer than an easy position.
        if self._book_awaited and _stones(position) <= MOST_PLIES:
            self.read_book()
        return position.state

    def read_book(self) -> None:
        """Have the book at hand, if there is one and it is wanted."""
        if self._book_awaited:
            self._book_awaited = False
            if self.book is not None:
                self.core.set_book(self.book.core)


def _begin_anew() -> None:
    for solver in _made:
        solver.begin_anew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def _shape(game: Game) -> tuple[int, int, int]:
    width, height, length = (int(game.values[name]) for name in ("width", "height", "length"))
    return width, height, length


def _stones(position: Position) -> int:
    return sum(1 for cell in position.game.rules.describe(position.state) if cell)


def value_of_score(score: int, stones: int, cells: int) -> Value:
    """A score for the side to move, with so many stones on the board, in Kibitz's words.

    >>> value_of_score(1, 0, 42), value_of_score(-2, 3, 42), value_of_score(0, 40, 42)
    (Win(41), Loss(36), Draw(2))
    """
    if score == 0:
        return Draw(cells - stones)
    # The winner's last stone is one of two numbers; his turn tells which.
    last = cells + 2 - 2 * abs(score)
    winner_begins = (stones % 2 == 0) == (score > 0)
    if (last % 2 == 1) != winner_begins:
        last -= 1
    return Win(last - stones) if score > 0 else Loss(last - stones)


def score_of_value(value: Value, stones: int, cells: int) -> int:
    """The score behind an exact value, the other way round.

    >>> score_of_value(Win(41), 0, 42), score_of_value(Loss(36), 3, 42)
    (1, -2)
    """
    if value.result is None or value.plies is None:
        raise BadOption(f"{value} is not exact, so it has no score")
    return value.result * ((cells + 2 - stones - value.plies) // 2)
