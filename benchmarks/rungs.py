"""Every rung of the ladder of players against the one below, in paired games.

    python benchmarks/rungs.py [--games 100] [--quick] [--only TEXT] [--json FILE]

Each pair of games has the same start and the same dice with the sides swapped. A
rung that loses is marked. Nothing depends on tables that are kept on this machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import results_file

import kibitz

#: Game, the better player, the worse one, and how many random moves begin a game.
RUNGS = [
    ("tictactoe", "preference", "random", 0),
    ("tictactoe", "lines", "preference", 0),
    ("tictactoe", "rules", "lines", 0),
    ("tictactoe", "minimax:depth=4", "rules", 0),
    ("tictactoe", "negascout:depth=9", "minimax:depth=4", 0),
    ("connect4", "lines", "random", 2),
    ("connect4", "alphabeta:depth=2", "lines", 2),
    ("connect4", "negascout:depth=4", "negascout:depth=2", 3),
    ("connect4", "negascout:depth=6", "negascout:depth=4", 3),
    ("mnk:width=6,height=6,length=4", "negascout:depth=4", "negascout:depth=2", 3),
    ("ewn", "lines", "random", 0),
    ("ewn", "negascout:depth=2,eval=normal", "lines", 0),
    ("ewn", "negascout:depth=3,eval=normal", "lines", 0),
    ("ewn", "negascout:depth=5,eval=normal", "negascout:depth=3,eval=normal", 0),
]
#: Those that take longer.
LONG = [
    ("connect4", "negascout:depth=8", "negascout:depth=6", 3),
    ("ewn", "negascout:depth=7,eval=normal", "negascout:depth=5,eval=normal", 0),
    ("ewn", "negascout:depth=5,eval=normal", "negascout:depth=5,eval=aggressive", 0),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--quick", action="store_true", help="without the pairs that take minutes")
    parser.add_argument("--only", default="", help="only pairs that have this text in their game or players")
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    wishes = parser.parse_args()
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = empty
        for game, better, worse, openings in RUNGS + ([] if wishes.quick else LONG):
            if wishes.only not in f"{game} {better} {worse}":
                continue
            found = kibitz.match(better, worse, game=game, games=wishes.games, openings=openings or None)
            tally = f"{found.wins:,}, {found.draws:,}, {found.losses:,}"
            elo = results_file.elo_words(found.tally)
            rows.append([game, f"`{better}`", f"`{worse}`", tally, elo])
            mark = "" if found.score >= 0.5 else "   <- loses"
            print(
                f"{game:30} {better:22} {worse:34} {found.wins:>4} won {found.draws:>4} drawn"
                f" {found.losses:>4} lost   Elo {elo}{mark}",
                flush=True,
            )
    results_file.write(
        wishes.json,
        "Every rung against the one below, pairs of games with the same start and dice and the sides "
        "swapped, random opening moves where there are no dice; Elo with 95 % bounds.",
        f"{wishes.games:,} games each",
        ["game", "better", "worse", "won, drawn, lost", "Elo"],
        rows,
    )


if __name__ == "__main__":
    main()
