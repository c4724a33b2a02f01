"""Exact scores of Connect Four positions, beside other solvers in the same run.

    python benchmarks/connect4.py [--every 10] [--early 20 [--threads 2]] [--empty]
        [--program NAME=FILE] [--plot FILE.svg] [--json FILE] FILE ...

FILE has a position on each line: moves as digits, a blank, the score. Besides
those, random positions of 8 to 12 plies in which nobody can win at once are
made up (`--early` of them), and the empty board is asked (`--empty`).

The other solvers are BitBully's wheel, if it is installed, and the programs that
connect4_pons.cpp and connect4_c4.cpp make of Pons' and Steininger's solvers, compiled
by those projects' own build files (their first lines say how). A program measures
its searches itself, so none is charged for a pipe. Kibitz is asked twice, with a
table each: one position at a time from Python, and many at once. All use one thread
and no book, and keep their tables from one position to the next. Positions come in
blocks that are given to all solvers in turn, so that a busy machine slows all of
them. Times are processor time in milliseconds, without parsing the moves. All
scores are compared, with the file's and with each other.
"""

from __future__ import annotations

import argparse
import math
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import results_file

import kibitz
from kibitz.games.connect.solver import ConnectSolver

try:
    import bitbully
except ImportError:
    bitbully = None

GAME = kibitz.load("connect4")
#: Scores the positions after these moves; processor seconds without parsing them, and the scores.
Solve = Callable[[list[str]], tuple[float, list[int]]]
ONE, MANY = "Kibitz from Python", "its core"
#: Positions per turn of a solver.
BLOCK = 250


def timed(solve: Callable[[], list[int]]) -> tuple[float, list[int]]:
    began = time.process_time()
    scores = solve()
    return time.process_time() - began, scores


def one_by_one(solver: ConnectSolver) -> Solve:
    def solve(block: list[str]) -> tuple[float, list[int]]:
        positions = [GAME.position(moves) for moves in block]
        return timed(lambda: [solver.score(position) for position in positions])

    return solve


def many_at_once(solver: ConnectSolver) -> Solve:
    def solve(block: list[str]) -> tuple[float, list[int]]:
        positions = [GAME.position(moves) for moves in block]
        return timed(lambda: solver.score_many(positions))

    return solve


def with_bitbully() -> Solve:
    agent = bitbully.BitBully(opening_book=None)

    def solve(block: list[str]) -> tuple[float, list[int]]:
        boards = [bitbully.Board([int(move) - 1 for move in moves]) for moves in block]
        return timed(lambda: [int(agent.mtdf(board)) for board in boards])

    return solve


def with_program(path: str) -> Solve:
    """Ask a program made with connect4_peer.hpp; it ends when its input does."""
    program = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdin
    assert program.stdout
    stdin, stdout = program.stdin, program.stdout

    def solve(block: list[str]) -> tuple[float, list[int]]:
        stdin.write("\n".join([str(len(block)), *(moves or "-" for moves in block), ""]))
        stdin.flush()
        seconds, *scores = stdout.readline().split()
        return float(seconds), list(map(int, scores))

    return solve


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


#: Set, program, mean milliseconds.
Bars = list[tuple[str, str, float]]


def measure(name: str, positions: list[tuple[str, int | None]], programs: dict[str, str], bars: Bars) -> None:
    solver = ConnectSolver(GAME, book=False)
    solvers = {ONE: one_by_one(solver), MANY: many_at_once(ConnectSolver(GAME, book=False))}
    solvers |= {peer: with_program(path) for peer, path in programs.items()}
    if bitbully:
        solvers["BitBully"] = with_bitbully()
    for solve in solvers.values():
        solve(["112233"])  # memory is allocated and the program loaded before anything is measured
    before = solver.core.nodes
    seconds = dict.fromkeys(solvers, 0.0)
    for at in range(0, len(positions), BLOCK):
        block = positions[at : at + BLOCK]
        known = [score for _, score in block]
        for peer, solve in solvers.items():
            spent, found = solve([moves for moves, _ in block])
            seconds[peer] += spent
            for (moves, _), score, said in zip(block, known, found, strict=True):
                if score is not None and said != score:
                    raise SystemExit(f"{peer} says {said} for {moves}, and it is {score}")
            known = list(found)
    for program, spent in seconds.items():
        mean = 1000 * spent / len(positions)
        bars.append((name, program, mean))
        nodes = f"{(solver.core.nodes - before) / len(positions):,.0f}" if program == ONE else "-"
        ratio = spent / seconds[ONE]
        print(f"{name:14} {program:18} {len(positions):5} {mean:10.4f} {nodes:>12} {ratio:7.2f}", flush=True)


