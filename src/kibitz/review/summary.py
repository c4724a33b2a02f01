"""How a player did in a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.review.judge import Decision, Label
from kibitz.words.side import Side

if TYPE_CHECKING:
    from kibitz.review.review import Roll


@dataclass(frozen=True)
class Summary:
    """One player's moves in numbers."""

    side: Side
    decisions: int
    #: Decisions in which the choice mattered, and those of them that gave nothing away.
    critical: int
    found: int
    #: Points given away, and the most that could have been; where that is known.
    given_away: float
    could_give_away: float
    #: How much the dice helped, in points; negative if they hurt.
    luck: float
    labels: dict[Label, int]

    @property
    def accuracy(self) -> float | None:
        """The share of what could be given away that was kept; None if no choice is known to matter."""
        return 1 - self.given_away / self.could_give_away if self.could_give_away else None


def summarise(side: Side, decisions: Iterable[Decision], rolls: Iterable[Roll]) -> Summary:
    """The decisions and rolls of one player, summed up."""
    own = [decision for decision in decisions if decision.side is side]
    return Summary(
        side,
        len(own),
        sum(decision.critical for decision in own),
        sum(decision.found for decision in own),
        sum(decision.cost or 0.0 for decision in own),
        sum(decision.spread or 0.0 for decision in own),
        sum(roll.luck for roll in rolls if roll.side is side),
        dict(Counter(decision.label for decision in own)),
    )
