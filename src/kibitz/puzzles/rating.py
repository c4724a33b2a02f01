"""A person's puzzle rating: an Elo rating against puzzles, whose ratings follow from their grades."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kibitz.puzzles.puzzle import GRADES
from kibitz.puzzles.repetition import Recall

#: The rating before the first attempt.
START = 1000.0
#: The rating of the easiest puzzles, and the step from grade to grade.
_EASIEST, _STEP = 800, 300
#: How far an attempt can move the rating: more while few were made.
_FIRST_K, _K, _MOST_FIRST = 48.0, 24.0, 10
#: What an attempt scores.
_SCORES = {Recall.AT_ONCE: 1.0, Recall.LATE: 0.5}


class Attempt(Protocol):
    """An attempt at a puzzle."""

    @property
    def recall(self) -> Recall:
        """Return how it went."""


def puzzle_rating(grade: int) -> int:
    """Return the rating of puzzles of a grade.

    >>> [puzzle_rating(grade) for grade in GRADES]
    [800, 1100, 1400, 1700, 2000]
    """
    return _EASIEST + _STEP * (grade - GRADES[0])


def ratings(attempts: Iterable[tuple[int, Attempt]]) -> list[float]:
    """Return the rating after each attempt, given the grades of the puzzles.

    Right at once is a win, right after a mistake a draw, and anything else a loss.
    """
    rating, found = START, []
    for number, (grade, attempt) in enumerate(attempts):
        expected = 1 / (1 + 10 ** ((puzzle_rating(grade) - rating) / 400))
        k = _FIRST_K if number < _MOST_FIRST else _K
        rating += k * (_SCORES.get(attempt.recall, 0.0) - expected)
        found.append(rating)
    return found


def streaks(attempts: Iterable[Attempt]) -> tuple[int, int]:
    """Return how many puzzles in a row were right at once: now, and at most."""
    now = most = 0
    for attempt in attempts:
        now = now + 1 if attempt.recall is Recall.AT_ONCE else 0
        most = max(most, now)
    return now, most
