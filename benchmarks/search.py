"""Searches: the work that each improvement saves, nodes a second, threads, and OpenSpiel's searches.

    python benchmarks/search.py [--positions 5] [--quick] [--json FOLDER]
                                [--only ladder speed seeds threads stops openspiel]

All figures of a table come from one run, because ratios are what to compare.
Nodes are the same on every machine; times are processor time, and still differ
between machines and with what else runs on them. OpenSpiel's alpha-beta and
expectiminimax (both in Python) are measured where it is installed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import results_file

import kibitz
from kibitz.players.comparison import sample_positions
from kibitz.players.registry import make_player

try:
    import pyspiel
    from open_spiel.python.algorithms import minimax as spiel_search
except ImportError:
    pyspiel = None

LADDER = (
    "minimax",
    "alphabeta",
    "negascout:tt=0,deepen=no,killers=no,history=no,aspiration=no,forced=no",
    "negascout:deepen=no,killers=no,history=no,aspiration=no,forced=no",
    "negascout:tt=0",
    "negascout:forced=no",
    "negascout",
)
#: Without the knowledge specific to m,n,k.
OTHERS = tuple(dict.fromkeys(spec.replace(",forced=no", "").replace(":forced=no", "") for spec in LADDER))
DICE = [
    *(
        f"alphabeta:star={star},tt={table},killers=yes,history=yes"
        for table in ("0", "64M")
        for star in (0, 1, 2)
    ),
    "negascout:tt=64M",
    "negascout:tt=64M,scout=yes",
]
STAR0, STRONG = DICE[0], "negascout:tt=1G"
#: Game, players, depth.
TASKS = [
    ("tictactoe", LADDER, 6),
    ("mnk:width=5,height=5,length=4", LADDER, 4),
    ("mnk:width=15,height=15,length=5", LADDER[1:], 2),
    ("connect4", OTHERS, 6),
    ("numerical", OTHERS, 4),
    ("ewn", ["minimax", *DICE], 4),
]


def measure(position: kibitz.Position, spec: str, depth: int) -> tuple[kibitz.Choice, float]:
    """Return a player's choice and the processor time of all its threads."""
    player = make_player(spec)
    begun = time.process_time()
    choice = player.choose(position, kibitz.Limit(depth=depth))
    return choice, time.process_time() - begun


def table(
    title: str, positions: list[kibitz.Position], players: list[str], depth: int
) -> list[tuple[int, float]]:
    """Prints what players take, and gives back the nodes and seconds of each."""
    measured = []
    print(f"\n{title}, depth {depth}, {len(positions)} position(s)")
    first = 0
    for spec in players:
        found = [measure(position, spec, depth) for position in positions]
        nodes = sum(choice.nodes or 0 for choice, _ in found)
        seconds = sum(spent for _, spent in found)
        first = first or nodes
        measured.append((nodes, seconds))
        print(
            f"  {spec:76} {nodes:>12,} nodes  {nodes / first:7.1%}"
            f"  {1000 * seconds:10.1f} ms  {nodes / seconds / 1e6:6.2f} M nodes/s"
        )
    return measured


#: Game, player and depth that show how fast searches are.
SPEEDS = [
    ("mnk:width=5,height=5,length=4", "alphabeta", 6),
    ("mnk:width=15,height=15,length=5", "alphabeta", 3),
    ("connect4", "negascout", 10),
    ("connect:width=10,height=12,length=4", "negascout", 8),
    ("numerical", "negascout", 7),
    ("ewn", "minimax", 5),
    ("ewn", "negascout", 6),
]


def speed(count: int, folder: Path | None) -> None:
    """Nodes a second of processor, each long enough to be measured."""
    rows: list[list[object]] = []
    for spec, player, depth in SPEEDS:
        ((nodes, seconds),) = table(spec, sample_positions(kibitz.load(spec), count, seed=0), [player], depth)
        rows.append([f"`{spec}`, `{player}:depth={depth}`", nodes, f"{nodes / seconds / 1e6:.2g}"])
    results_file.write(
        folder and folder / "search_speed.json",
        "Searches by one thread, by `benchmarks/search.py --only speed`.",
        f"{count} random positions each; nodes are the same on every machine",
        ["search", "nodes", "million nodes a second of processor"],
        rows,
    )


