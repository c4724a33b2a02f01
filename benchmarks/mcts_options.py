"""Which options of `mcts` suit a game: each against the usual ones, at equal playouts.

    PYTHONPATH=src python benchmarks/mcts_options.py [--games 400] [--playouts 1000] [--workers 16] [GAME ...]

Games come in pairs with the same start and dice and the sides swapped. Every match is kept in `--folder`, and
the same command resumes. Writes benchmarks/results/mcts_options.json, of which
`benchmarks/tables.py` makes the table of docs/mcts.md: a row for each option, a column for each game. An
option should be a game's default if its whole interval is above 0.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from pathlib import Path

import results_file

import kibitz

RESULTS = Path(__file__).parent / "results" / "mcts_options.json"
GAMES = ("connect4", "mnk:width=6,height=6,length=4", "numerical:size=4", "ewn", "othello:size=6", "kalah")
#: Exploration, first-play urgency, RAVE, progressive bias and how games are played out.
CANDIDATES = (
    "explore=50",
    "explore=70",
    "explore=140",
    "explore=200",
    "fpu=0",
    "fpu=20",
    "rave=100",
    "rave=500",
    "rave=3000",
    "bias=30",
    "bias=100",
    "by=random",
    "by=rules",
    "by=lines",
    "by=none",
)


def played(spec: str, candidate: str, wishes: argparse.Namespace) -> str:
    """Return the difference in Elo with its interval; options without use in the game are reported."""
    game = kibitz.load(spec)
    usual = f"mcts:playouts={wishes.playouts},endgames=no"
    try:
        found = kibitz.match(
            f"{usual},{candidate}",
            usual,
            game=spec,
            games=wishes.games,
            workers=wishes.workers,
            openings=None if game.has_chance else 2,
            seed=wishes.seed,
            save=wishes.folder / f"{re.sub(r'[^a-z0-9]+', '-', f'{spec} {candidate}')}.jsonl",
        )
    except kibitz.BadOption as refusal:
        print(f"{spec}, {candidate}: {refusal}", flush=True)
        return "–"
    text = results_file.elo_words(found.tally)
    print(
        f"{spec}, {candidate}: {found.wins} won, {found.draws} drawn, {found.losses} lost, {text}", flush=True
    )
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("played_games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument(
        "--candidates", default=" ".join(CANDIDATES), help="options, with blanks between them"
    )
    parser.add_argument("--games", type=int, default=400, help="of each match")
    parser.add_argument("--playouts", type=int, default=1000, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=Path("mcts-options"), help="where matches are kept")
    parser.add_argument("--machine", default="two cores", help="what to say of the machine")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write")
    wishes = parser.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = os.environ["KIBITZ_DATA"] = empty
        rows = [
            [f"`{candidate}`", *(played(spec, candidate, wishes) for spec in wishes.played_games)]
            for candidate in wishes.candidates.split()
        ]
    results_file.write(
        wishes.out,
        f"Elo against the usual options, each match of {wishes.games} games in pairs with "
        f"{wishes.playouts:,} playouts a move, by `benchmarks/mcts_options.py`.",
        "in brackets the interval of 95 %",
        ["option", *(f"`{spec}`" for spec in wishes.played_games)],
        rows,
        machine=wishes.machine,
    )
    print(f"{wishes.out} written; benchmarks/tables.py brings it to the pages")


if __name__ == "__main__":
    main()
