"""A position of a Python game, with the validated results of its author's methods.

Every result is validated here, so that a mistake in the game's file is reported and never becomes a wrong
value. Searches and solvers call the author's methods directly (native/bind/python_search.cpp) and use a node
only for unusual results. The core knows the attributes of both classes by name
(native/bind/python_names.hpp).
"""

from __future__ import annotations

import hashlib
import math
import operator
import sys
import traceback
from functools import cached_property
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadGame
from kibitz.base.side import Side
from kibitz.games.python_game.default_notation import NoText, format_state, parse_fields, parse_state
from kibitz.games.python_game.definition import OUTCOMES, PythonGame, has_layout
from kibitz.games.python_game.state import State

_TURNS = {"first": Side.FIRST, "second": Side.SECOND, "chance": Side.CHANCE}
_RESULTS = {"first": 1, "second": 2, "draw": 3}
#: Maximum margin in points.
MOST_POINTS = 100_000
#: Maximum number of indices of a tier.
MOST_INDICES = 1 << 30


class PythonRules:
    """Calls the author's methods, and reports failures with the method, its arguments and the line."""

    def __init__(self, game: PythonGame, where: str) -> None:
        self.game = game
        #: Name of the file or class in messages.
        self.where = where
        self.has_evaluation = game.evaluate is not None
        self.has_chance = game.chances is not None
        #: Whether positions don't contain the side to move, because players alternate.
        self.hides_side = game.turn is None
        #: Whether positions have a declared layout, whose bytes make their keys.
        self.has_layout = has_layout(type(game))
        self.points = self._points()
        #: The number of indices of each tier; empty without a dense index.
        self.index_sizes = self._index_sizes()
        #: Maximum margin in points; 0 if outcomes are not points.
        self.span = float(max(map(abs, self.points))) if self.points else 0.0

    def _points(self) -> tuple[int, int] | None:
        answer = self.game.score_range
        if answer is None:
            return None
        good = (
            isinstance(answer, tuple | list)
            and len(answer) == 2
            and all(isinstance(each, int) and not isinstance(each, bool) for each in answer)
        )
        if not good or not -MOST_POINTS <= answer[0] < answer[1] <= MOST_POINTS:
            raise self.mistake(
                "score_range must be the least and the greatest outcome, such as (-25, 25), "
                f"not {shorten(answer)}"
            )
        return int(answer[0]), int(answer[1])

    def _index_sizes(self) -> list[int]:
        """Return the sizes of an index; BadGame if a method that it needs is missing."""
        needed = ("tier_sizes", "index", "from_index", "tier", "turn")
        if not any(getattr(self.game, name) is not None for name in needed[:3]):
            return []
        if missing := [name for name in needed if getattr(self.game, name) is None]:
            raise self.mistake(
                "an index needs tier_sizes(), index(state), from_index(tier, index), tier(state) and "
                f"turn(state); {missing[0]} is missing"
            )
        answer = self.call("tier_sizes")
        try:
            sizes = [operator.index(size) for size in answer]
        except TypeError:
            sizes = []
        if not sizes or min(sizes) < 0 or max(sizes) > MOST_INDICES or not self.has_layout:
            raise self.mistake(
                f"tier_sizes() must return a number from 0 to {MOST_INDICES:,} for each tier, of a game with "
                f"a State, not {shorten(answer)}"
            )
        return sizes

    def later_tiers(self, tier: int) -> list[int]:
        """Return the later tiers that moves from a tier may lead to."""
        every = list(range(tier + 1, len(self.index_sizes)))
        if self.game.later_tiers is None:
            return every
        named = self.call("later_tiers", tier)
        if not isinstance(named, list | tuple | set | range) or not all(type(each) is int for each in named):
            raise self.mistake(f"later_tiers({tier}) must return a list of tiers, not {shorten(named)}")
        return [each for each in every if each in named]

    @property
    def known_classes(self) -> dict[str, Any]:
        """Return the definitions of the game's file, for positions made of its classes."""
        return vars(sys.modules.get(type(self.game).__module__, sys))

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the author's; BadGame if it fails."""
        try:
            return getattr(self.game, method)(*arguments)
        except (Exception, SystemExit) as error:
            shown = ", ".join(shorten(argument) for argument in arguments)
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(self.where)]
            line = f" (line {frames[-1].lineno})" if frames else ""
            raise self.mistake(f"{method}({shown}) failed{line}: {type(error).__name__}: {error}") from error

    def mistake(self, what: str) -> BadGame:
        """Return an error that names the game's file."""
        return BadGame(f"{self.where}: {what}")

    def node(self, state: Any, side: int) -> Node:
        """Return the node of a position; `side` is to move unless the position itself says who is."""
        return Node(self, state, Side(side))

    def start_node(self) -> Node:
        """Return the node of the start position."""
        return Node(self, self.call("start"), Side.FIRST)

    def text_of(self, state: Any) -> str:
        """Return the notation of a position, without a hidden side to move."""
        if self.game.format_state is not None:
            return self.text_from("format_state", state)
        try:
            return format_state(state)
        except NoText as error:
            raise self.mistake(
                f"a position that is made of {error} has no notation; make it of numbers, texts, tuples and "
                "frozensets, or write format_state() and parse_state()"
            ) from None

    def read_text(self, text: str) -> Any:
        """Return the position of a notation that `text_of` wrote."""
        if self.has_layout:
            return parse_fields(text, self.game.State)
        return parse_state(text, self.known_classes)

    def format_move(self, move: Any) -> str:
        """Return the notation of a move."""
        return str(move) if self.game.format_move is None else self.text_from("format_move", move)

    def text_from(self, method: str, *arguments: Any) -> str:
        """Call a method that returns a text; BadGame for anything else or an empty text."""
        text = self.call(method, *arguments)
        if not isinstance(text, str) or not text.strip():
            shown = ", ".join(map(shorten, arguments))
            raise self.mistake(f"{method}({shown}) must return a text, not {shorten(text)}")
        return text


