"""Playouts a second of `mcts` beside OpenSpiel's C++ search, on the same games in the same run.

    PYTHONPATH=src python benchmarks/mcts.py [--seconds 2] [--threads 1]

Both play games out at random from the start of the game, with proofs switched off and on; OpenSpiel's
search is asked by its Python interface (`pyspiel.MCTSBot` with `RandomRolloutEvaluator`), once a move, so
that next to none of the time is Python's. They take turns, and the median of the rounds counts.
"""

from __future__ import annotations

import argparse
import statistics
import time

import kibitz
from kibitz import _core

#: The same games by both names.
GAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "ewn": "einstein_wurfelt_nicht"}
ROUNDS = 5


def ours(spec: str, seconds: float, **options: object) -> float:
    """Playouts a second from the first decision of the game."""
    game = kibitz.load(spec)
    position = game.start()
    while position.turn is kibitz.Side.CHANCE:
        position = position.play(position.moves[0])
    sampler = _core.make_sampler(game.rules, 1 << 30)
    request = _core.SampleRequest(exploration=2.0, seed=1, **options)
    report = sampler.think(position.state, request, _core.Control(seconds=seconds))
    # What is proven ends the search; then it begins again.
    playouts, taken = report.playouts, report.seconds
    while taken < seconds:
        sampler.forget()
        report = sampler.think(position.state, request, _core.Control(seconds=seconds - taken))
        playouts, taken = playouts + report.playouts, taken + report.seconds
    return playouts / taken


def theirs(name: str, playouts: int, *, solve: bool) -> float:
    """The same by OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, playouts, 1000, solve, 1, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    began = time.perf_counter()
    root = bot.mcts_search(state)
    return root.explore_count / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--threads", type=int, default=1, help="of ours, besides one")
    args = parser.parse_args()
    print(f"{'game':12} {'proofs':7} {'kibitz':>12} {'OpenSpiel':>12} {'times':>6}   playouts a second")
    for spec, name in GAMES.items():
        for solve in (False, True):
            found: list[tuple[float, float]] = []
            guess = 20_000
            for _ in range(ROUNDS):
                own = ours(spec, args.seconds, solve=solve)
                other = theirs(name, guess, solve=solve)
                guess = max(1000, int(other * args.seconds))
                found.append((own, other))
            a, b = (statistics.median(column) for column in zip(*found, strict=True))
            ratio = statistics.median(own / other for own, other in found)
            word = "yes" if solve else "no"
            print(f"{spec:12} {word:7} {a:12,.0f} {b:12,.0f} {ratio:6.1f}", flush=True)
        if args.threads > 1:
            several = ours(spec, args.seconds, solve=False, threads=args.threads)
            print(f"{spec:12} {args.threads} threads {several:9,.0f}", flush=True)


if __name__ == "__main__":
    main()
