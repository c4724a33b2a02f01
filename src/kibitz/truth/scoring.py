"""Scores of answers: best moves, losses, blunders and calibration, with 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, variance
from typing import Any

from kibitz.truth.answers import Answer
from kibitz.truth.question import Question

_Z = NormalDist().inv_cdf(0.975)
#: Number of bins for calibration.
_BINS = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def to_json(self) -> list[float]:
        """Return the three numbers, rounded."""
        return [round(number, 6) for number in (self.value, self.low, self.high)]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration of stated chances."""

    #: Number of answers with a chance.
    count: int
    #: Brier score: 0 is perfect, always stating a half gives at most 0.25.
    squared_error: Figure
    #: Expected calibration error: the mean difference between stated and true averages over the bins.
    bin_error: float
    #: For each bin with answers: their number, the mean stated chance, the mean true one.
    bins: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of answers to a set, or the mean over several sets."""

    name: str
    questions: int
    #: Number of questions without a legal answer; each counts as the worst move.
    unanswered: int
    best: Figure
    loss: Figure
    blunders: Figure
    calibration: Calibration | None = None
    #: The share of best moves at each level that occurs.
    by_level: Mapping[int, Figure] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        out: dict[str, Any] = {
            "set": self.name,
            "questions": self.questions,
            "unanswered": self.unanswered,
            "best": self.best.to_json(),
            "loss": self.loss.to_json(),
            "blunders": self.blunders.to_json(),
            "best_by_level": {str(level): figure.to_json() for level, figure in self.by_level.items()},
        }
        if (found := self.calibration) is not None:
            out["calibration"] = {
                "count": found.count,
                "squared_error": found.squared_error.to_json(),
                "bin_error": round(found.bin_error, 6),
                "bins": [[n, round(stated, 6), round(true, 6)] for n, stated, true in found.bins],
            }
        return out


def share(hits: int, count: int) -> Figure:
    """Return a proportion with its Wilson interval.

    >>> share(9, 10).to_json()
    [0.9, 0.59585, 0.982124]
    """
    p, z2 = hits / count, _Z * _Z
    middle = (p + z2 / (2 * count)) / (1 + z2 / count)
    half = _Z * math.sqrt(p * (1 - p) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return Figure(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def mean(numbers: Sequence[float]) -> Figure:
    """Return a mean with its normal interval, cut off at 0."""
    value = fmean(numbers)
    half = _Z * math.sqrt(variance(numbers) / len(numbers)) if len(numbers) > 1 else 0.0
    return Figure(value, max(0.0, value - half), value + half)


def score_set(name: str, questions: Sequence[Question], answers: Mapping[str, Answer]) -> Score:
    """Score the answers to the questions of one set."""
    moves = [(each, found.move if (found := answers.get(each.id)) else None) for each in questions]
    played = [(each, move or each.worst_move) for each, move in moves]
    right = [each.loss(move) == 0 for each, move in played]
    levels = sorted({each.level for each in questions})
    return Score(
        name,
        len(questions),
        sum(move is None for _, move in moves),
        share(sum(right), len(right)),
        mean([each.loss(move) for each, move in played]),
        share(sum(each.is_blunder(move) for each, move in played), len(played)),
        _calibration([(answers[each.id], each) for each in questions if each.id in answers]),
        {
            level: share(sum(mine), len(mine))
            for level in levels
            if (mine := [ok for ok, each in zip(right, questions, strict=True) if each.level == level])
        },
    )


def _calibration(pairs: Iterable[tuple[Answer, Question]]) -> Calibration | None:
    stated = [(answer.chance, question.chance) for answer, question in pairs if answer.chance is not None]
    if not stated:
        return None
    bins: list[list[tuple[float, float]]] = [[] for _ in range(_BINS)]
    for stated_chance, true in stated:
        bins[min(int(stated_chance * _BINS), _BINS - 1)].append((stated_chance, true))
    means = tuple(
        (len(found), fmean(stated_chance for stated_chance, _ in found), fmean(true for _, true in found))
        for found in bins
        if found
    )
    return Calibration(
        len(stated),
        mean([(stated_chance - true) ** 2 for stated_chance, true in stated]),
        sum(count * abs(stated_chance - true) for count, stated_chance, true in means) / len(stated),
        means,
    )


def overall(scores: Sequence[Score]) -> Score:
    """Return the mean over sets with equal weight; intervals are derived from those of the sets."""
    levels = sorted({level for score in scores for level in score.by_level})
    stated = [score.calibration for score in scores if score.calibration is not None]
    return Score(
        "all",
        sum(score.questions for score in scores),
        sum(score.unanswered for score in scores),
        _mean_of([score.best for score in scores]),
        _mean_of([score.loss for score in scores]),
        _mean_of([score.blunders for score in scores]),
        _pooled(stated) if stated else None,
        {
            level: _mean_of([score.by_level[level] for score in scores if level in score.by_level])
            for level in levels
        },
    )


def _mean_of(figures: Sequence[Figure]) -> Figure:
    def spread(half: Callable[[Figure], float]) -> float:
        return math.sqrt(sum(half(each) ** 2 for each in figures)) / len(figures)

    value = fmean(each.value for each in figures)
    return Figure(
        value,
        value - spread(lambda each: each.value - each.low),
        value + spread(lambda each: each.high - each.value),
    )


def _pooled(stated: Sequence[Calibration]) -> Calibration:
    bins: dict[int, list[tuple[int, float, float]]] = {}
    for each in stated:
        for found in each.bins:
            bins.setdefault(min(int(found[1] * _BINS), _BINS - 1), []).append(found)
    pooled = []
    for _, group in sorted(bins.items()):
        count = sum(n for n, _, _ in group)
        pooled.append(
            (
                count,
                sum(n * stated_chance for n, stated_chance, _ in group) / count,
                sum(n * true for n, _, true in group) / count,
            )
        )
    total = sum(each.count for each in stated)
    return Calibration(
        total,
        _mean_of([each.squared_error for each in stated]),
        sum(n * abs(stated_chance - true) for n, stated_chance, true in pooled) / total,
        tuple(pooled),
    )
