"""A position of a game written in Python, with what its rules said about it.

Every answer is checked here, so that a mistake in the game's file is named and
never becomes a wrong value. Searches and solvers ask the game's methods
themselves (see native/bind/python_search.cpp) and come here for what is unusual.
"""

from __future__ import annotations

import hashlib
import math
import sys
import traceback
from functools import cached_property
from typing import Any

from kibitz.base.errors import BadGame
from kibitz.base.side import Side
from kibitz.games.python_game.default_notation import NoText, state_text
from kibitz.games.python_game.definition import OUTCOMES, OwnGame

_TURNS = {"first": Side.FIRST, "second": Side.SECOND, "chance": Side.CHANCE}
_RESULTS = {"first": 1, "second": 2, "draw": 3}
#: Nobody wins by more points.
MOST_POINTS = 100_000


class OwnRules:
    """Calls a game's methods and reports what goes wrong in the words of its author."""

    def __init__(self, game: OwnGame, where: str) -> None:
        self.game = game
        #: The file, or the class, to name in messages.
        self.where = where
        self.has_evaluation = game.evaluate is not None
        self.has_chance = game.chances is not None
        #: Whether positions don't say whose turn it is, because players just alternate.
        self.hides_side = game.turn is None
        self.points = self._points()
        #: The most that anybody can win by; 0 where outcomes are no points.
        self.span = float(max(map(abs, self.points))) if self.points else 0.0

    def _points(self) -> tuple[int, int] | None:
        said = self.game.points
        if said is None:
            return None
        good = (
            isinstance(said, tuple | list)
            and len(said) == 2
            and all(isinstance(each, int) and not isinstance(each, bool) for each in said)
        )
        if not good or not -MOST_POINTS <= said[0] < said[1] <= MOST_POINTS:
            raise self.mistake(
                "points must be the least and the most that an outcome can be, such as (-25, 25), "
                f"not {shorten(said)}"
            )
        return int(said[0]), int(said[1])

    @property
    def known_classes(self) -> dict[str, Any]:
        """What the game's file defines, for positions that are made of its classes."""
        return vars(sys.modules.get(type(self.game).__module__, sys))

    def call(self, method: str, *arguments: Any) -> Any:
        """What a method of the game returns; BadGame if it fails."""
        try:
            return getattr(self.game, method)(*arguments)
        except (Exception, SystemExit) as error:
            shown = ", ".join(shorten(argument) for argument in arguments)
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(self.where)]
            line = f" (line {frames[-1].lineno})" if frames else ""
            raise self.mistake(f"{method}({shown}) failed{line}: {type(error).__name__}: {error}") from error

    def mistake(self, what: str) -> BadGame:
        """The error that names the game's file."""
        return BadGame(f"{self.where}: {what}")

    def node(self, state: Any, side: int) -> Node:
        """A position; `side` is the player whose turn it is if the position does not say."""
        return Node(self, state, Side(side))

    def start_node(self) -> Node:
        """Where the game begins."""
        return Node(self, self.call("start"), Side.FIRST)

    def text_of(self, state: Any) -> str:
        """The notation of a position, without whose turn it is."""
        if self.game.state_text is not None:
            return self._text("state_text", state)
        try:
            return state_text(state)
        except NoText as error:
            raise self.mistake(
                f"a position that is made of {error} has no notation; make it of numbers, texts, tuples and "
                "frozensets, or write state_text() and read_state()"
            ) from None

    def move_text(self, move: Any) -> str:
        """The notation of a move."""
        if self.game.move_text is not None:
            return self._text("move_text", move)
        return str(move)

    def _text(self, method: str, *arguments: Any) -> str:
        text = self.call(method, *arguments)
        if not isinstance(text, str) or not text.strip():
            shown = ", ".join(map(shorten, arguments))
            raise self.mistake(f"{method}({shown}) must return a text, not {shorten(text)}")
        return text

    def text_from(self, method: str, *arguments: Any) -> str:
        """The text that a method returns; BadGame if it is none."""
        return self._text(method, *arguments)


