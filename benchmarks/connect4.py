"""Exact scores of Connect Four positions, next to peers' in the same run.

    python benchmarks/connect4.py [--every 10] [--early 20 [--threads 2]] [--empty]
        [--peer NAME=COMMAND] [--plot FILE.svg] [--json FILE] FILE ...

FILE has a position on each line: moves as digits, a blank, the score. Besides
those, random positions of 8 to 12 plies in which nobody can win at once are
made up (`--early` of them), and the empty board is asked (`--empty`). Peers are
BitBully, if it is installed, and any program that reads moves and answers
`moves score`, such as Pons' c4solver: `--peer Pons=./c4solver` (Linux only, as
its processor time is read from the system). Those are asked over a pipe, which is
charged to them; "a pipe" is what a program takes that answers without thinking. All
use one thread and no book, and keep their tables from one position to the next;
each position is given to all in
turn, so that a busy machine slows all of them. Times are of the processor, in
milliseconds. All scores are compared, with the file's and with each other.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import kibitz
from kibitz.cli.bench import conditions
from kibitz.games.connect.solver import ConnectSolver

try:
    import bitbully
except ImportError:
    bitbully = None

GAME = kibitz.load("connect4")
#: Takes moves, and returns the score and the milliseconds of processor time that finding it took.
Ask = Callable[[str], tuple[int, float]]


def timed(solve: Callable[[], int]) -> tuple[int, float]:
    began = time.process_time()
    score = solve()
    return score, (time.process_time() - began) * 1000


def ours(solver: ConnectSolver) -> Ask:
    def ask(moves: str) -> tuple[int, float]:
        position = GAME.position(moves)
        return timed(lambda: solver.score(position))

    return ask


def bitbullys() -> Ask:
    agent = bitbully.BitBully(opening_book=None)

    def ask(moves: str) -> tuple[int, float]:
        board = bitbully.Board()
        for move in moves:
            board.play(int(move) - 1)
        return timed(lambda: int(agent.mtdf(board)))

    return ask


def programs_own(command: str) -> Ask:
    program = subprocess.Popen(
        shlex.split(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    clock = ~program.pid << 3 | 2  # how Linux names the processor clock of another process
    to, answers = program.stdin, program.stdout

    def ask(moves: str) -> tuple[int, float]:
        began = time.clock_gettime(clock)
        to.write(moves + "\n")
        to.flush()
        answer = answers.readline().split()
        if len(answer) < 2:
            raise SystemExit(f"`{command}` gives no score for {moves}")
        return int(answer[1]), (time.clock_gettime(clock) - began) * 1000

    return ask


#: Answers every position with a score of 0 at once.
IDLE = f"{shlex.quote(sys.executable)} -uc 'import sys\nfor line in sys.stdin: print(line.strip(), 0)'"


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


PIPE = "a pipe"
#: Set, program, mean milliseconds.
Bars = list[tuple[str, str, float]]


def measure(name: str, positions: list[tuple[str, int | None]], peers: dict[str, str], bars: Bars) -> None:
    solver = ConnectSolver(GAME, book=False)
    programs = {"Kibitz": ours(solver)} | ({"BitBully": bitbullys()} if bitbully else {})
    programs |= {peer: programs_own(command) for peer, command in peers.items()}
    if peers:
        programs[PIPE] = programs_own(IDLE)
    for ask in programs.values():
        ask("112233")  # memory is taken and the program loaded before anything is measured
    before = solver.core.nodes
    times: dict[str, list[float]] = {program: [] for program in programs}
    for moves, score in positions:
        for program, ask in programs.items():
            found, spent = ask(moves)
            times[program].append(spent)
            if program == PIPE:
                continue
            if score is not None and found != score:
                raise SystemExit(f"{program} says {found} for {moves}, and it is {score}")
            score = found
    base = statistics.mean(times["Kibitz"])
    for program, spent_all in times.items():
        mean = statistics.mean(spent_all)
        bars.append((name, program, mean))
        nodes = (
            f"{(solver.core.nodes - before) / len(positions):12,.0f}" if program == "Kibitz" else f"{'-':>12}"
        )
        print(
            f"{name:14} {program:9} {len(positions):5} {mean:10.4f} {statistics.median(spent_all):10.4f}"
            f" {max(spent_all):10.2f} {nodes} {mean / base:7.2f}",
            flush=True,
        )


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
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--plot", type=Path, help="write the means as an SVG chart")
    parser.add_argument("--json", type=Path, help="write the means with date, machine and versions")
    arguments = parser.parse_args()
    peers = dict(peer.split("=", 1) for peer in arguments.peer)
    print(
        f"{'set':14} {'program':9} {'n':>5} {'mean ms':>10} {'median':>10} {'worst':>10} {'nodes':>12} ratio"
    )
    bars: Bars = []
    for path in arguments.files:
        measure(path.name, read(path, arguments.every), peers, bars)
    if arguments.early:
        measure("early", early(arguments.early), peers, bars)
        if arguments.threads:
            measure_threads(early(arguments.early), arguments.threads)
    if arguments.empty:
        measure("empty board", [("", 1)], peers, bars)
    if arguments.plot and bars:
        arguments.plot.write_text(plot(bars))
    if arguments.json:
        arguments.json.write_text(json.dumps(result(bars), indent=1) + "\n")


def result(bars: Bars) -> dict[str, object]:
    """The means as `tables.py` reads them."""
    means = {(name, program): mean for name, program, mean in bars}
    sets, programs = dict.fromkeys(name for name, *_ in bars), dict.fromkeys(p for _, p, _ in bars)
    machine = conditions()
    return {
        "what": "Exact scores of Connect Four positions without a book, one thread: mean milliseconds of "
        "processor a position.",
        "date": machine["date"],
        "machine": f"{machine['processor']}, {machine['cores']} cores, {machine['system']}",
        "versions": machine["versions"],
        "how": "all in the same run, position by position",
        "head": ["set", *programs],
        "rows": [[name, *(means.get((name, program)) for program in programs)] for name in sets],
    }


if __name__ == "__main__":
    main()
