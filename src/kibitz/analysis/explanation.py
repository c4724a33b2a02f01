"""What is said about a move, and why it is true."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.report import value_to_json
from kibitz.games.position import Position
from kibitz.words.move import Line, Move
from kibitz.words.value import Value


class Kind(enum.StrEnum):
    """What a reason claims; `docs/terminal.md` says when each is given."""

    WINS_NOW = "wins at once"
    DRAWS_NOW = "ends in a draw"
    LOSES_NOW = "loses at once"
    BLOCKS = "blocks"
    LETS_WIN = "lets the opponent win at once"
    FORK = "makes two threats"
    THREATENS = "threatens"
    FORCES = "forces"
    DENIES_FORK = "denies a fork"
    ONLY_LOSING = "leaves only losing moves"
    QUICKEST = "wins sooner than the others"
    SLOWER = "wins later than another"
    KEEPS_DRAW = "keeps the draw"
    ALL_DRAW = "every move draws"
    MISSES_WIN = "misses a win"
    LOSES = "loses, another move does not"
    HOLDS_OUT = "loses, as every move does"
    CHANCE = "chance to win"
    BEATS_NEXT = "raises the chance"
    GIVES_AWAY = "gives chance away"
    DANGER = "chance that the opponent wins at once"
    RACE = "races"
    ESTIMATE = "looks best to a search"
    ONLY_MOVE = "the only move"


@dataclass(frozen=True, slots=True)
class Reason:
    """One true sentence about a move; `moves` are those it speaks of."""

    kind: Kind
    text: str
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move, what it is worth to the player who makes it, and the reasons in order of weight."""

    position: Position
    move: Move
    value: Value
    line: Line
    reasons: tuple[Reason, ...]
    #: Whether no move is worth more.
    best: bool

    def __str__(self) -> str:
        """`5 blocks o at 3 and keeps the draw; 4 of the other moves lose`."""
        return f"{self.move} {'; it '.join(reason.text for reason in self.reasons)}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "move": str(self.move),
            "value": value_to_json(self.value),
            "best": self.best,
            "line": [str(move) for move in self.line],
            "reasons": [
                {
                    "kind": reason.kind.value,
                    "text": reason.text,
                    "moves": [str(move) for move in reason.moves],
                }
                for reason in self.reasons
            ],
        }
