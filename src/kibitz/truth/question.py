"""A question: a position with the exact value of each of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.base.errors import BadFile, BadNotation, KibitzError, quoted
from kibitz.base.side import Side
from kibitz.base.value import Expect, Points, Value
from kibitz.games.game import Game

#: Significant digits of stored values, and decimal places for comparison.
_DIGITS = 12
ROUNDING = 1e-9
#: Loss of win probability that is a blunder with dice.
_BLUNDER = 0.1
#: Maximum length of an id.
_LONGEST_ID = 200


@dataclass(frozen=True)
class Question:
    """Which move is best? `level` is the difficulty, from 1 to 4."""

    id: str
    game: Game
    position: str
    values: Mapping[str, Value]
    level: int
    #: Maximum error of a chance.
    precision: float = 0.0

    @cached_property
    def best_value(self) -> Value:
        """Return the value of the best move."""
        return max(self.values.values())

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        """Return the moves without loss."""
        return tuple(move for move in self.values if self.loss(move) == 0)

    @cached_property
    def worst_move(self) -> str:
        """Return the move with the greatest loss."""
        return max(self.values, key=self.loss)

    @property
    def is_trivial(self) -> bool:
        """Return whether no move loses anything."""
        return len(self.best_moves) == len(self.values)

    @property
    def chance(self) -> float:
        """Return the mover's expected score with best play: 1 for a win, a half for a draw."""
        return expected_score(self.best_value)

    def loss(self, move: str) -> float:
        """Return a move's loss: of the result, the win probability, or the share of the range of points."""
        lost = worth(self.game, self.best_value) - worth(self.game, self.values[move])
        return lost if lost > 2 * self.precision + ROUNDING else 0.0

    def is_blunder(self, move: str) -> bool:
        """Return whether a move worsens the result or, with dice, loses a tenth of the win probability."""
        if isinstance(self.best_value, Expect):
            return self.loss(move) >= _BLUNDER
        return expected_score(self.values[move]) < expected_score(self.best_value)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data; moves are grouped by value, best first."""
        grouped: dict[str, list[str]] = {}
        for move, value in sorted(self.values.items(), key=lambda each: each[1], reverse=True):
            grouped.setdefault(_value_text(value), []).append(move)
        return {"id": self.id, "level": self.level, "position": self.position, "values": grouped}

    @classmethod
    def from_json(cls, game: Game, precision: float, data: object) -> Question:
        """Parse the data of `to_json`; BadFile if it is invalid, or its moves are not the legal ones."""
        try:
            if not isinstance(data, dict):
                raise TypeError("not an object")
            values = {
                str(move): Value.parse(text) for text, moves in data["values"].items() for move in moves
            }
            level = data["level"]
            identity = str(data["id"])
            if not 0 < len(identity) <= _LONGEST_ID:
                raise ValueError(f"an id has at most {_LONGEST_ID} characters")
            if type(level) is not int or not 1 <= level <= 4:
                raise ValueError("a level is a number from 1 to 4")
            position = game.position(str(data["position"]))
            if not values or values.keys() != {str(move) for move in position.moves}:
                raise ValueError("its values must be of the legal moves, of each one")
            if position.turn is Side.CHANCE or not all(value.exact for value in values.values()):
                raise ValueError("its values must be exact, for a player to move")
            if any(isinstance(value, Points) and not _in_range(game, value) for value in values.values()):
                raise ValueError("its points must be within the range of the game")
            return cls(identity, game, str(data["position"]), values, level, precision)
        except (KeyError, TypeError, ValueError, AttributeError, KibitzError) as error:
            raise BadFile(f"{quoted(str(data)[:60])} is not a question: {error}") from None


def worth(game: Game, value: Value) -> float:
    """Return a value on a scale from 0 to 1; points as a share of their range."""
    if isinstance(value, Points) and game.score_range is not None:
        low, high = game.score_range
        return (value.points - min(low, -high)) / (max(high, -low) - min(low, -high))
    return expected_score(value)


def _in_range(game: Game, value: Points) -> bool:
    low, high = game.score_range or (0.0, 0.0)
    return abs(value.points) <= max(abs(low), abs(high))


def expected_score(value: Value) -> float:
    """Return 1 for a win, a half for a draw, 0 for a loss, and a chance unchanged."""
    if isinstance(value, Expect):
        return value.chance
    if value.result is None:
        raise BadNotation(f"{value} says nothing about who wins")
    return (value.result + 1) / 2


def _value_text(value: Value) -> str:
    return f"Expect({value.chance:.{_DIGITS}g})" if isinstance(value, Expect) else str(value)