def ladder(count: int) -> None:
    for spec, players, depth in TASKS:
        table(spec, sample_positions(kibitz.load(spec), count, seed=0), list(players), depth)


def seeds(quick: bool, folder: Path | None) -> None:
    """The two tasks that the project began with: Connect-N 8 plies deep, EinStein 7 and 9 decisions deep."""
    board = kibitz.load("connect:width=10,height=12,length=4").start()
    table("connect 10x12, empty board", [board], ["negascout"], 8)
    start = sample_positions(kibitz.load("ewn"), 1, seed=0)
    stars = [nodes for nodes, _ in table("ewn, start", start, DICE, 5)]
    rows: list[list[object]] = []
    for depth in (5, 6) if quick else (5, 6, 7):
        (all_moves, _), (nodes, seconds) = table("ewn, start", start, [STAR0, STRONG], depth)
        rows.append([str(depth), all_moves, nodes, f"{all_moves / nodes:.1f}", f"{seconds:.2g}"])
    if not quick:
        deep = table("ewn, start", start, [STRONG, f"{STRONG},step=2"], 9)
        for name, (nodes, seconds) in zip(("9", "9, `step=2`"), deep, strict=True):
            rows.append([name, None, nodes, None, f"{seconds:.1f}"])
    if folder:
        results_file.write(
            folder / "search_star.json",
            "Nodes at the start of EinStein to depth 5, by `benchmarks/search.py --only seeds`, alpha-beta "
            "with ordering.",
            "a table of 64 MiB; nodes are the same on every machine",
            ["", "Star0", "Star1", "Star2"],
            [["no table", *stars[:3]], ["table", *stars[3:6]]],
        )
        results_file.write(
            folder / "search_depths.json",
            "Nodes at the start of EinStein and processor time of one thread, by `benchmarks/search.py "
            "--only seeds`.",
            "a table of 1 GiB; nodes are the same on every machine",
            ["depth", "Star0, no table", "`negascout` (Star2, table, deepening)", "ratio", "seconds"],
            rows,
        )


