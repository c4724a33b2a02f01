"""A position of a game written in Python, with what its rules said about it.

The core walks from node to node (see native/bind/python_game.hpp) and asks
each thing once. Every answer is checked here, so that a mistake in the game's
file is named and never becomes a wrong value.
"""

from __future__ import annotations

import hashlib
import math
import traceback
from functools import cached_property
from typing import Any

from kibitz.games.own import OUTCOMES, OwnGame, OwnMove, State
from kibitz.words.errors import BadGame
from kibitz.words.side import Side

_TURNS = {"first": Side.FIRST, "second": Side.SECOND, "chance": Side.CHANCE}
_RESULTS = {"first": 1, "second": 2, "draw": 3}


class OwnRules:
    """Calls a game's methods and reports what goes wrong in the words of its author."""

    def __init__(self, game: OwnGame, where: str) -> None:
        self.game = game
        #: The file, or the class, to name in messages.
        self.where = where
        self.has_evaluation = game.evaluate is not None
        self.has_chance = game.chances is not None

    def call(self, method: str, *arguments: Any) -> Any:
        """What a method of the game returns; BadGame if it fails."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            shown = ", ".join(shorten(argument) for argument in arguments)
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(self.where)]
            line = f" (line {frames[-1].lineno})" if frames else ""
            raise self.mistake(f"{method}({shown}) failed{line}: {type(error).__name__}: {error}") from error

    def mistake(self, what: str) -> BadGame:
        """The error that names the game's file."""
        return BadGame(f"{self.where}: {what}")

    def start_node(self) -> Node:
        """Where the game begins."""
        return Node(self, self.call("start"), Side.FIRST)

    def text_of(self, state: State) -> str:
        """The notation of a position, without whose turn it is."""
        if self.game.state_text is not None:
            return self._text("state_text", state)
        return repr(state)

    def move_text(self, move: OwnMove) -> str:
        """The notation of a move."""
        if self.game.move_text is not None:
            return self._text("move_text", move)
        return str(move)

    def _text(self, method: str, argument: Any) -> str:
        text = self.call(method, argument)
        if not isinstance(text, str) or not text.strip():
            raise self.mistake(f"{method}({shorten(argument)}) must return a text, not {shorten(text)}")
        return text


class Node:
    """One position. `side` is the player whose turn comes next when players alternate."""

    def __init__(self, rules: OwnRules, state: State, side: Side) -> None:
        self.rules = rules
        self.state = state
        self.side = side

    @cached_property
    def turn(self) -> Side:
        """Who acts."""
        if self.rules.game.turn is None:
            return self.side
        said = self.rules.call("turn", self.state)
        if not isinstance(said, str) or said not in _TURNS:
            raise self.rules.mistake(
                f"turn({shorten(self.state)}) must return 'first', 'second' or 'chance', not {shorten(said)}"
            )
        if said == "chance" and not self.rules.has_chance:
            raise self.rules.mistake("turn() says 'chance', so the game also needs a method chances()")
        return _TURNS[said]

    @cached_property
    def mover(self) -> Side:
        """Whose view the position is valued from."""
        return self.side if self.turn is Side.CHANCE else self.turn

    @cached_property
    def result(self) -> int:
        """As the core counts it: 0 not ended, 1 first, 2 second, 3 draw."""
        said = self.rules.call("outcome", self.state)
        if said is None:
            return 0
        if not isinstance(said, str) or said not in OUTCOMES:
            raise self.rules.mistake(
                f"outcome({shorten(self.state)}) must return None or one of {', '.join(OUTCOMES)}, "
                f"not {shorten(said)}"
            )
        if said in _RESULTS:
            return _RESULTS[said]
        winner = self.mover if said == "win" else self.mover.opponent
        return 1 if winner is Side.FIRST else 2

    @cached_property
    def moves(self) -> list[OwnMove]:
        """What is allowed."""
        if self.turn is Side.CHANCE:
            return list(self._chances)
        said = self.rules.call("moves", self.state)
        try:
            moves = list(said)
        except Exception as error:
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
    def _chances(self) -> dict[OwnMove, float]:
        said = self.rules.call("chances", self.state)
        try:
            chances = {move: float(chance) for move, chance in dict(said).items()}
        except (TypeError, ValueError) as error:
            raise self.rules.mistake(
                f"chances({shorten(self.state)}) must return {{move: probability}}: {error}"
            ) from error
        if (
            not chances
            or min(chances.values()) <= 0
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

    def child(self, index: int) -> Node:
        """The position after the move at that place in the list."""
        state = self.rules.call("play", self.state, self.moves[index])
        side = self.side if self.turn is Side.CHANCE else self.mover.opponent
        return Node(self.rules, state, side)

    @cached_property
    def text(self) -> str:
        """Its notation: the position, and whose turn it is where the position does not say."""
        text = self.rules.text_of(self.state)
        return (
            text if self.rules.game.turn is not None and not self.rules.has_chance else f"{text} {self.side}"
        )

    @cached_property
    def key(self) -> int:
        """64 bits of a hash of its notation: the same in every process."""
        return int.from_bytes(hashlib.blake2b(self.text.encode(), digest_size=8).digest(), "little")

    @cached_property
    def evaluation(self) -> float:
        """The game's own guess."""
        said = self.rules.call("evaluate", self.state)
        if not isinstance(said, int | float) or not math.isfinite(said):
            raise self.rules.mistake(
                f"evaluate({shorten(self.state)}) must return a number, not {shorten(said)}"
            )
        return float(said)

    def canonical(self) -> Node:
        """The position that stands for all that are the same as this one."""
        if self.rules.game.canonical is None:
            return self
        return Node(self.rules, self.rules.call("canonical", self.state), self.side)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.side == other.side and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.key)


def shorten(value: object) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
