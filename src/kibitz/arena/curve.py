"""A curve of measured ratings that ought to rise, and where on it a given rating lies."""

from __future__ import annotations

from collections.abc import Sequence


def rising(values: Sequence[float]) -> list[float]:
    """The values that never fall and lie closest to the given ones (least squares).

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
    """Where a rising curve first has a value, counted in its points; its end if it never does.

    >>> place_of(40, [0, 25, 25, 50])
    2.6
    """
    if value <= curve[0]:
        return 0.0
    for i in range(1, len(curve)):
        if value <= curve[i]:
            return i - 1 + (value - curve[i - 1]) / (curve[i] - curve[i - 1])
    return float(len(curve) - 1)
