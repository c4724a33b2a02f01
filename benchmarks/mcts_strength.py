"""`mcts` against `negascout` at equal time, for every game: the strength of sampling by game.

    PYTHONPATH=src python benchmarks/mcts_strength.py [--games 200] [--time 100ms] [--workers 16] [GAME ...]

Games come in pairs with the same start and dice and the sides swapped. Negascout is what each game's
`best_search` is (chess: `selective`). Every match is kept in `--folder`, and the same command goes on where
it was stopped. Writes benchmarks/results/mcts_strength.json, of which `benchmarks/tables.py` makes the table
of docs/mcts.md. Nothing depends on tables that are kept on this machine; endgame tables and solvers are used
by neither.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from pathlib import Path

import results_file

import kibitz

RESULTS = Path(__file__).parent / "results" / "mcts_strength.json"
GAMES = (
    "tictactoe",
    "mnk:width=5,height=5,length=4",
    "mnk:width=6,height=6,length=4",
    "gomoku",
    "connect4",
    "connect:width=8,height=8",
    "numerical",
    "numerical:size=4",
    "ewn",
    "ewn:size=8,stones=9,faces=9",
    "chess",
    "othello:size=6",
    "kalah",
    "dots_and_boxes",
    "domineering",
    "morris:men=3",
)


def played(spec: str, wishes: argparse.Namespace) -> list[str]:
    """Return a row: the players and the result."""
    game = kibitz.load(spec)
    against = game.search.best
    match = f"{spec} {wishes.player} {against} {wishes.time}"
    found = kibitz.match(
        wishes.player,
        against,
        game=spec,
        games=wishes.games,
        limit=f"time={wishes.time}",
        workers=wishes.workers,
        openings=None if game.has_chance else 2,
        seed=wishes.seed,
        save=wishes.folder / f"{re.sub(r'[^a-z0-9]+', '-', match)}.jsonl",
    )
    won, elo = f"{found.wins}, {found.draws}, {found.losses}", results_file.elo_words(found.tally)
    print(f"{spec} against {against}: {won}, {elo}", flush=True)
    return [f"`{spec}`", f"`{against}`", won, elo]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("played_games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--games", type=int, default=200, help="of each pair of players")
    parser.add_argument("--time", default="100ms", help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--player", default="mcts", help="who plays, such as mcts:by=none")
    parser.add_argument("--folder", type=Path, default=Path("mcts-strength"), help="where matches are kept")
    parser.add_argument("--machine", default="two cores", help="what to say of the machine")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write")
    wishes = parser.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = os.environ["KIBITZ_DATA"] = empty
        rows = [played(spec, wishes) for spec in wishes.played_games]
    time = wishes.time.replace("ms", " ms")
    results_file.write(
        wishes.out,
        f"`{wishes.player}` against the best search of each game at {time} a move, "
        f"matches of {wishes.games} games in pairs, by `benchmarks/mcts_strength.py`.",
        "in brackets the interval of 95 %",
        ["game", "against", "won, drawn, lost", "Elo"],
        rows,
        machine=wishes.machine,
    )
    print(f"{wishes.out} written; benchmarks/tables.py brings it to the pages")


if __name__ == "__main__":
    main()
