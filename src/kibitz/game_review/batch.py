"""Reviews of several games, and totals for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.executors.executor import AnyExecutor, SerialExecutor, make_executor, run_in_order
from kibitz.game_review.decision import Decision, Label
from kibitz.game_review.narrative import fault_counts
from kibitz.game_review.review import Review, review
from kibitz.records.record import Record


@dataclass
class PlayerTotals:
    """The results and mistakes of one player in several games."""

    name: str
    games: int = 0
    #: Points from finished games, and their number.
    points: float = 0.0
    finished: int = 0
    given_away: float = 0.0
    luck: float = 0.0
    #: Whether all values are exact.
    exact: bool = True
    labels: Counter[Label] = field(default_factory=Counter)
    #: The accuracy in each game that has one.
    accuracies: list[float] = field(default_factory=list)
    #: The player's mistakes, costliest first, each with the index of its game.
    faults: list[tuple[int, Decision]] = field(default_factory=list)

    @property
    def accuracy(self) -> float | None:
        """The mean accuracy of the games; None if none has one."""
        return sum(self.accuracies) / len(self.accuracies) if self.accuracies else None

    def words(self) -> str:
        """Return the totals in a sentence."""
        count = "1 game" if self.games == 1 else f"{self.games} games"
        parts = [f"{self.points:g} of {self.finished} points in {count}", *fault_counts(self.labels)]
        if self.accuracy is not None:
            parts.append(f"accuracy {self.accuracy:.0%}")
        if self.luck:
            parts.append(f"luck {self.luck:+.1%}" if self.exact else f"luck about {self.luck:+.0%}")
        return f"{self.name}: {', '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Return the totals as JSON values."""
        return {
            "name": self.name,
            "games": self.games,
            "points": self.points,
            "finished": self.finished,
            "accuracy": self.accuracy,
            "given_away": self.given_away,
            "luck": self.luck,
            "labels": {label.value: count for label, count in self.labels.items()},
            "faults": [
                {
                    "game": game,
                    "ply": decision.ply,
                    "move": str(decision.played.move),
                    "label": decision.label.value,
                    "cost": decision.cost,
                }
                for game, decision in self.faults
            ],
        }


def review_many(
    records: Iterable[Record],
    limit: Limit | str | None = None,
    executor: AnyExecutor | None = None,
) -> Iterator[Review]:
    """Yield the review of each game that has moves, in order.

    `executor` distributes the work.
    """
    moved = (record for record in records if record.moves)
    return run_in_order(make_executor(executor or SerialExecutor(), 0), partial(review, limit=limit), moved)


def player_totals(reviews: Iterable[Review]) -> list[PlayerTotals]:
    """Return the totals of each player, most games first."""
    found: dict[str, PlayerTotals] = {}
    for number, each in enumerate(reviews):
        for side, tag in ((Side.FIRST, "First"), (Side.SECOND, "Second")):
            name = each.record.tags.get(tag, "") or each.record.game.side_name(side)
            _add(found.setdefault(name, PlayerTotals(name)), each, side, number)
    for totals in found.values():
        totals.faults.sort(key=lambda fault: -(fault[1].cost or 0.0))
    return sorted(found.values(), key=lambda totals: -totals.games)


def _add(totals: PlayerTotals, each: Review, side: Side, number: int) -> None:
    summary, outcome = each.summaries[side], each.record.outcome
    totals.games += 1
    if outcome is not None:
        totals.finished += 1
        totals.points += (1 + outcome.for_side(side)) / 2
    totals.given_away += summary.given_away
    if summary.accuracy is not None:
        totals.accuracies.append(summary.accuracy)
    totals.luck += summary.luck
    totals.exact = totals.exact and each.exact
    totals.labels.update(summary.labels)
    totals.faults += [(number, d) for d in each.decisions if d.side is side and d.is_fault]
