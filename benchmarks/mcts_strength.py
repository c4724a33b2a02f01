"""`mcts` against `negascout` at equal time, for every game: how strong is sampling where?

    PYTHONPATH=src python benchmarks/mcts_strength.py [--games 200] [--time 100ms] [--workers 16] [GAME ...]

Games come in pairs with the same start and dice and the sides swapped. Negascout is what each game's
`best_search` is (chess: `selective`). Ends with a table for docs/mcts.md. Nothing depends on tables that are
kept on this machine; endgame tables and solvers are used by neither.
"""

from __future__ import annotations

import argparse
import os
import tempfile

import kibitz

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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_to_play", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=200, help="of each pair of players")
    parser.add_argument("--time", default="100ms", help="for each move")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--player", default="mcts", help="who plays, such as mcts:by=none")
    wishes = parser.parse_args()
    print(f"| game | against | won, drawn, lost of {wishes.games} | Elo |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = os.environ["KIBITZ_DATA"] = empty
        for spec in wishes.games_to_play or GAMES:
            game = kibitz.load(spec)
            found = kibitz.match(
                wishes.player,
                game.best_search,
                game=spec,
                games=wishes.games,
                limit=f"time={wishes.time}",
                workers=wishes.workers,
                openings=None if game.has_chance else 2,
            )
            low, high = found.tally.elo_interval()
            won = f"{found.wins}, {found.draws}, {found.losses}"
            elo = f"{found.tally.elo:+.0f} ({low:+.0f} to {high:+.0f})"
            print(f"| `{spec}` | `{game.best_search}` | {won} | {elo} |", flush=True)


if __name__ == "__main__":
    main()
