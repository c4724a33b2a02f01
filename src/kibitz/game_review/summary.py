"""The totals of a player in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.side import Side
from kibitz.game_review.accuracy import game_accuracy
from kibitz.game_review.decision import Decision, Label
from kibitz.game_review.resistance import Resistance

if TYPE_CHECKING:
    from kibitz.game_review.review import Roll


@dataclass(frozen=True)
class Summary:
    """One player's moves in numbers."""

    side: Side
    decisions: int
    #: Decisions with only one or two good moves, and those in which one of them was found.
    critical: int
    found: int
    #: Decisions with one good move, and those in which it was found.
    only_moves: int
    only_found: int
    #: Points given away, as far as known.
    given_away: float
    #: Accuracy as lichess computes it, 0 to 1, over the moves with a choice and something left to lose; None
    #: if there were none.
    accuracy: float | None
    #: Luck of the dice in points; negative if bad.
    luck: float
    labels: dict[Label, int]
    #: Decisions in won positions, those that gave the win away, and the plies by which the others
    #: delayed it.
    won: int
    let_go: int
    wasted: int
    #: Decisions in lost positions, those that lost as late as possible, and the plies by which the others
    #: sped up the loss.
    lost: int
    held: int
    hastened: int
    #: Traps set in lost positions, each leaving the opponent one winning reply of several, and how
    #: often the opponent let the win slip.
    traps: int
    slipped: int


def summarise(
    side: Side,
    decisions: Sequence[Decision],
    rolls: Iterable[Roll],
    resisted: Iterable[Resistance],
    scores: Sequence[float | None],
) -> Summary:
    """Return the totals of the decisions and rolls of one player.

    `scores` are the first player's expected scores before each decision and at the end.
    """
    own = [decision for decision in decisions if decision.side is side]
    won = [decision for decision in own if decision.best.value.result == 1]
    lost = [decision for decision in own if decision.best.value.result == -1]
    hard = [each for each in resisted if each.decision.side is side]
    return Summary(
        side=side,
        decisions=len(own),
        critical=sum([decision.critical for decision in own]),
        found=sum([decision.found for decision in own]),
        only_moves=sum([decision.only for decision in own]),
        only_found=sum([decision.only and decision.found for decision in own]),
        given_away=sum([decision.cost or 0.0 for decision in own]),
        accuracy=_accuracy(side, decisions, scores),
        luck=sum([roll.luck for roll in rolls if roll.side is side]),
        labels=dict(Counter(decision.label for decision in own)),
        won=len(won),
        let_go=sum([bool(decision.cost) for decision in won]),
        wasted=sum([decision.slower for decision in won]),
        lost=len(lost),
        held=sum([not decision.slower for decision in lost]),
        hastened=sum([decision.slower for decision in lost]),
        traps=sum([each.is_trap for each in hard]),
        slipped=sum([each.slipped for each in hard]),
    )


def _accuracy(side: Side, decisions: Sequence[Decision], scores: Sequence[float | None]) -> float | None:
    """Return the accuracy over the decisions with a choice, but for those in lost positions."""
    known: list[float] = []
    for score in scores:  # an unknown score changes nothing
        known.append(score if score is not None else known[-1] if known else 0.5)
    costs = [
        (number, decision.cost)
        for number, decision in enumerate(decisions)
        if decision.side is side
        and decision.cost is not None
        and decision.moves > 1
        and decision.best.value.result != -1
    ]
    unknown = sum(decision.side is side and decision.cost is None for decision in decisions)
    if unknown > len(costs):  # mostly guesses without a scale
        return None
    return game_accuracy(known, costs)
