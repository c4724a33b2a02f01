"""How a game ended: with which outcome, by whose doing, and why."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.base.side import Outcome, Side


class How(enum.Enum):
    """What ends a game, as records say it."""

    RULES = "by the rules"
    RESIGNED = "resigned"
    ON_TIME = "lost on time"
    #: A player that failed: no move, none that is allowed, or an error.
    FORFEITED = "forfeited"
    #: Drawn, though the rules would let it go on.
    CALLED_OFF = "drawn"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game. `by` is who brought it about before the rules did, and `detail` says more."""

    outcome: Outcome
    how: How = How.RULES
    by: Side | None = None
    detail: str = ""

    @staticmethod
    def lost(by: Side, how: How, detail: str = "") -> Ending:
        """A player's loss before the rules ended the game."""
        return Ending(Outcome(by.opponent), how, by, detail)

    @property
    def is_forfeit(self) -> bool:
        """Whether somebody lost by failing or by being late, not by worse play."""
        return self.how in (How.ON_TIME, How.FORFEITED)

    def reason(self, name: Callable[[Side], str] = str) -> str | None:
        """Why it ended, if not by the rules: `second lost on time`. `name` says what the sides are called."""
        if self.how is How.RULES:
            return None
        said = self.how.value if self.by is None else f"{name(self.by)} {self.how.value}"
        return f"{said}: {self.detail}" if self.detail else said

    @staticmethod
    def told(reason: str, name: Callable[[Side], str]) -> str:
        """What a record says of an end that the rules did not bring about, for people: `black lost on time`.

        Other programs say it in words of their own, which stay; those that say nothing are left out.
        """
        found = _REASON.fullmatch(reason)
        if found is None:
            return "" if reason.lower() in _SAY_NOTHING else reason
        if found[1] is None:
            return found[3] or found[2]
        who = name(Side.FIRST if found[1] == str(Side.FIRST) else Side.SECOND)
        return reason.replace(found[1], who, 1)

    @staticmethod
    def read(outcome: Outcome, reason: str) -> Ending:
        """The end of a game that the rules did not end, from what `reason` said of it.

        Who wrote nothing that is understood is taken to have resigned, or agreed on a draw.
        """
        found = _REASON.fullmatch(reason)
        how = How(found[2]) if found else None
        if outcome.winner is None:
            return Ending(outcome, How.CALLED_OFF, None, found[3] or "" if found else reason)
        if how not in (How.ON_TIME, How.FORFEITED):
            return Ending.lost(outcome.winner.opponent, How.RESIGNED)
        return Ending.lost(outcome.winner.opponent, how, found[3] or "" if found else "")

    def to_json(self) -> list[Any]:
        """The ending as plain data."""
        return [self.outcome.winner, self.outcome.points, self.how.value, self.by, self.detail]

    @staticmethod
    def from_json(data: Sequence[Any]) -> Ending:
        """Read what `to_json` wrote."""
        winner, points, how, by, detail = data
        return Ending(Outcome(_side(winner), points), How(how), _side(by), detail)


#: What `Ending.reason` writes.
_REASON = re.compile(rf"(?:(first|second) )?({'|'.join(how.value for how in How)})(?:: (.*))?")
#: Words of other programs for an end that is like any other.
_SAY_NOTHING = ("", "normal", "unterminated")


def _side(number: int | None) -> Side | None:
    return None if number is None else Side(number)