class Node:
    """One position. `side` is the player whose turn it is, where the position does not say."""

    def __init__(self, rules: OwnRules, state: Any, side: Side) -> None:
        self.rules = rules
        self.state = state
        self.side = side if rules.hides_side else Side.FIRST

    @cached_property
    def turn(self) -> Side:
        """Who acts."""
        if self.rules.hides_side:
            return self.side
        return self._side("turn", chance=True)

    def _side(self, method: str, *, chance: bool) -> Side:
        said = self.rules.call(method, self.state)
        if not isinstance(said, str) or said not in _TURNS or (said == "chance" and not chance):
            allowed = "'first', 'second' or 'chance'" if chance else "'first' or 'second'"
            raise self.rules.mistake(
                f"{method}({shorten(self.state)}) must return {allowed}, not {shorten(said)}"
            )
        if said == "chance" and not self.rules.has_chance:
            raise self.rules.mistake("turn() says 'chance', so the game also needs a method chances()")
        return _TURNS[said]

    @cached_property
    def mover(self) -> Side:
        """Whose view the position is valued from: where chance acts, the player that it acts for."""
        if self.turn is not Side.CHANCE:
            return self.turn
        if self.rules.game.roller is not None:
            return self._side("roller", chance=False)
        return Side.FIRST if self._first_is_next(8) >= 0.5 else Side.SECOND

    def _first_is_next(self, deepest: int) -> float:
        """How likely it is that the first player decides next."""
        if self.turn is not Side.CHANCE or deepest == 0:
            return 1.0 if self.turn is Side.FIRST else 0.0
        if self._said is not None:
            return 0.5
        return sum(
            chance * self.child(index)._first_is_next(deepest - 1)
            for index, chance in enumerate(self.probabilities)
        )

    @cached_property
    def _said(self) -> Any:
        return self.rules.call("outcome", self.state)

    @cached_property
    def result(self) -> int:
        """As the core counts it: 0 not ended, 1 first, 2 second, 3 draw."""
        said = self._said
        if said is None:
            return 0
        if self.rules.points is not None:
            points = self.points
            return 1 if points > 0 else 2 if points < 0 else 3
        if not isinstance(said, str) or said not in OUTCOMES:
            also = "; a game of points also says which there are: points = (least, most)"
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) must return None or one of {', '.join(OUTCOMES)}, "
                f"not {shorten(said)}{also if isinstance(said, int) else ''}"
            )
        if said in _RESULTS:
            return _RESULTS[said]
        winner = self.mover if said == "win" else self.mover.opponent
        return 1 if winner is Side.FIRST else 2

    @property
    def points(self) -> int:
        """The first player's points less the second's, where it has ended."""
        said, allowed = self._said, self.rules.points
        if allowed is None:
            raise self.rules.mistake("its outcomes are no points")
        if isinstance(said, bool) or not hasattr(type(said), "__index__"):
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) must return None or a whole number of points, "
                f"not {shorten(said)}"
            )
        points = said.__index__()
        if not allowed[0] <= points <= allowed[1]:
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) is {points}, but points go from {allowed[0]} to {allowed[1]}"
            )
        return int(points)

    @cached_property
    def moves(self) -> list[Any]:
        """What is allowed."""
        if self.turn is Side.CHANCE:
            return list(self._chances)
        said = self.rules.call("moves", self.state)
        try:
            moves = list(said)
        except (Exception, SystemExit) as error:
            raise self.rules.mistake(
                f"moves({shorten(self.state)}) must return a list of moves ({type(error).__name__}: {error})"
            ) from error
        if not moves and self.result == 0:
            raise self.rules.mistake(
                f"moves({shorten(self.state)}) is empty but outcome() says that the game goes on"
            )
        return moves

    @cached_property
    def texts(self) -> list[str]:
        """The notation of each move."""
        texts = [self.rules.move_text(move) for move in self.moves]
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self.rules.mistake(f"two moves in {shorten(self.state)} are both written {twice!r}")
        return texts

    @property
    def count(self) -> int:
        """How many moves are allowed."""
        return len(self.moves)

    @cached_property
    def _chances(self) -> dict[Any, float]:
        said = self.rules.call("chances", self.state)
        try:
            chances = {move: float(chance) for move, chance in dict(said).items()}
        except (TypeError, ValueError) as error:
            raise self.rules.mistake(
                f"chances({shorten(self.state)}) must return {{move: probability}}: {error}"
            ) from error
        if (
            not chances
            or not min(chances.values()) > 0
            or not math.isclose(sum(chances.values()), 1, abs_tol=1e-9)
        ):
            raise self.rules.mistake(
                f"chances({shorten(self.state)}) must be above 0 and sum to 1, not {shorten(chances)}"
            )
        return chances

    @property
    def probabilities(self) -> list[float]:
        """How likely each move of chance is."""
        return list(self._chances.values())

    def child_state(self, index: int) -> Any:
        """What the author calls the position after the move at that place in the list."""
        return self.rules.call("play", self.state, self.moves[index])

    def child(self, index: int) -> Node:
        """The position after the move at that place in the list."""
        return Node(self.rules, self.child_state(index), self.side.opponent)

    @cached_property
    def hashed(self) -> int:
        """Python's hash of the position; BadGame where it has none."""
        try:
            return hash(self.state)
        except (Exception, SystemExit) as error:
            raise self.rules.mistake(
                f"the position {shorten(self.state)} can't be hashed ({error}); use tuples, not lists"
            ) from None

    @cached_property
    def text(self) -> str:
        """Its notation: the position, and whose turn it is where the position does not say."""
        text = self.rules.text_of(self.state)
        return f"{text} {self.side}" if self.rules.hides_side else text

    @cached_property
    def key(self) -> int:
        """64 bits of a hash of its notation: the same in every process."""
        return int.from_bytes(
            hashlib.blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
        )

    @cached_property
    def evaluation(self) -> float:
        """The game's own guess."""
        said = self.rules.call("evaluate", self.state)
        try:
            guess = float(said)
        except (Exception, SystemExit):
            guess = math.nan
        if isinstance(said, str) or not math.isfinite(guess):
            raise self.rules.mistake(
                f"evaluate({shorten(self.state)}) must return a number, not {shorten(said)}"
            )
        return guess

    @property
    def tier(self) -> int:
        """Where the author sorts it in, by a number that no move lowers."""
        said = self.rules.call("tier", self.state)
        if isinstance(said, bool) or not isinstance(said, int) or abs(said) >= 2**31:
            raise self.rules.mistake(
                f"tier({shorten(self.state)}) must return a whole number, not {shorten(said)}"
            )
        return said

    @property
    def standing(self) -> Any:
        """What the author calls the position that stands for all that are the same as this one."""
        return self.state if self.rules.game.canonical is None else self.rules.call("canonical", self.state)

    def canonical(self) -> Node:
        """The position that stands for all that are the same as this one."""
        return self if self.rules.game.canonical is None else Node(self.rules, self.standing, self.side)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.side == other.side and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.key)


def shorten(value: object) -> str:
    """A value as a message shows it."""
    try:
        text = repr(value)
    except (Exception, SystemExit):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
