"""The totals of a player in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.side import Side
from kibitz.game_review.decision import Decision, Label
from kibitz.game_review.resistance import Resistance

if TYPE_CHECKING:
    from kibitz.game_review.review import Roll


@dataclass(frozen=True)
class Summary:
    """One player's moves in numbers."""

    side: Side
    decisions: int
    #: Decisions in which the choice mattered, and those in which nothing was given away.
    critical: int
    found: int
    #: Decisions with an only move, and those in which it was found.
    only_moves: int
    only_found: int
    #: Points given away, and the most that could have been, as far as known.
    given_away: float
    could_give_away: float
    #: Luck of the dice in points; negative if bad.
    luck: float
    labels: dict[Label, int]
    #: Decisions in won positions, those that gave the win away, and the plies by which the others
    #: delayed it.
    won: int
    let_go: int
    wasted: int
    #: Decisions in lost positions, and the plies by which they sped up the loss.
    lost: int
    hastened: int
    #: Traps set in lost positions, each leaving the opponent one winning reply of several, and how
    #: often the opponent let the win slip.
    traps: int
    slipped: int
    #: How hard the player made winning, relative to the hardest possible: 1 is best; None if no
    #: position was known to be lost or there was no choice.
    resistance: float | None

    @property
    def accuracy(self) -> float | None:
        """One minus the share of the points at stake that were given away; None if there were none."""
        return 1 - self.given_away / self.could_give_away if self.could_give_away else None


def summarise(
    side: Side, decisions: Iterable[Decision], rolls: Iterable[Roll], resisted: Iterable[Resistance]
) -> Summary:
    """Return the totals of the decisions and rolls of one player."""
    own = [decision for decision in decisions if decision.side is side]
    won = [decision for decision in own if decision.best.value.result == 1]
    lost = [decision for decision in own if decision.best.value.result == -1]
    hard = [each for each in resisted if each.decision.side is side]
    hardest = sum([each.hardest for each in hard])
    return Summary(
        side=side,
        decisions=len(own),
        critical=sum([decision.critical for decision in own]),
        found=sum([decision.found for decision in own]),
        only_moves=sum([decision.only for decision in own]),
        only_found=sum([decision.only and decision.found for decision in own]),
        given_away=sum([decision.cost or 0.0 for decision in own]),
        could_give_away=sum([decision.spread or 0.0 for decision in own]),
        luck=sum([roll.luck for roll in rolls if roll.side is side]),
        labels=dict(Counter(decision.label for decision in own)),
        won=len(won),
        let_go=sum([bool(decision.cost) for decision in won]),
        wasted=sum([decision.slower for decision in won]),
        lost=len(lost),
        hastened=sum([decision.slower for decision in lost]),
        traps=sum([each.is_trap for each in hard]),
        slipped=sum([each.slipped for each in hard]),
        resistance=sum([each.hardness for each in hard]) / hardest if hardest else None,
    )
