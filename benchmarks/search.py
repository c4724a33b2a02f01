"""Searches: the work that each improvement saves, nodes a second, threads, and OpenSpiel's searches.

    python benchmarks/search.py [--positions 5]

All figures of a table come from one run, because ratios are what to compare.
Nodes are the same on every machine; times are not. OpenSpiel (its Python
alpha-beta and expectiminimax) is measured where it is installed.
"""

from __future__ import annotations

import argparse
import time

import kibitz
from kibitz.players.comparison import compare, sample_positions
from kibitz.players.registry import make_player

try:
    import pyspiel
    from open_spiel.python.algorithms import minimax as spiel_search
except ImportError:
    pyspiel = None

LADDER = (
    "minimax",
    "alphabeta",
    "negascout:tt=0,deepen=no,killers=no,history=no",
    "negascout:tt=0",
    "negascout",
)
DICE = [f"negascout:star={star},tt={table}" for table in ("0", "64M") for star in (0, 1, 2)]
#: Game, players, depth.
TASKS = [
    ("tictactoe", LADDER, 6),
    ("mnk:width=5,height=5,length=4", LADDER, 4),
    ("mnk:width=5,height=5,length=4", LADDER[1:], 6),
    ("connect:width=10,height=12,length=4", ("alphabeta", "negascout"), 8),
    ("ewn", DICE, 4),
]


def work(count: int) -> None:
    for spec, players, depth in TASKS:
        try:
            game = kibitz.load(spec)
        except kibitz.BadOption:
            continue
        print(f"\n{spec}, depth {depth}, {count} positions")
        positions = sample_positions(game, count, seed=0)
        first = 0
        for row in compare(positions, [make_player(p) for p in players], [depth], patience=60):
            first = first or row.nodes
            rate = row.nodes / row.seconds / 1e6
            print(
                f"  {row.player:50} {row.nodes:>12,} nodes  {row.nodes / first:7.1%}"
                f"  {1000 * row.seconds:10.1f} ms  {rate:6.2f} M nodes/s"
            )


def threads() -> None:
    spec, depth = "mnk:width=6,height=6,length=4", 9
    print(f"\n{spec}, depth {depth}, start, one thread and two")
    position = kibitz.load(spec).start()
    for count in (1, 2):
        begun = time.perf_counter()
        choice = kibitz.player(f"negascout:depth={depth},tt=64M,threads={count}").choose(position)
        spent = time.perf_counter() - begun
        print(f"  threads={count}  {spent:7.2f} s  {choice.nodes:>12,} nodes  {choice.value}")


def against_openspiel() -> None:
    if pyspiel is None:
        print("\nOpenSpiel is not installed; no comparison with it")
        return
    print("\ntictactoe from the start to the end, the same value, against OpenSpiel's alpha-beta")
    begun = time.perf_counter()
    theirs, _ = spiel_search.alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    spiel = time.perf_counter() - begun
    for spec in ("alphabeta:depth=9", "negascout:depth=9"):
        player = kibitz.player(spec)
        begun = time.perf_counter()
        choice = player.choose(kibitz.load("tictactoe").start())
        ours = time.perf_counter() - begun
        assert choice.value is not None
        assert choice.value.result == theirs
        print(f"  {spec:20} {1000 * ours:8.1f} ms, theirs {1000 * spiel:8.1f} ms: {spiel / ours:,.0f} times")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=5)
    work(parser.parse_args().positions)
    threads()
    against_openspiel()
