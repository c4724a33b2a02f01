"""The matches of the EinStein program in the seeds, played again, as the table in docs/games/ewn.md.

    python benchmarks/ewn_seed_matches.py [--games 400] [--workers 1] [--only ver18] FOLDER

FOLDER keeps every game, so an interrupted run resumes. What that program's versions differ in
beyond depth and evaluation (fail-hard alpha-beta or NegaScout, Star0 or Star1, a table, windows) changes the
work and neither a value nor which of equal moves is made, so every version here searches in the quickest way;
`--as-written` searches with the switches that the seed names instead. No tables of endings are asked.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import results_file

import kibitz

QUICK = "negascout:endgames=no,eval=normal"
SCOUT = "negascout:endgames=no,eval=normal,scout=yes,star=1,killers=no,history=no"
PLAIN = "deepen=no,aspiration=no"
#: Each version's depth and evaluation, and its switches as written.
VERSIONS = {
    "ver0": (f"{QUICK},depth=5", "alphabeta:endgames=no,fail=hard,star=0,depth=5"),
    "ver3": (f"{QUICK},depth=5", f"{SCOUT},{PLAIN},tt=0,depth=5"),
    "ver12": (f"{QUICK},depth=6", f"{SCOUT},{PLAIN},scheme=double,depth=6"),
    "ver18": (f"{QUICK},depth=7", f"{SCOUT},scheme=double,first=3,step=2,depth=7"),
    "ver19": (
        f"{QUICK.replace('normal', 'aggressive')},depth=7",
        f"{SCOUT.replace('normal', 'aggressive')},scheme=double,first=3,step=2,depth=7",
    ),
}
#: Who met whom, and how it went there, won and lost.
MATCHES = (
    ("ver12", "ver0", "47–53"),
    ("ver12", "ver3", "52–48"),
    ("ver18", "ver0", "67–33"),
    ("ver18", "ver3", "79–21"),
    ("ver18", "ver12", "84–16"),
    ("ver18", "ver19", "54–46"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="only matches of this version")
    parser.add_argument("--as-written", action="store_true")
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    wishes = parser.parse_args()
    rows: list[list[str]] = []
    wishes.folder.mkdir(parents=True, exist_ok=True)
    print("| match | in the seed | here | score | Elo |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = empty
        for number, (one, other, there) in enumerate(MATCHES):
            if wishes.only not in ("", one, other):
                continue
            specs = [VERSIONS[name][wishes.as_written] for name in (one, other)]
            found = kibitz.match(
                *specs,
                game="ewn",
                games=wishes.games,
                seed=1000 + number,
                workers=wishes.workers,
                save=wishes.folder / f"{one}-{other}{'-as-written' if wishes.as_written else ''}.jsonl",
            )
            low, high = found.tally.score_interval()
            score = f"{found.score:.1%} ({low:.1%} to {high:.1%})"
            elo = results_file.elo_words(found.tally)
            rows.append([f"{one}, {other}", there, f"{found.wins}–{found.losses}", score, elo])
            print(f"| {' | '.join(rows[-1])} |", flush=True)
    results_file.write(
        wishes.json,
        "By `ewn_seed_matches.py`, pairs of games with the same start and dice and the sides swapped, both "
        "sides judging by the seed's tables; 95 % bounds.",
        f"{wishes.games:,} games each",
        ["match", "in the seed", "here", "score", "Elo"],
        rows,
    )


if __name__ == "__main__":
    main()
