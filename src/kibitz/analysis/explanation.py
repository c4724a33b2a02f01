"""The explanation of a move as a value."""

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
    """The claim of a reason that any game may give; `docs/terminal.md` says when each is given.

    Games define further kinds in their packages.
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
    REFUTED = "the refutation"
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
    """A move, its value to the mover, and the reasons, most important first.

    >>> import kibitz
    >>> found = kibitz.explain(kibitz.load("tictactoe").position("xx./oo./..."), "3")
    >>> print(found.value, "|", found)
    Win(1) | 3 wins at once
    """

    position: Position
    move: Move
    value: Value
    line: Line
    reasons: tuple[Reason, ...]
    #: Whether no move has a higher value.
    best: bool
    #: Seconds after which the search was stopped, if by time.
    stopped: float | None = None
    #: The origin of the value.
    source: Origin | None = None

    def __str__(self) -> str:
        """Format as `5 stops o from winning with 3. It is the only move that wins (in 5)`."""
        return f"{self.written} {self.words}"

    @property
    def written(self) -> str:
        """Return the move in notation."""
        return self.position.write(self.move)

    @property
    def words(self) -> str:
        """Return the reasons in up to three short sentences that continue after the move."""
        sentence = ". ".join(_sentences(self.reasons))
        return f"{sentence} (the search was {stopped_words(self.stopped)})" if self.stopped else sentence

    @property
    def numbers(self) -> str:
        """Return the value in numbers, with its origin."""
        words = self.position.game.scale.format_value(self.value)
        if self.source is None or self.source.kind != "search":
            return f"{words} (exact)" if self.value.exact else words
        return f"{words} (by search {self.source.depth_words})"

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
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


#: Maximum length of two reasons in one sentence.
_LONGEST_SENTENCE = 120


def sentences(reasons: Sequence[Reason]) -> int:
    """Return the number of sentences."""
    return len(_sentences(reasons))


def _sentences(reasons: Sequence[Reason]) -> list[str]:
    """Return reasons as sentences; the first continues after the move."""
    sentence: list[str] = []
    turned = False
    for index, reason in enumerate(reasons):
        if not index:
            sentence.append(reason.text)
            continue
        before = reasons[index - 1]
        if _may_join(sentence[-1], before, reason):
            sentence[-1] += f" and {reason.text}"
        else:
            turns = before.against is not reason.against and not turned
            turned = turned or turns
            sentence.append(f"{'But it' if turns else 'It'} {reason.text}")
    return sentence


def _may_join(sentence: str, before: Reason, reason: Reason) -> bool:
    """Return whether two reasons fit into one sentence: same part and direction, short and plain."""
    alike = before.part is reason.part and before.against is reason.against
    plain = not any(mark in text for text in (sentence, reason.text) for mark in (":", ";", ", and"))
    return alike and plain and len(sentence) + len(reason.text) <= _LONGEST_SENTENCE
