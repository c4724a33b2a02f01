"""The end of a game: its outcome, how it came about, and why."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.base.side import Outcome, Side


class Termination(enum.Enum):
    """The way a game ended, as written in records."""

    RULES = "by the rules"
    RESIGNED = "resigned"
    ON_TIME = "lost on time"
    #: The player gave no move or an illegal one, or raised an error.
    FORFEITED = "forfeited"
    #: Drawn by agreement, claim or length, though the rules allow more moves.
    CALLED_OFF = "drawn"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game. `by` is the side that ended it early; `detail` adds an explanation."""

    outcome: Outcome
    termination: Termination = Termination.RULES
    by: Side | None = None
    detail: str = ""

    @staticmethod
    def lost(by: Side, termination: Termination, detail: str = "") -> Ending:
        """Return the ending of a game that `by` lost before the rules ended it."""
        return Ending(Outcome(by.opponent), termination, by, detail)

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was lost by an error or on time, not over the board."""
        return self.termination in (Termination.ON_TIME, Termination.FORFEITED)

    def reason(self, name: Callable[[Side], str] = str) -> str | None:
        """Return why the game ended early, such as `second lost on time`; None if by the rules."""
        if self.termination is Termination.RULES:
            return None
        text = self.termination.value if self.by is None else f"{name(self.by)} {self.termination.value}"
        return f"{text}: {self.detail}" if self.detail else text

    @staticmethod
    def describe_reason(reason: str, name: Callable[[Side], str]) -> str:
        """Return a record's reason with the sides' names: `black lost on time`.

        Reasons written by other programs are kept; those without content, such as `normal`, are dropped.
        """
        found = _REASON.fullmatch(reason)
        if found is None:
            return "" if reason.lower() in _NO_REASON else reason
        if found[1] is None:
            return found[3] or found[2]
        who = name(Side.FIRST if found[1] == str(Side.FIRST) else Side.SECOND)
        return reason.replace(found[1], who, 1)

    @staticmethod
    def read(outcome: Outcome, reason: str) -> Ending:
        """Parse the ending of a game that the rules did not end.

        A reason that is not understood means resignation, or a draw by agreement.
        """
        found = _REASON.fullmatch(reason)
        termination = Termination(found[2]) if found else None
        if outcome.winner is None:
            return Ending(outcome, Termination.CALLED_OFF, None, found[3] or "" if found else reason)
        if termination not in (Termination.ON_TIME, Termination.FORFEITED):
            return Ending.lost(outcome.winner.opponent, Termination.RESIGNED)
        return Ending.lost(outcome.winner.opponent, termination, found[3] or "" if found else "")

    def to_json(self) -> list[Any]:
        """Return the ending as plain data."""
        return [self.outcome.winner, self.outcome.points, self.termination.value, self.by, self.detail]

    @staticmethod
    def from_json(data: Sequence[Any]) -> Ending:
        """Read what `to_json` wrote."""
        winner, points, termination, by, detail = data
        return Ending(Outcome(_side(winner), points), Termination(termination), _side(by), detail)


#: The format of `Ending.reason`.
_REASON = re.compile(rf"(?:(first|second) )?({'|'.join(how.value for how in Termination)})(?:: (.*))?")
#: Reasons of other programs that add nothing to the result.
_NO_REASON = ("", "normal", "unterminated")


def _side(number: int | None) -> Side | None:
    return None if number is None else Side(number)
