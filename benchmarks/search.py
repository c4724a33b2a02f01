"""Searches: the work that each improvement saves, nodes a second, threads, and OpenSpiel's searches.

    python benchmarks/search.py [--positions 5] [--quick]

All figures of a table come from one run, because ratios are what to compare.
Nodes are the same on every machine; times are processor time, and still differ
between machines and with what else runs on them. OpenSpiel's alpha-beta and
expectiminimax (both in Python) are measured where it is installed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import kibitz
from kibitz.players.comparison import sample_positions
from kibitz.players.registry import make_player

try:
    import pyspiel
    from open_spiel.python.algorithms import expectiminimax as spiel_dice
    from open_spiel.python.algorithms import minimax as spiel_search
except ImportError:
    pyspiel = None

LADDER = (
    "minimax",
    "alphabeta",
    "negascout:tt=0,deepen=no,killers=no,history=no,aspiration=no",
    "negascout:deepen=no,killers=no,history=no,aspiration=no",
    "negascout:tt=0",
    "negascout",
)
DICE = [f"negascout:star={star},tt={table}" for table in ("0", "64M") for star in (0, 1, 2)]
#: Game, players, depth.
TASKS = [
    ("tictactoe", LADDER, 6),
    ("mnk:width=5,height=5,length=4", LADDER, 4),
    ("mnk:width=15,height=15,length=5", LADDER[1:], 2),
    ("connect4", LADDER, 6),
    ("numerical", LADDER, 4),
    ("ewn", ["minimax", *DICE], 4),
]


def measure(position: kibitz.Position, spec: str, depth: int) -> tuple[kibitz.Choice, float]:
    """What a player finds, and the processor time that all its threads took."""
    player = make_player(spec)
    begun = time.process_time()
    choice = player.choose(position, kibitz.Limit(depth=depth))
    return choice, time.process_time() - begun


def table(title: str, positions: list[kibitz.Position], players: list[str], depth: int) -> None:
    print(f"\n{title}, depth {depth}, {len(positions)} position(s)")
    first = 0
    for spec in players:
        found = [measure(position, spec, depth) for position in positions]
        nodes = sum(choice.nodes or 0 for choice, _ in found)
        seconds = sum(spent for _, spent in found)
        first = first or nodes
        print(
            f"  {spec:62} {nodes:>12,} nodes  {nodes / first:7.1%}"
            f"  {1000 * seconds:10.1f} ms  {nodes / seconds / 1e6:6.2f} M nodes/s"
        )


def ladder(count: int) -> None:
    for spec, players, depth in TASKS:
        table(spec, sample_positions(kibitz.load(spec), count, seed=0), list(players), depth)


def seeds(quick: bool) -> None:
    """The two tasks that the project began with: Connect-N 8 plies deep, EinStein 7 and 9 decisions deep."""
    board = kibitz.load("connect:width=10,height=12,length=4").start()
    table("connect 10x12, empty board", [board], ["negascout"], 8)
    start = sample_positions(kibitz.load("ewn"), 1, seed=0)
    table("ewn, start", start, DICE, 5)
    if not quick:
        table("ewn, start", start, [DICE[0], DICE[-1]], 7)


def threads() -> None:
    """Processor time of the thread that answers: what the clock would show if each had a core."""
    for spec, depth in (("mnk:width=6,height=6,length=4", 8), ("connect4", 13)):
        print(f"\n{spec}, depth {depth}, start, one thread and two")
        position = kibitz.load(spec).start()
        for count in (1, 2):
            wall, own = time.perf_counter(), time.thread_time()
            choice = kibitz.player(f"negascout:depth={depth},tt=128M,threads={count}").choose(position)
            wall, own = time.perf_counter() - wall, time.thread_time() - own
            print(
                f"  threads={count}  answering thread {own:6.2f} s, clock {wall:6.2f} s"
                f"  {choice.nodes:>12,} nodes  {choice.value}"
            )


def against_openspiel() -> None:
    if pyspiel is None:
        print("\nOpenSpiel is not installed; no comparison with it")
        return
    print("\nagainst OpenSpiel's searches in Python: the same positions, depths and values")
    _race(
        "tictactoe to the end",
        lambda: spiel_search.alpha_beta_search(pyspiel.load_game("tic_tac_toe"))[0],
        kibitz.load("tictactoe").start(),
        ("alphabeta:depth=9", "negascout:depth=9"),
    )
    theirs = pyspiel.load_game("connect_four")
    _race(
        "connect4, 5 plies, nothing known at the horizon",
        lambda: spiel_search.alpha_beta_search(theirs, value_function=lambda _: 0.0, maximum_depth=5)[0],
        kibitz.load("connect4").start(),
        ("alphabeta:depth=5", "negascout:depth=5"),
    )
    dice = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    while dice.is_chance_node():
        dice.apply_action(dice.legal_actions()[0])
    _race(
        "ewn, 2 decisions, nothing known at the horizon",
        # A roll is a level of its own there.
        lambda: spiel_dice.expectiminimax(dice, 3, lambda _: 0.0, dice.current_player())[0],
        sample_positions(kibitz.load("ewn"), 1, seed=0)[0],
        ("minimax:depth=2", "negascout:depth=2"),
    )


def _race(title: str, theirs: Callable[[], float], position: kibitz.Position, specs: tuple[str, ...]) -> None:
    begun = time.process_time()
    value = theirs()
    spiel = time.process_time() - begun
    print(f"  {title}: OpenSpiel {1000 * spiel:,.1f} ms, value {value:g}")
    for spec in specs:
        found = [measure(position, spec, 99) for _ in range(5)]
        ours = min(spent for _, spent in found)
        print(f"    {spec:20} {1000 * ours:8.3f} ms, {spiel / ours:,.0f} times faster; {found[0][0].value}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="without the searches that take half a minute")
    wishes = parser.parse_args()
    ladder(wishes.positions)
    seeds(wishes.quick)
    threads()
    against_openspiel()
