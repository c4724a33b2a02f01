"""Nodes saved by move ordering and forced replies: searches to a fixed depth, without iterative deepening.

    python benchmarks/search_order.py [--json FOLDER]

The order of theory: minimax, alpha-beta, better moves first, NegaScout, and a table, on
random positions of every game without dice (`tests/search/test_work.py` holds the order).
Then m,n,k with and without its forced replies (`forced`). Nodes are the same on
every machine; the last column compares processor time, the best of three runs that take turns.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import results_file

import kibitz
from kibitz.players.comparison import sample_positions

ORDER = "killers=yes,history=yes"
SCOUT = "negascout:deepen=no,aspiration=no"
#: The title of a column, and the player that searches.
LADDER = {
    "minimax": "minimax",
    "alpha-beta": "alphabeta",
    "with order": f"alphabeta:{ORDER}",
    "NegaScout with order": f"{SCOUT},tt=0",
    "alpha-beta, order, table": f"alphabeta:{ORDER},tt=4M",
    "NegaScout, order, table": f"{SCOUT},tt=4M",
}
#: Game, how many positions, depth.
MANY = [
    ("tictactoe", 600, 6),
    ("mnk:width=4,height=4,length=4", 150, 4),
    ("mnk:width=6,height=6,length=4", 40, 3),
    ("connect4", 300, 4),
    ("connect:width=5,height=4,length=3", 400, 5),
    ("connect:width=10,height=12,length=4", 60, 3),
    ("numerical", 100, 3),
]
#: Board of m,n,k and depth, from the empty board.
FORCED = [
    ("mnk:width=5,height=5,length=4", 8),
    ("mnk:width=6,height=6,length=4", 8),
    ("mnk:width=15,height=15,length=5", 4),
]


def searched(spec: str, positions: list[kibitz.Position], depth: int) -> tuple[int, float]:
    """Nodes and seconds of processor for all positions."""
    player = kibitz.player(spec)
    begun = time.process_time()
    nodes = sum(player.choose(position, kibitz.Limit(depth=depth)).nodes or 0 for position in positions)
    return nodes, time.process_time() - begun


def order() -> list[list[object]]:
    rows: list[list[object]] = []
    for spec, count, depth in MANY:
        positions = sample_positions(kibitz.load(spec), count, seed=21)
        plain = ",forced=no" if kibitz.load(spec).rules.family == "mnk" else ""
        nodes = [
            searched(player + plain * player.startswith("negascout"), positions, depth)[0]
            for player in LADDER.values()
        ]
        rows.append([f"`{spec}` ({count}, {depth})", *nodes])
        print(spec, *nodes, flush=True)
    rows.append(["together", *map(sum, zip(*(row[1:] for row in rows), strict=True))])
    return rows


def forced() -> list[list[object]]:
    rows: list[list[object]] = []
    for spec, depth in FORCED:
        start = [kibitz.load(spec).start()]
        runs = [
            searched(f"negascout:forced={word}", start, depth) for _ in range(3) for word in ("no", "yes")
        ]
        (without, slow), (with_it, quick) = min(runs[::2]), min(runs[1::2])
        rows.append([f"`{spec}`, {depth}", without, with_it, f"{slow / quick:.1f} times"])
        print(spec, depth, without, with_it, f"{slow / quick:.2f}", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="write both tables into this folder")
    folder = parser.parse_args().json
    how = "nodes are the same on every machine"
    results_file.write(
        folder and folder / "search_order.json",
        'Nodes by `benchmarks/search_order.py` on random positions, without deepening; "order" is killers '
        "and history with what moves promise.",
        how,
        ["game (positions, depth)", *LADDER],
        order(),
    )
    results_file.write(
        folder and folder / "search_forced.json",
        "Nodes of `negascout` from the empty board, deepening, by `benchmarks/search_order.py`; the last "
        "column is processor time.",
        f"{how}, times are the best of three in turn",
        ["board, depth", "`forced=no`", "`forced=yes`", "faster"],
        forced(),
    )


if __name__ == "__main__":
    main()
