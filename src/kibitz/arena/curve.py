"""Isotonic regression of measured ratings, and inverse interpolation on the result."""

from __future__ import annotations

from collections.abc import Sequence


def rising(values: Sequence[float]) -> list[float]:
    """Return the non-decreasing sequence closest to the values by least squares (pool adjacent violators).

    Neighbours in the wrong order are replaced by their mean until none are left.

    >>> rising([0, 30, 20, 50])
    [0.0, 25.0, 25.0, 50.0]
    """
    blocks: list[tuple[float, int]] = []
    for value in values:
        mean, count = float(value), 1
        while blocks and blocks[-1][0] > mean:
            before, size = blocks.pop()
            mean = (before * size + mean * count) / (size + count)
            count += size
        blocks.append((mean, count))
    return [mean for mean, count in blocks for _ in range(count)]


def place_of(value: float, curve: Sequence[float]) -> float:
    """Return the interpolated index where a rising curve first reaches a value; its end if it never does.

    >>> place_of(40, [0, 25, 25, 50])
    2.6
    """
    if value <= curve[0]:
        return 0.0
    for i in range(1, len(curve)):
        if value <= curve[i]:
            return i - 1 + (value - curve[i - 1]) / (curve[i] - curve[i - 1])
    return float(len(curve) - 1)
