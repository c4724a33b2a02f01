"""Zero-sum matrix games, in which both sides choose simultaneously."""

from __future__ import annotations

from collections.abc import Sequence

#: Tolerance for rounding errors.
_TINY = 1e-12


def equilibrium(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float], list[float]]:
    """Return the value of a matrix game for the row player, and both optimal mixed strategies.

    Simplex method: with positive payoffs, the columns x >= 0 of greatest sum for which no row's payoff
    exceeds 1 are the column player's strategy, scaled by the value; the dual prices are the row player's.

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
    # Bland's rule: the first improving column and, among tied rows, the first variable. It can't cycle.
    while (enter := next((j for j, price in enumerate(goal[:-1]) if price < -_TINY), None)) is not None:
        bounds = [(row[-1] / row[enter], basis[k], k) for k, row in enumerate(tableau) if row[enter] > _TINY]
        least = min(bounds)[0]
        _, _, leaving = min((name, bound, k) for bound, name, k in bounds if bound <= least + _TINY)
        pivot = tableau[leaving] = [value / tableau[leaving][enter] for value in tableau[leaving]]
        for row in (*(row for k, row in enumerate(tableau) if k != leaving), goal):
            if factor := row[enter]:
                row[:] = [value - factor * other for value, other in zip(row, pivot, strict=True)]
        basis[leaving] = enter
    value = 1 / goal[-1]
    chosen = [0.0] * columns
    for k, name in enumerate(basis):
        if name < columns:
            chosen[name] = tableau[k][-1] * value
    return value - shift, [goal[columns + k] * value for k in range(rows)], chosen
