"""Spaced repetition of puzzles, scheduled by FSRS."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import Any

from fsrs import Card, Rating, Scheduler

from kibitz.base.errors import BadFile


class Recall(enum.IntEnum):
    """The recall rating of an attempt."""

    SHOWN = 1
    LATE = 2
    AT_ONCE = 3


#: Deterministic intervals.
_SCHEDULER = Scheduler(enable_fuzzing=False)


def new_card(number: int, now: datetime) -> Card:
    """Return the card of a new puzzle, due now."""
    return Card(card_id=number, due=now.astimezone(UTC))


def reviewed(card: Card, recall: Recall, now: datetime) -> Card:
    """Return the card after an attempt."""
    return _SCHEDULER.review_card(card, Rating(int(recall)), now.astimezone(UTC))[0]


def recall_probability(card: Card, now: datetime) -> float:
    """Return the probability of recall, from 0 to 1."""
    return _SCHEDULER.get_card_retrievability(card, now.astimezone(UTC))


def card_to_json(card: Card) -> dict[str, Any]:
    """Return a card as JSON-compatible data."""
    return dict(card.to_dict())


def card_from_json(data: Any) -> Card:
    """Parse the data of `card_to_json`; BadFile if it is invalid."""
    try:
        card = Card.from_dict(data)
        if card.due.tzinfo is None or (card.last_review is not None and card.last_review.tzinfo is None):
            raise ValueError("a time has no zone")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadFile(f"this is not a puzzle's card: {error}") from None
    return card
