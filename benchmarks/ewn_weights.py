"""Other evaluations of EinStein against the default table of cells, in paired games.

    python benchmarks/ewn_weights.py [--games 1200] [--workers 1] [--json FILE]

Each pair has the same start and dice with the sides swapped. Weights meet at a fixed depth;
what takes longer for a node has fewer nodes, so that a move takes as long. Nothing depends
on a clock, nor on tables that are kept on this machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import results_file

import kibitz

USUAL = "negascout:eval=normal"
DEPTH = kibitz.Limit(depth=3)
FEW, MANY = kibitz.Limit(nodes=17_000), kibitz.Limit(nodes=20_000)
#: Who meets the usual one, the limits of both, and these in words.
MATCHES = [
    *((f"{USUAL},threat={hundredths}", (DEPTH, DEPTH), "depth 3") for hundredths in (0, 10, 50, 100)),
    ("negascout:eval=aggressive", (DEPTH, DEPTH), "depth 3"),
    ("negascout:eval=race", (MANY, MANY), "20,000 nodes"),
    ("negascout:eval=learned", (FEW, MANY), "17,000 nodes against 20,000"),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    wishes = parser.parse_args()
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = empty
        for spec, limits, words in MATCHES:
            found = kibitz.match(
                spec, USUAL, game="ewn", games=wishes.games, limit=limits, seed=1, workers=wishes.workers
            )
            elo = results_file.elo_words(found.tally)
            rows.append([f"`{spec}`", words, f"{100 * found.score:.1f} %", elo])
            print(*rows[-1], flush=True)
    results_file.write(
        wishes.json,
        f"Against `{USUAL}`, by `benchmarks/ewn_weights.py`: pairs of games, 95 % bounds.",
        f"{wishes.games:,} games each, without endgame tables; the same on every machine",
        ["", "a move", "score", "Elo"],
        rows,
    )


if __name__ == "__main__":
    main()
