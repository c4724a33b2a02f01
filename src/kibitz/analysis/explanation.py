"""What is said about a move."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.pv_text import line_words
from kibitz.analysis.report import Origin, stopped_words, value_to_json
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
    TAKES = "takes pieces"
    TURNS_OVER = "turns pieces over"
    MOVES_AGAIN = "moves again"
    LETS_MOVE_AGAIN = "lets the opponent move again"
    DENIES_TURN = "gives the opponent no further turn"
    KEEPS_TURN = "keeps the turn"
    PASSES_TURN = "passes the turn"
    FEW_ANSWERS = "leaves few answers"
    NO_ANSWER = "leaves no good answer"
    MOBILITY = "how many moves it leaves the opponent"
    REFUTED = "the answer that shows what is wrong with it"
    OVERLOOKS = "what the best move does"
    MEETS = "meets an answer of the opponent"
    FOLLOW_UP = "what follows the expected answer"
    ONLY_ANSWER = "leaves one answer that does not lose"
    HARD_TO_BEAT = "what the opponent must find to win"
    WINS = "wins"
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
    ESTIMATE = "how a search ranks it"
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
    #: Where the value comes from.
    source: Origin | None = None

    def __str__(self) -> str:
        """`5 stops o from winning with 3. It is the only move that wins (in 5)`."""
        return f"{self.written} {self.words}"

    @property
    def written(self) -> str:
        """The move as people write it."""
        return self.position.write(self.move)

    @property
    def words(self) -> str:
        """The reasons in up to three short sentences, as they go on after the move."""
        said = ". ".join(_sentences(self.reasons))
        return f"{said} (the search was {stopped_words(self.stopped)})" if self.stopped else said

    @property
    def numbers(self) -> str:
        """The value in numbers, and where it comes from."""
        words = self.position.game.scale.format_value(self.value)
        if self.source is None or self.source.kind != "search":
            return f"{words} (exact)" if self.value.exact else words
        return f"{words} (by search {self.source.depth_words})"

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "move": str(self.move),
            "written": self.written,
            "value": value_to_json(self.value, self.position.game),
            "best": self.best,
            "numbers": self.numbers,
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


#: Two reasons are one sentence if that is no longer than this.
_LONGEST_SENTENCE = 120


def sentences(reasons: Sequence[Reason]) -> int:
    """Return how many sentences reasons make."""
    return len(_sentences(reasons))


def _sentences(reasons: Sequence[Reason]) -> list[str]:
    """Return reasons as sentences; the first goes on after the move."""
    said: list[str] = []
    turned = False
    for index, reason in enumerate(reasons):
        if not index:
            said.append(reason.text)
            continue
        before = reasons[index - 1]
        if _may_join(said[-1], before, reason):
            said[-1] += f" and {reason.text}"
        else:
            turns = before.against is not reason.against and not turned
            turned = turned or turns
            said.append(f"{'But it' if turns else 'It'} {reason.text}")
    return said


def _may_join(said: str, before: Reason, reason: Reason) -> bool:
    """Whether two reasons are one sentence: of one part and direction, short and plain."""
    alike = before.part is reason.part and before.against is reason.against
    plain = not any(mark in text for text in (said, reason.text) for mark in (":", ";", ", and"))
    return alike and plain and len(said) + len(reason.text) <= _LONGEST_SENTENCE