def threads(quick: bool) -> None:
    """One thread and two by the clock, in turns; it says little where other programs run beside."""
    tasks = [("mnk:width=6,height=6,length=4", 8, "64M"), ("connect4", 13, "64M"), ("ewn", 7, "64M")]
    if not quick:
        tasks.append(("ewn", 9, "1G"))
    for spec, depth, memory in tasks:
        print(f"\n{spec}, depth {depth}, start, one thread and two")
        position = sample_positions(kibitz.load(spec), 1, seed=0)[0]
        clocks: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(1 if memory == "1G" else 3):
            for count, seconds in clocks.items():
                player = make_player(f"negascout:tt={memory},threads={count}")
                begun = time.perf_counter()
                choice = player.choose(position, kibitz.Limit(depth=depth))
                seconds.append(time.perf_counter() - begun)
                print(f"  threads={count}  {seconds[-1]:6.2f} s  {choice.nodes:>12,} nodes  {choice.value}")
        one, two = (sorted(seconds)[len(seconds) // 2] for seconds in clocks.values())
        print(f"  two threads are {one / two:.2f} times as fast (medians)")


def stops() -> None:
    """Print the lateness of timed searches on a busy machine."""
    print("\na limit of 0.2 s while four other programs are busy: how late 10 searches answer")
    busy = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(4)]
    for process in busy:
        process.start()
    for spec in ("ewn", "connect4", "mnk:width=15,height=15,length=5", "numerical"):
        position = sample_positions(kibitz.load(spec), 1, seed=0)[0]
        for player in ("minimax", "alphabeta", "negascout", "negascout:threads=2,tt=256M"):
            made = make_player(player)
            late = []
            for _ in range(10):
                begun = time.perf_counter()
                made.choose(position, kibitz.Limit(depth=99, seconds=0.2))
                late.append(1000 * (time.perf_counter() - begun - 0.2))
            print(f"  {spec:32} {player:28} median {sorted(late)[5]:6.1f} ms, most {max(late):6.1f} ms")
    for process in busy:
        process.terminate()
        process.join()


def _burn() -> None:
    while True:
        pass


def against_openspiel(folder: Path | None) -> None:
    if pyspiel is None:
        print("\nOpenSpiel is not installed; no comparison with it")
        return
    print("\nagainst OpenSpiel's searches in Python: the same positions and depths")
    theirs, ours = late_connect4(5, plies=26)
    dice, start = same_ewn()
    rows = [
        *_race(
            "tic-tac-toe, from the start to the end",
            [lambda: spiel_search.alpha_beta_search(pyspiel.load_game("tic_tac_toe"))[0]],
            [kibitz.load("tictactoe").start()],
            ("alphabeta", "alphabeta:forced=yes", "negascout"),
            99,
        ),
        *_race(
            "Connect Four, five positions of 26 plies, to the end",
            [partial(_alpha_beta, state) for state in theirs],
            ours,
            ("alphabeta", "negascout"),
            99,
        ),
        *_race(
            "EinStein, five decisions, everything even at the horizon there",
            # Rolls cost no depth there either.
            [lambda: spiel_search.expectiminimax(dice, 5, lambda _: 0.0, dice.current_player())[0]],
            [start],
            ("minimax", "negascout"),
            5,
        ),
    ]
    results_file.write(
        folder and folder / "search_openspiel.json",
        "OpenSpiel's alpha-beta and expectiminimax, which are in Python, beside ours, by "
        "`benchmarks/search.py --only openspiel`.",
        "processor time in the same run, ours the best of five",
        ["search", "player", "times faster than OpenSpiel"],
        rows,
    )


def same_ewn() -> tuple[Any, kibitz.Position]:
    """A start that OpenSpiel deals, and the same one here: its black is our red, its white begins."""
    state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    own = str.maketrans({"b": "r", "w": "b", "_": ".", "|": " "})
    board = "/".join(row.replace("__", "_").translate(own) for row in str(state).split())
    state.apply_action(2)
    return state, kibitz.load("ewn:begins=blue").position(f"{board} b").play("3")


def _alpha_beta(state: object) -> float:
    return spiel_search.alpha_beta_search(state.get_game(), state=state)[0]  # type: ignore[attr-defined]


def late_connect4(count: int, plies: int) -> tuple[list[object], list[kibitz.Position]]:
    """The same unfinished positions in both programs, from random play."""
    rng = Random(7)
    theirs: list[object] = []
    ours: list[kibitz.Position] = []
    while len(ours) < count:
        state = pyspiel.load_game("connect_four").new_initial_state()
        position = kibitz.load("connect4").start()
        while not position.is_over and len(state.history()) < plies:
            move = rng.choice(position.moves)
            position = position.play(move)
            state.apply_action(int(str(move)) - 1)
        if not position.is_over:
            theirs.append(state)
            ours.append(position)
    return theirs, ours


def _race(
    title: str,
    theirs: list[Callable[[], float]],
    positions: list[kibitz.Position],
    specs: tuple[str, ...],
    depth: int,
) -> list[list[object]]:
    """Prints both, and gives back how many times faster each of our players is."""
    begun = time.process_time()
    values = [search() for search in theirs]
    spiel = time.process_time() - begun
    print(f"  {title}: OpenSpiel {1000 * spiel:,.1f} ms, values {values}")
    rows: list[list[object]] = []
    for spec in specs:
        runs = [[measure(position, spec, depth) for position in positions] for _ in range(5)]
        ours = min(sum(spent for _, spent in run) for run in runs)
        found = ", ".join(str(choice.value) for choice, _ in runs[0])
        print(f"    {spec:24} {1000 * ours:8.3f} ms, {spiel / ours:,.0f} times faster; {found}")
        rows.append([title, f"`{spec}`", float(f"{spiel / ours:.2g}")])
    return rows


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "ladder": lambda wishes: ladder(wishes.positions),
    "speed": lambda wishes: speed(wishes.positions, wishes.json),
    "seeds": lambda wishes: seeds(wishes.quick, wishes.json),
    "threads": lambda wishes: threads(wishes.quick),
    "stops": lambda _: stops(),
    "openspiel": lambda wishes: against_openspiel(wishes.json),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="without the searches that take a minute")
    parser.add_argument("--only", nargs="*", default=[], choices=sorted(PARTS), help="only these parts")
    parser.add_argument(
        "--json", type=Path, help="write what `speed`, `seeds` and `openspiel` find into this folder"
    )
    wishes = parser.parse_args()
    os.environ["KIBITZ_CACHE"] = tempfile.mkdtemp()  # nothing depends on tables that are kept here
    for name, part in PARTS.items():
        if name in wishes.only or not wishes.only:
            part(wishes)
