"""When a puzzle comes again: spaced repetition by FSRS, which plans by how well one remembers."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import Any

from fsrs import Card, Rating, Scheduler

from kibitz.base.errors import BadFile


class Recall(enum.IntEnum):
    """How well a puzzle was solved."""

    SHOWN = 1
    LATE = 2
    AT_ONCE = 3


#: No randomness in the intervals: the same answers lead to the same plan.
_SCHEDULER = Scheduler(enable_fuzzing=False)


def new_card(number: int, now: datetime) -> Card:
    """The card of a puzzle that was never tried, due now."""
    return Card(card_id=number, due=now.astimezone(UTC))


def reviewed(card: Card, recall: Recall, now: datetime) -> Card:
    """The card after a try."""
    return _SCHEDULER.review_card(card, Rating(int(recall)), now.astimezone(UTC))[0]


def remembered(card: Card, now: datetime) -> float:
    """How likely the answer is still known, from 0 to 1."""
    return _SCHEDULER.get_card_retrievability(card, now.astimezone(UTC))


def card_to_json(card: Card) -> dict[str, Any]:
    """Plain values for files."""
    return dict(card.to_dict())


def card_from_json(data: Any) -> Card:
    """What `card_to_json` gave; BadFile if it is none."""
    try:
        card = Card.from_dict(data)
        if card.due.tzinfo is None or (card.last_review is not None and card.last_review.tzinfo is None):
            raise ValueError("a time has no zone")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadFile(f"this is no card of a puzzle: {error}") from None
    return card
