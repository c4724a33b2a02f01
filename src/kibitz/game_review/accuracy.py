"""Accuracy as lichess computes it (https://lichess.org/page/accuracy).

A move's accuracy falls with the winning chances that it gives away. A player's accuracy is the mean of two
averages over the moves: one weighted by how much the chances change around a move, so that moves in a quiet
position count less, and the harmonic mean, which single bad moves pull down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

#: lichess's curve: 100 if nothing is given away, and about 64, 39 and 11 for 10, 20 and 45 points of 100.
_FACTOR, _RATE, _OFFSET = 103.1668100711649, 0.04354415386753951, 3.166924740191411
#: The number of expected scores whose spread weighs a move: a tenth of the game, within these bounds.
_WINDOW = (2, 8)
#: The bounds of the weights, in points of 100.
_WEIGHT = (0.5, 12.0)


def move_accuracy(cost: float) -> float:
    """Return the accuracy, 0 to 1, of a move that gives away so much of the expected score.

    >>> [round(move_accuracy(cost), 2) for cost in (0, 0.05, 0.1, 0.2, 0.5)]
    [1.0, 0.8, 0.64, 0.4, 0.09]
    """
    if cost <= 0:
        return 1.0
    percent = _FACTOR * math.exp(-_RATE * 100 * cost) - _OFFSET
    return min(100.0, max(0.0, percent)) / 100


def game_accuracy(scores: Sequence[float], costs: Sequence[tuple[int, float]]) -> float | None:
    """Return a player's accuracy in a game, 0 to 1; None without moves.

    `scores` are the first player's expected scores before each move of the game and at its end, `costs` the
    player's moves by their number in the game and what each gave away.
    """
    if not costs:
        return None
    weights = _weights(scores)
    accuracies = [move_accuracy(cost) for _, cost in costs]
    total = sum(weights[number] for number, _ in costs)
    weighted = (
        sum(weights[number] * each for (number, _), each in zip(costs, accuracies, strict=True)) / total
    )
    harmonic = len(accuracies) / sum(1 / max(0.01, each) for each in accuracies)
    return (weighted + harmonic) / 2


def _weights(scores: Sequence[float]) -> list[float]:
    """Return the weight of each move: the standard deviation of the expected scores around it."""
    moves = len(scores) - 1
    size = min(max(moves // 10, _WINDOW[0]), _WINDOW[1], len(scores))
    windows = [scores[:size]] * (size - 2)
    windows += [scores[begin : begin + size] for begin in range(len(scores) - size + 1)]
    return [min(max(100 * _deviation(window), _WEIGHT[0]), _WEIGHT[1]) for window in windows]


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
