"""A question: a position with the exact value of each of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.base.errors import BadFile, BadNotation, quoted
from kibitz.base.value import Expect, Points, Value
from kibitz.games.game import Game

#: Values are written with so many significant digits, and so many decimal places are compared.
_DIGITS = 12
ROUNDING = 1e-9
#: Giving away this much of the chance to win is a blunder where dice decide.
_BLUNDER = 0.1


@dataclass(frozen=True)
class Question:
    """Which move is best here? `level` says how hard that is, from 1 to 4."""

    id: str
    game: Game
    position: str
    values: Mapping[str, Value]
    level: int
    #: By how much a chance may be off.
    precision: float = 0.0

    @cached_property
    def best_value(self) -> Value:
        """The value of the position: that of its best move."""
        return max(self.values.values())

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        """The moves that give nothing away."""
        return tuple(move for move in self.values if self.loss(move) == 0)

    @cached_property
    def worst_move(self) -> str:
        """The move that gives most away."""
        return max(self.values, key=self.loss)

    @property
    def is_trivial(self) -> bool:
        """Whether no move gives anything away."""
        return len(self.best_moves) == len(self.values)

    @property
    def chance(self) -> float:
        """The expected score of the mover with best play: 1 for a win, a half for a draw."""
        return expected_score(self.best_value)

    def loss(self, move: str) -> float:
        """Return how much a move gives away: of the result, of the chance, or of the range of points."""
        lost = worth(self.game, self.best_value) - worth(self.game, self.values[move])
        return lost if lost > 2 * self.precision + ROUNDING else 0.0

    def is_blunder(self, move: str) -> bool:
        """Whether a move worsens the result; where dice decide, whether it costs a tenth of the chance."""
        if isinstance(self.best_value, Expect):
            return self.loss(move) >= _BLUNDER
        return expected_score(self.values[move]) < expected_score(self.best_value)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; moves with the same value stand together, the best first."""
        grouped: dict[str, list[str]] = {}
        for move, value in sorted(self.values.items(), key=lambda each: each[1], reverse=True):
            grouped.setdefault(_value_text(value), []).append(move)
        return {"id": self.id, "level": self.level, "position": self.position, "values": grouped}

    @classmethod
    def from_json(cls, game: Game, precision: float, data: object) -> Question:
        """Read what `to_json` wrote; BadFile if it is something else."""
        try:
            if not isinstance(data, dict):
                raise TypeError("not an object")
            values = {
                str(move): Value.parse(text) for text, moves in data["values"].items() for move in moves
            }
            level = data["level"]
            if not values or type(level) is not int or not 1 <= level <= 4:
                raise ValueError("a level is a number from 1 to 4, and some move has a value")
            return cls(str(data["id"]), game, str(data["position"]), values, level, precision)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(f"{quoted(str(data)[:60])} is not a question: {error}") from None


def worth(game: Game, value: Value) -> float:
    """Return a value on a scale from 0 to 1: points as a share of their range."""
    if isinstance(value, Points) and game.score_range is not None:
        low, high = game.score_range
        return (value.points - min(low, -high)) / (max(high, -low) - min(low, -high))
    return expected_score(value)


def expected_score(value: Value) -> float:
    """Return 1 for a win, a half for a draw, 0 for a loss, and a chance as it is."""
    if isinstance(value, Expect):
        return value.chance
    if value.result is None:
        raise BadNotation(f"{value} says nothing about who wins")
    return (value.result + 1) / 2


def _value_text(value: Value) -> str:
    return f"Expect({value.chance:.{_DIGITS}g})" if isinstance(value, Expect) else str(value)
