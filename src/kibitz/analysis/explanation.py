"""What is said about a move."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.pv_text import line_words
from kibitz.analysis.report import stopped_words, value_to_json
from kibitz.base.move import Line, Move
from kibitz.base.reason import Reason
from kibitz.base.value import Value
from kibitz.games.position import Position


class Kind(enum.StrEnum):
    """What a reason claims that any game may give; `docs/terminal.md` says when each is given.

    Games have kinds of their own besides, in their rooms.
    """

    WINS_NOW = "wins at once"
    DRAWS_NOW = "ends in a draw"
    LOSES_NOW = "loses at once"
    BLOCKS = "blocks"
    LETS_WIN = "lets the opponent win at once"
    FORK = "makes two threats"
    THREATENS = "threatens"
    FORCES = "forces"
    DENIES_FORK = "denies a fork"
    ALLOWS_FORK = "allows a fork"
    ONLY_LOSING = "leaves only losing moves"
    WINS = "wins and moves again"
    QUICKEST = "wins sooner than the others"
    SLOWER = "wins later than another"
    KEEPS_DRAW = "keeps the draw"
    ALL_DRAW = "every move draws"
    MISSES_WIN = "misses a win"
    LOSES = "loses, another move does not"
    HOLDS_OUT = "loses, as every move does"
    MOST_POINTS = "brings the most points"
    FEWER_POINTS = "brings fewer points than another"
    CHANCE = "chance to win"
    BEATS_NEXT = "raises the chance"
    GIVES_AWAY = "gives chance away"
    DANGER = "chance that the opponent wins at once"
    RACE = "races"
    ESTIMATE = "looks best to a search"
    ONLY_MOVE = "the only move"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move, what it is worth to the player who makes it, and the reasons in order of weight.

    >>> import kibitz
    >>> told = kibitz.explain(kibitz.load("tictactoe").position("xx./oo./..."), "3")
    >>> print(told.value, "|", told)
    Win(1) | 3 wins at once
    """

    position: Position
    move: Move
    value: Value
    line: Line
    reasons: tuple[Reason, ...]
    #: Whether no move is worth more.
    best: bool
    #: The seconds after which the search behind it was ended, where time did that.
    stopped: float | None = None

    def __str__(self) -> str:
        """`5 blocks o at 3; it keeps the draw: 4 of the other moves lose`."""
        return f"{self.written} {self.words}"

    @property
    def written(self) -> str:
        """The move as people write it."""
        return self.position.write(self.move)

    @property
    def words(self) -> str:
        """The reasons in one sentence, as it goes on after the move."""
        said = "; it ".join(reason.text for reason in self.reasons)
        return f"{said} (the search was {stopped_words(self.stopped)})" if self.stopped else said

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "move": str(self.move),
            "written": self.written,
            "value": value_to_json(self.value, self.position.game),
            "best": self.best,
            "stopped": self.stopped,
            "line": [str(move) for move in self.line],
            "line_words": line_words(self.position, self.line),
            "reasons": [
                {
                    "kind": str(reason.kind),
                    "text": reason.text,
                    "moves": [str(move) for move in reason.moves],
                }
                for reason in self.reasons
            ],
        }
