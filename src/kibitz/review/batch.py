"""Lessons from many games: how each player did in all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.executors.executor import AnyExecutor, SerialExecutor, make_executor, run_in_order
from kibitz.records.record import Record
from kibitz.review.decision import FAULTS, Decision, Label
from kibitz.review.review import Review, review


@dataclass
class Career:
    """One player in many games."""

    name: str
    games: int = 0
    #: Points of finished games, and how many of those there were.
    points: float = 0.0
    finished: int = 0
    given_away: float = 0.0
    could_give_away: float = 0.0
    luck: float = 0.0
    #: Whether all of that is known rather than guessed.
    exact: bool = True
    labels: Counter[Label] = field(default_factory=Counter)
    #: Its faults, the costliest first, each with the place of its game.
    faults: list[tuple[int, Decision]] = field(default_factory=list)

    @property
    def accuracy(self) -> float | None:
        """The share of what could be given away that was kept."""
        return 1 - self.given_away / self.could_give_away if self.could_give_away else None

    def words(self) -> str:
        """The numbers in a sentence."""
        count = "1 game" if self.games == 1 else f"{self.games} games"
        parts = [f"{self.points:g} of {self.finished} points in {count}"]
        if self.accuracy is not None:
            parts.append(f"accuracy {self.accuracy:.0%}")
        if self.luck:
            parts.append(f"luck {self.luck:+.1%}" if self.exact else f"luck about {self.luck:+.0%}")
        parts += [f"{label.value}: {self.labels[label]}" for label in FAULTS if self.labels[label]]
        return f"{self.name}: {', '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
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
    """The review of each game in which a move was made, in order, as it is found.

    `executor` reviews elsewhere.
    """
    moved = (record for record in records if record.moves)
    return run_in_order(make_executor(executor or SerialExecutor(), 0), partial(review, limit=limit), moved)


def careers(reviews: Iterable[Review]) -> list[Career]:
    """How each player did in all of these games, the one with most games first."""
    found: dict[str, Career] = {}
    for number, each in enumerate(reviews):
        for side, tag in ((Side.FIRST, "First"), (Side.SECOND, "Second")):
            name = each.record.tags.get(tag, "") or each.record.game.side_name(side)
            _add(found.setdefault(name, Career(name)), each, side, number)
    for career in found.values():
        career.faults.sort(key=lambda fault: -(fault[1].cost or 0.0))
    return sorted(found.values(), key=lambda career: -career.games)


def _add(career: Career, each: Review, side: Side, number: int) -> None:
    summary, outcome = each.summaries[side], each.record.outcome
    career.games += 1
    if outcome is not None:
        career.finished += 1
        career.points += (1 + outcome.for_side(side)) / 2
    career.given_away += summary.given_away
    career.could_give_away += summary.could_give_away
    career.luck += summary.luck
    career.exact = career.exact and each.exact
    career.labels.update(summary.labels)
    career.faults += [(number, d) for d in each.decisions if d.side is side and d.is_fault]
