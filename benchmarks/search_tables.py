"""Two schemes of the transposition table, on the same searches.

    python benchmarks/search_tables.py [--json FILE] [KIB...]

Clusters, the default, and double hashing with a limited number of probes
(`scheme=double`), on m,n,k, Connect Four and EinStein, four positions each, with
tables of so many KiB. Nodes are the same on every machine; seconds are processor
time.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import results_file

import kibitz
from kibitz.base.random import Random

SEARCHES = (("mnk:width=6,height=5,length=4", 8), ("connect4", 11), ("ewn", 5))
SCHEMES = ("clusters", "double")


def some_positions(spec: str, wanted: int = 4) -> list[kibitz.Position]:
    """Positions after a few random moves, where a player decides."""
    rng = Random(77)
    positions: list[kibitz.Position] = []
    while len(positions) < wanted:
        position, plies = kibitz.load(spec).start(rng), 0
        while not position.is_over and (plies < 5 or position.turn is kibitz.Side.CHANCE):
            position, plies = position.play(rng.choice(position.moves)), plies + 1
        if not position.is_over:
            positions.append(position)
    return positions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, metavar="KIB", default=[16, 128, 1024, 16384])
    parser.add_argument("--json", type=Path, help="write the nodes with date, machine and versions")
    wishes = parser.parse_args()
    rows: list[list[object]] = []
    for spec, depth in SEARCHES:
        positions = some_positions(spec)
        for kib in wishes.sizes:
            rows.append([f"`{spec}`, {depth}", f"{kib:,} KiB"])
            print(f"{spec}, depth {depth}, {kib} KiB", end="")
            for scheme in SCHEMES:
                player = kibitz.player(f"negascout:tt={kib}K,scheme={scheme},depth={depth},endgames=no")
                begun = time.process_time()
                nodes = sum(player.choose(position, rng=Random(1)).nodes or 0 for position in positions)
                rows[-1].append(nodes)
                print(f"  {scheme}: {nodes:,} nodes {time.process_time() - begun:.3f} s", end="", flush=True)
            print()
    results_file.write(
        wishes.json,
        "Nodes by `search_tables.py`: NegaScout deepening, four positions of each game that were used for "
        "nothing else.",
        "nodes are the same on every machine",
        ["game, depth", "table", "clusters of four", "double hashing"],
        rows,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
