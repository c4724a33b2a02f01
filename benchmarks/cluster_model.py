"""Predictions of the model of docs/cluster.md for tables that are too large for this machine.

    python benchmarks/cluster_model.py

The core counts positions only where it could also number them, so they are counted here: of EinStein, all
ways to place two sides' stones, where classes of stones that move alike, the numbers reversed, and the
board's reflection are one; of Connect-N, heights of columns times ways to colour them, of which the core
keeps the share that it keeps on 6×4 and 7×4. Where the core can number them, both are within 0.2 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, perm

from kibitz.cli.formatting import format_duration, format_size
from kibitz.solving.cluster_plan import ClusterPlan, by_tiers, by_units

#: Seconds a place takes on one core (solving/solve_plan.py).
EWN_SECONDS = 3e-8
CONNECT_SECONDS = 4.5e-7
#: The share of all heights and colours that the core numbers: one of two reflections.
KEPT = 0.521


def ewn_classes(stones: int) -> list[tuple[int, bool]]:
    """Sets of stones that a die moves differently: how many, and whether they are the same reversed."""
    found = {}
    for count in range(1, stones + 1):
        for living in combinations(range(1, stones + 1), count):
            turned = tuple(sorted(stones + 1 - stone for stone in living))
            found[(1,) if count == 1 else min(living, turned)] = (count, living == turned or count == 1)
    return list(found.values())


def ewn_units(most: int, stones: int = 6, cells: int = 25) -> Iterator[tuple[int, int]]:
    """Stones and positions of every two classes, with either side to move."""
    classes = ewn_classes(stones)
    for i, (one, one_even) in enumerate(classes):
        for j, (other, other_even) in enumerate(classes[: i + 1]):
            if one + other > most:
                continue
            # No stone stands on its own goal; one side's stone may stand on the other's.
            ways = one * perm(cells - 2, one - 1) * perm(cells - one, other)
            ways += perm(cells - 2, one) * perm(cells - 1 - one, other)
            alike = 2 * (2 if one_even and one > 1 else 1) * (2 if other_even and other > 1 else 1)
            yield one + other, ways * (1 if i == j else 2) // alike


def connect_tiers(width: int, height: int) -> list[int]:
    """Places of each tier: ways to reach so many stones by columns, times ways to colour them."""
    heights = Counter({0: 1})
    for _ in range(width):
        heights = Counter(
            {
                total: sum(heights[total - own] for own in range(height + 1))
                for total in range(max(heights) + height + 1)
            }
        )
    return [max(1, int(KEPT * heights[stones] * comb(stones, stones // 2))) for stones in sorted(heights)]


COLUMNS = "positions workers work reading waiting joining all table read memory bottleneck"


def show(name: str, plan: ClusterPlan) -> None:
    """A row."""
    parts = (plan.working, plan.reading, plan.waiting, plan.joining, plan.seconds)
    sizes = (plan.table, plan.traffic, plan.memory)
    cells = [
        name,
        f"{plan.positions:.3g}",
        f"{plan.workers:,}",
        *map(format_duration, parts),
        *map(format_size, sizes),
    ]
    print(f"| {' | '.join(cells)} | {plan.bottleneck} |")


def main() -> None:
    print(f"| | {COLUMNS.replace(' ', ' | ')} |")
    print("|---" * (len(COLUMNS.split()) + 1) + "|")
    for stones in (6, 7):
        units = list(ewn_units(stones))
        places = sum(count for _, count in units)
        for workers in (10, 100, 1000):
            plan = by_units(units, places, places, 2, 3, places * EWN_SECONDS, workers)
            show(f"EWN, {stones} stones", plan)
    for width, height in ((7, 4), (6, 5), (7, 5), (7, 6)):
        sizes = connect_tiers(width, height)
        for workers in (10, 100, 1000):
            plan = by_tiers(sizes, sum(sizes) // 2, sum(sizes) * CONNECT_SECONDS, workers)
            show(f"Connect {width}×{height}", plan)


if __name__ == "__main__":
    main()
