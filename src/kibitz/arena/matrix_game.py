"""Matrix games: what both sides should choose when they choose at the same time."""

from __future__ import annotations

from collections.abc import Sequence

#: What rounding may leave of nothing.
_TINY = 1e-12


def equilibrium(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float], list[float]]:
    """The value of a game to whoever chooses the row, and how often each row and each column is chosen.

    By the simplex method: with positive payoffs, the columns x >= 0 of greatest sum for which no row's payoff
    exceeds 1 are the column's choice, scaled by the value; the prices of the rows are the row's.

    >>> equilibrium([[0.0, 1.0], [1.0, 0.0]])
    (0.5, [0.5, 0.5], [0.5, 0.5])
    """
    shift = 1.0 - min(map(min, payoffs))
    rows, columns = len(payoffs), len(payoffs[0])
    tableau = [
        [value + shift for value in payoff] + [float(i == k) for i in range(rows)] + [1.0]
        for k, payoff in enumerate(payoffs)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    basis = [columns + k for k in range(rows)]
    # The first column that gains, and of rows that bind alike the first variable: that never goes in circles.
    while (enter := next((j for j, price in enumerate(goal[:-1]) if price < -_TINY), None)) is not None:
        bounds = [(row[-1] / row[enter], basis[k], k) for k, row in enumerate(tableau) if row[enter] > _TINY]
        least = min(bounds)[0]
        _, _, leave = min((name, bound, k) for bound, name, k in bounds if bound <= least + _TINY)
        pivot = tableau[leave] = [value / tableau[leave][enter] for value in tableau[leave]]
        for row in (*(row for k, row in enumerate(tableau) if k != leave), goal):
            if factor := row[enter]:
                row[:] = [value - factor * other for value, other in zip(row, pivot, strict=True)]
        basis[leave] = enter
    value = 1 / goal[-1]
    chosen = [0.0] * columns
    for k, name in enumerate(basis):
        if name < columns:
            chosen[name] = tableau[k][-1] * value
    return value - shift, [goal[columns + k] * value for k in range(rows)], chosen