def measure_threads(positions: list[tuple[str, int | None]], threads: int) -> None:
    """By the clock: the same positions with one thread and with several, in turn."""
    seconds = {1: 0.0, threads: 0.0}
    for moves, _ in positions:
        position = GAME.position(moves)
        found = set()
        for count in seconds:
            solver = ConnectSolver(GAME, book=False, table_bits=22)
            began = time.perf_counter()
            found.add(solver.score(position, threads=count))
            seconds[count] += time.perf_counter() - began
        if len(found) > 1:
            raise SystemExit(f"the scores of {moves} differ with the number of threads: {found}")
    each = {count: 1000 * spent / len(positions) for count, spent in seconds.items()}
    print(
        f"by the clock, 1 thread {each[1]:.1f} ms a position, {threads} threads {each[threads]:.1f} ms,",
        end=" ",
    )
    print(f"{each[1] / each[threads]:.2f} times faster")


def plot(bars: Bars) -> str:
    """Means as bars on a logarithmic scale, a group for each set."""
    programs = list(dict.fromkeys(program for _, program, _ in bars))
    low = math.floor(math.log10(min(mean for *_, mean in bars)))
    high = math.ceil(math.log10(max(mean for *_, mean in bars)))
    left, right, row = 170, 620, 18
    colours = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")

    def x(mean: float) -> float:
        return left + (right - left) * (math.log10(mean) - low) / max(high - low, 1)

    parts, y, last = [], 44, ""
    for name, program, mean in bars:
        if name != last:
            y += 12
            last = name
        colour = colours[programs.index(program) % len(colours)]
        parts.append(f'<text x="8" y="{y + 13}">{name if program == programs[0] else ""}</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 13}" text-anchor="end">{program}</text>')
        parts.append(
            f'<rect x="{left}" y="{y + 2}" width="{x(mean) - left:.1f}" height="14" fill="{colour}"/>'
        )
        parts.append(f'<text x="{x(mean) + 4:.1f}" y="{y + 13}">{mean:,.3g}</text>')
        y += row
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.insert(0, f'<line x1="{at:.1f}" y1="40" x2="{at:.1f}" y2="{y + 6}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="36" text-anchor="middle" fill="#666">{10.0**power:g}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 {y + 16}" width="700" height="{y + 16}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        '<text x="8" y="18" font-size="14">Milliseconds a position, exact score, no book, one thread</text>'
        f"{''.join(parts)}</svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every so many-th line")
    parser.add_argument("--early", type=int, default=0, help="early positions to make up")
    parser.add_argument("--empty", action="store_true", help="ask the empty board as well")
    parser.add_argument(
        "--threads", type=int, help="compare so many threads with one, on the early positions"
    )
    parser.add_argument("--program", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--plot", type=Path, help="write the means as an SVG chart")
    parser.add_argument("--json", type=Path, help="write the means with date, machine and versions")
    arguments = parser.parse_args()
    programs = dict(program.split("=", 1) for program in arguments.program)
    print(f"{'set':14} {'program':18} {'n':>5} {'mean ms':>10} {'nodes':>12}   ratio")
    bars: Bars = []
    for path in arguments.files:
        measure(path.name.removeprefix("Test_"), read(path, arguments.every), programs, bars)
    if arguments.early:
        measure("early", early(arguments.early), programs, bars)
        if arguments.threads:
            measure_threads(early(arguments.early), arguments.threads)
    if arguments.empty:
        measure("empty board", [("", 1)], programs, bars)
    if arguments.plot and bars:
        arguments.plot.write_text(plot(bars))
    means = {(name, program): mean for name, program, mean in bars}
    sets, solvers = dict.fromkeys(name for name, *_ in bars), dict.fromkeys(p for _, p, _ in bars)
    results_file.write(
        arguments.json,
        "Exact scores of Connect Four positions without a book, one thread: mean milliseconds of processor a "
        "position. All scores of all sets were right.",
        f"each peer compiled by its own build files, {BLOCK} positions in turn in the same run",
        ["set", *solvers],
        [[name, *(round(means[name, solver], 4) for solver in solvers)] for name in sets],
    )


if __name__ == "__main__":
    main()
