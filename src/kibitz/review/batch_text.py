"""Reviews of many games as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.base.wrapping import wrapped
from kibitz.players.registry import called
from kibitz.review.batch import careers
from kibitz.review.decision import Decision
from kibitz.review.narrative import lessons
from kibitz.review.review import Review

#: Longer lines are hard to read.
_WIDEST = 100
#: Mistakes that are shown.
_SHOWN = 5


def many_text(
    reviews: Sequence[Review], width: int = 80, numbers: Sequence[int] | None = None
) -> Iterator[str]:
    """A line for each game, how each player did in all of them, and what cost most.

    `numbers` are those of the games, where some of a file are left out.
    """
    width = min(width, _WIDEST) - 1
    numbers = numbers or range(1, len(reviews) + 1)
    digits = len(str(numbers[-1]))
    for number, each in zip(numbers, reviews, strict=True):
        head = f"{number:>{digits}}  "
        yield wrapped(_game(each), width, indent=" " * len(head), first=head)
    yield ""
    for career in careers(reviews):
        yield wrapped(career.words(), width, indent="  ", first="")
    faults = [
        (-(decision.cost or 0.0), number, lesson)
        for number, each in zip(numbers, reviews, strict=True)
        for decision, lesson in zip(filter(_is_fault, each.decisions), lessons(each), strict=True)
    ]
    if faults:
        yield ""
        yield "What cost most:"
    for _, number, lesson in sorted(faults, key=lambda fault: fault[:2])[:_SHOWN]:
        text = f"Game {number}, {lesson.title[0].lower()}{lesson.title[1:]}. Better {lesson.better}"
        yield wrapped(text, width, indent="    ", first="  ")


def _is_fault(decision: Decision) -> bool:
    return decision.is_fault


def _game(each: Review) -> str:
    """One game in a line."""
    record = each.record
    sides = " - ".join(called(record.tags.get(side, "?")) for side in ("First", "Second"))
    faults = sum(decision.is_fault for decision in each.decisions)
    said = "no mistake" if not faults else "1 mistake" if faults == 1 else f"{faults} mistakes"
    sure = "" if each.exact else ", by search" if each.stopped is None else ", by a search that was stopped"
    return f"{record.game.title}, {sides}, {record.result}, {len(each.decisions)} moves, {said}{sure}"
