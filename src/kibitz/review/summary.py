"""How a player did in a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.side import Side
from kibitz.review.decision import Decision, Label
from kibitz.review.resistance import Resistance

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
    #: Decisions in which only one move kept what there was, and those of them in which it was found.
    only_moves: int
    only_found: int
    #: Points given away, and the most that could have been; where that is known.
    given_away: float
    could_give_away: float
    #: How much the dice helped, in points; negative if they hurt.
    luck: float
    labels: dict[Label, int]
    #: Decisions while it stood won, those of them that gave the win away, and the plies by which the
    #: others put it off.
    won: int
    let_go: int
    wasted: int
    #: Decisions while it stood lost, and the plies by which they hastened the loss.
    lost: int
    hastened: int
    #: Traps that it set while it stood lost, each leaving the opponent one winning reply of several,
    #: and how often the opponent let a win slip.
    traps: int
    slipped: int
    #: How hard it made winning, against the hardest that it could have: 1 is best; None if it never
    #: stood lost where that is known, or could do nothing.
    resistance: float | None

    @property
    def accuracy(self) -> float | None:
        """The share of what could be given away that was kept; None if no choice is known to matter."""
        return 1 - self.given_away / self.could_give_away if self.could_give_away else None


def summarise(
    side: Side, decisions: Iterable[Decision], rolls: Iterable[Roll], resisted: Iterable[Resistance]
) -> Summary:
    """The decisions and rolls of one player, summed up."""
    own = [decision for decision in decisions if decision.side is side]
    won = [decision for decision in own if decision.best.value.result == 1]
    lost = [decision for decision in own if decision.best.value.result == -1]
    hard = [each for each in resisted if each.decision.side is side]
    hardest = sum(each.hardest for each in hard)
    return Summary(
        side=side,
        decisions=len(own),
        critical=sum(decision.critical for decision in own),
        found=sum(decision.found for decision in own),
        only_moves=sum(decision.only for decision in own),
        only_found=sum(decision.only and decision.found for decision in own),
        given_away=sum(decision.cost or 0.0 for decision in own),
        could_give_away=sum(decision.spread or 0.0 for decision in own),
        luck=sum(roll.luck for roll in rolls if roll.side is side),
        labels=dict(Counter(decision.label for decision in own)),
        won=len(won),
        let_go=sum(bool(decision.cost) for decision in won),
        wasted=sum(decision.slower for decision in won),
        lost=len(lost),
        hastened=sum(decision.slower for decision in lost),
        traps=sum(each.is_trap for each in hard),
        slipped=sum(each.slipped for each in hard),
        resistance=sum(each.hardness for each in hard) / hardest if hardest else None,
    )
