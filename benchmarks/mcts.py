"""Playouts a second of `mcts` beside OpenSpiel's C++ search, on the same games in the same run.

    PYTHONPATH=src python benchmarks/mcts.py [--playouts 50000] [--rounds 15]

Both play games out at random from the start of the game, with proofs switched off and on; OpenSpiel's
search is asked by its Python interface (`pyspiel.MCTSBot` with `RandomRolloutEvaluator`), once a search, so
that next to none of the time is Python's. They take turns on one thread each, processor time counts and not
the clock, and the median of the rounds is reported. Writes benchmarks/results/mcts.json, of which
`benchmarks/tables.py` makes the table of docs/mcts.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import statistics
import time
from pathlib import Path

import results_file

import kibitz
from kibitz import _core
from kibitz.cli.bench import conditions

RESULTS = Path(__file__).parent / "results" / "mcts.json"

#: The same games by both names.
GAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "ewn": "einstein_wurfelt_nicht"}


def ours(spec: str, playouts: int, **options: object) -> float:
    """Playouts a second of processor time, from the first decision of the game."""
    game = kibitz.load(spec)
    position = game.start()
    while position.turn is kibitz.Side.CHANCE:
        position = position.play(position.moves[0])
    engine = _core.make_mcts_engine(game.rules, 1 << 30)
    began, made = time.process_time(), 0
    while made < playouts:  # a proof ends a search; then another begins
        engine.clear()
        request = _core.MctsRequest(exploration=2.0, seed=1, playouts=playouts - made, **options)
        made += engine.search(position.state, request, _core.Control()).playouts
    return made / (time.process_time() - began)


def theirs(name: str, playouts: int, *, solve: bool) -> float:
    """The same by OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    began, made = time.process_time(), 0
    while made < playouts:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, playouts - made, 1000, solve, 1, False)
        made += bot.mcts_search(state).explore_count
    return made / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--playouts", type=int, default=50_000, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=15, help="number of rounds")
    parser.add_argument("--machine", default="two cores", help="what to say of the machine")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write")
    args = parser.parse_args()
    rows: list[list[object]] = []
    for spec, name in GAMES.items():
        for solve in (False, True):
            found = [
                (ours(spec, args.playouts, solve=solve), theirs(name, args.playouts, solve=solve))
                for _ in range(args.rounds)
            ]
            own, other = (round(statistics.median(column)) for column in zip(*found, strict=True))
            ratio = statistics.median(a / b for a, b in found)
            rows.append([f"`{spec}`", "yes" if solve else "no", own, other, f"{ratio:.1f}"])
            print(f"{spec}, proofs {rows[-1][1]}: {own:,} and {other:,}, {ratio:.1f} times", flush=True)
    results_file.write(
        args.out,
        "Playouts a second of processor time on one thread from the start of each game, by "
        "`benchmarks/mcts.py`.",
        f"medians of {args.rounds} rounds of {args.playouts:,} playouts, in turns in one run",
        ["game", "proofs", "`mcts`", "OpenSpiel", "ratio"],
        rows,
        machine=args.machine,
        versions=f"{conditions()['versions']}, OpenSpiel {importlib.metadata.version('open_spiel')}",
    )
    print(f"{args.out} written; benchmarks/tables.py brings it to the pages")


if __name__ == "__main__":
    main()