class Node:
    """One position. `side` is to move unless the position itself says who is."""

    def __init__(self, rules: PythonRules, state: Any, side: Side) -> None:
        self.rules = rules
        self.state = state
        self.side = side if rules.hides_side else Side.FIRST

    @cached_property
    def turn(self) -> Side:
        """Return the side to act."""
        if self.rules.hides_side:
            return self.side
        return self._side("turn", chance=True)

    def _side(self, method: str, *, chance: bool) -> Side:
        answer = self.rules.call(method, self.state)
        if not isinstance(answer, str) or answer not in _TURNS or (answer == "chance" and not chance):
            allowed = "'first', 'second' or 'chance'" if chance else "'first' or 'second'"
            raise self.rules.mistake(
                f"{method}({shorten(self.state)}) must return {allowed}, not {shorten(answer)}"
            )
        if answer == "chance" and not self.rules.has_chance:
            raise self.rules.mistake("turn() says 'chance', so the game also needs a method chances()")
        return _TURNS[answer]

    @cached_property
    def mover(self) -> Side:
        """Return the side of the values' point of view: the mover, or the side for whom chance acts."""
        if self.turn is not Side.CHANCE:
            return self.turn
        if self.rules.game.roller is not None:
            return self._side("roller", chance=False)
        return Side.FIRST if self._first_is_next(8) >= 0.5 else Side.SECOND

    def _first_is_next(self, deepest: int) -> float:
        """Return the probability that the first player makes the next decision."""
        if self.turn is not Side.CHANCE or deepest == 0:
            return 1.0 if self.turn is Side.FIRST else 0.0
        if self._outcome_answer is not None:
            return 0.5
        return sum(
            chance * self.child(index)._first_is_next(deepest - 1)
            for index, chance in enumerate(self.probabilities)
        )

    @cached_property
    def _outcome_answer(self) -> Any:
        return self.rules.call("outcome", self.state)

    @cached_property
    def result(self) -> int:
        """Return the core's result code: 0 not over, 1 first, 2 second, 3 draw."""
        answer = self._outcome_answer
        if answer is None:
            return 0
        if self.rules.points is not None:
            points = self.points
            return 1 if points > 0 else 2 if points < 0 else 3
        if not isinstance(answer, str) or answer not in OUTCOMES:
            also = "; a game of points also gives their range: score_range = (least, greatest)"
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) must return None or one of {', '.join(OUTCOMES)}, "
                f"not {shorten(answer)}{also if isinstance(answer, int) else ''}"
            )
        if answer in _RESULTS:
            return _RESULTS[answer]
        winner = self.mover if answer == "win" else self.mover.opponent
        return 1 if winner is Side.FIRST else 2

    @property
    def points(self) -> int:
        """Return the first player's points less the second's, if the game is over."""
        answer, allowed = self._outcome_answer, self.rules.points
        if allowed is None:
            raise self.rules.mistake("its outcomes are not points")
        if isinstance(answer, bool) or not hasattr(type(answer), "__index__"):
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) must return None or a whole number of points, "
                f"not {shorten(answer)}"
            )
        points = answer.__index__()
        if not allowed[0] <= points <= allowed[1]:
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) is {points}, but points go from {allowed[0]} to {allowed[1]}"
            )
        return int(points)

    @cached_property
    def moves(self) -> list[Any]:
        """Return the legal moves."""
        if self.turn is Side.CHANCE:
            return list(self._chances)
        answer = self.rules.call("moves", self.state)
        try:
            moves = list(answer)
        except (Exception, SystemExit) as error:
            raise self.rules.mistake(
                f"moves({shorten(self.state)}) must return a list of moves ({type(error).__name__}: {error})"
            ) from error
        if not moves and self.result == 0:
            raise self.rules.mistake(
                f"moves({shorten(self.state)}) is empty but outcome() says that the game is not over"
            )
        return moves

    @cached_property
    def texts(self) -> list[str]:
        """Return the notation of each move."""
        texts = [self.rules.format_move(move) for move in self.moves]
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self.rules.mistake(f"two moves in {shorten(self.state)} are both written {twice!r}")
        return texts

    def format_move(self, index: int) -> str:
        """Return the notation of the move at an index, without that of the others."""
        return self.rules.format_move(self.moves[index])

    @property
    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self.moves)

    @cached_property
    def _chances(self) -> dict[Any, float]:
        answer = self.rules.call("chances", self.state)
        try:
            chances = {move: float(chance) for move, chance in dict(answer).items()}
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
        """Return the probability of each chance move."""
        return list(self._chances.values())

    def child_state(self, index: int) -> Any:
        """Return the author's state after the move at an index."""
        return self.rules.call("play", self.state, self.moves[index])

    def child(self, index: int) -> Node:
        """Return the node after the move at an index."""
        return Node(self.rules, self.child_state(index), self.side.opponent)

    @cached_property
    def hashed(self) -> int:
        """Return Python's hash of the position; BadGame if it has none."""
        try:
            return hash(self.state)
        except (Exception, SystemExit) as error:
            raise self.rules.mistake(
                f"the position {shorten(self.state)} can't be hashed ({error}); use tuples, not lists"
            ) from None

    @cached_property
    def text(self) -> str:
        """Return its notation: the position, and the side to move if the position does not contain it."""
        text = self.rules.text_of(self.state)
        return f"{text} {self.side}" if self.rules.hides_side else text

    @cached_property
    def key(self) -> int:
        """Return a 64-bit hash of its fields or notation, equal in every process and in compiled rules."""
        if isinstance(self.state, State):
            return _core.key_of_bytes(self.state.to_bytes(self.side if self.rules.hides_side else 0))
        return int.from_bytes(
            hashlib.blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
        )

    @cached_property
    def evaluation(self) -> float:
        """Return the author's static evaluation."""
        answer = self.rules.call("evaluate", self.state)
        try:
            guess = float(answer)
        except (Exception, SystemExit):
            guess = math.nan
        if isinstance(answer, str) or not math.isfinite(guess):
            raise self.rules.mistake(
                f"evaluate({shorten(self.state)}) must return a number, not {shorten(answer)}"
            )
        return guess

    @property
    def tier(self) -> int:
        """Return the author's tier, a number that no move lowers."""
        answer = self.rules.call("tier", self.state)
        if isinstance(answer, bool) or not isinstance(answer, int) or abs(answer) >= 2**31:
            raise self.rules.mistake(
                f"tier({shorten(self.state)}) must return a whole number, not {shorten(answer)}"
            )
        return answer

    @property
    def index(self) -> int | None:
        """Return the author's index in the tier, None if there is none; BadGame if it is too large."""
        answer = self.rules.call("index", self.state)
        if answer is None:
            return None
        sizes, tier = self.rules.index_sizes, self.tier
        if not 0 <= tier < len(sizes):
            raise self.rules.mistake(
                f"tier({shorten(self.state)}) is {tier}, but tier_sizes() has tiers 0 to {len(sizes) - 1}"
            )
        if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < sizes[tier]:
            raise self.rules.mistake(
                f"index({shorten(self.state)}) must return None or a number from 0 to {sizes[tier] - 1:,} "
                f"in tier {tier}, not {shorten(answer)}"
            )
        return answer

    @property
    def standing(self) -> Any:
        """Return the author's representative of the symmetry class of this position."""
        return self.state if self.rules.game.canonical is None else self.rules.call("canonical", self.state)

    def canonical(self) -> Node:
        """Return the node of the representative of all positions that are equal up to symmetry."""
        return self if self.rules.game.canonical is None else Node(self.rules, self.standing, self.side)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.side == other.side and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.key)


def shorten(value: object) -> str:
    """Shorten a value for a message."""
    try:
        text = repr(value)
    except (Exception, SystemExit):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
