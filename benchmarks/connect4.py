"""Exact scores of Connect Four positions, next to BitBully's in the same run.

    python benchmarks/connect4.py [--every 10] [--early 20] FILE ...

FILE has a position on each line: moves as digits, a blank, the score. Besides
those, random positions of 8 to 12 plies in which nobody can win at once are
made up (`--early` of them). Both programs use one thread and no book, and keep
their tables from one position to the next; each position is given to both in
turn, so that a busy machine slows both. Times are of the processor, in
milliseconds. All scores are compared, with the file's and with each other.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import kibitz
from kibitz.solving.connect4 import ConnectSolver

try:
    import bitbully
except ImportError:
    bitbully = None

GAME = kibitz.load("connect4")
#: Takes moves, sets up the position, and returns what solves it: only that is timed.
Prepare = Callable[[str], Callable[[], int]]


def ours(solver: ConnectSolver) -> Prepare:
    def prepare(moves: str) -> Callable[[], int]:
        position = GAME.position(moves)
        return lambda: solver.score(position)

    return prepare


def theirs() -> Prepare:
    agent = bitbully.BitBully(opening_book=None)

    def prepare(moves: str) -> Callable[[], int]:
        board = bitbully.Board()
        for move in moves:
            board.play(int(move) - 1)
        return lambda: int(agent.mtdf(board))

    return prepare


def read(path: Path, every: int) -> list[tuple[str, int | None]]:
    lines = path.read_text().splitlines()[::every]
    return [(moves, int(score)) for moves, score in (line.split() for line in lines)]


def early(count: int) -> list[tuple[str, int | None]]:
    rng = random.Random(1)
    found: list[tuple[str, int | None]] = []
    while len(found) < count:
        moves = "".join(str(rng.randint(1, 7)) for _ in range(rng.randint(8, 12)))
        try:
            position = GAME.position(moves)
        except kibitz.KibitzError:
            continue
        if not any(position.play(move).is_over for move in position.moves):
            found.append((moves, None))
    return found


def timed(prepare: Prepare, moves: str) -> tuple[int, float]:
    solve = prepare(moves)
    began = time.process_time()
    score = solve()
    return score, (time.process_time() - began) * 1000


def measure(name: str, positions: list[tuple[str, int | None]]) -> None:
    solver = ConnectSolver(GAME, book=False)
    programs = {"Kibitz": ours(solver)} | ({"BitBully": theirs()} if bitbully else {})
    times: dict[str, list[float]] = {program: [] for program in programs}
    for moves, score in positions:
        for program, prepare in programs.items():
            found, spent = timed(prepare, moves)
            times[program].append(spent)
            if score is not None and found != score:
                raise SystemExit(f"{program} says {found} for {moves}, and it is {score}")
            score = found
    base = statistics.mean(times["Kibitz"])
    for program, spent_all in times.items():
        mean = statistics.mean(spent_all)
        nodes = f"{solver.core.nodes / len(positions):12,.0f}" if program == "Kibitz" else f"{'-':>12}"
        print(
            f"{name:14} {program:9} {len(positions):5} {mean:10.4f} {statistics.median(spent_all):10.4f}"
            f" {max(spent_all):10.2f} {nodes} {mean / base:7.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every so many-th line")
    parser.add_argument("--early", type=int, default=0, help="early positions to make up")
    arguments = parser.parse_args()
    print(
        f"{'set':14} {'program':9} {'n':>5} {'mean ms':>10} {'median':>10} {'worst':>10} {'nodes':>12} ratio"
    )
    for path in arguments.files:
        measure(path.name, read(path, arguments.every))
    if arguments.early:
        measure("early", early(arguments.early))


if __name__ == "__main__":
    main()
