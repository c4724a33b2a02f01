"""Solving: numerical tic-tac-toe next to the straightforward method, endgame tables, probes a second.

    python benchmarks/solve.py [--repeat 5]

Numerical tic-tac-toe is solved cold, with remoteness, from `kibitz.solve` to
the table on disk, synced and opened again; its solver uses one thread. Next to
it runs a C++ program of the straightforward method (247 MB, win, draw and loss
only, no file), compiled here with the same optimization. A fresh process, with
what Python must load before its first table, is given besides. The four-stone
table of EinStein würfelt nicht! uses all cores and is compared with the 14 s of
a public generator. Each figure is the best of several runs; processor seconds
are given too, since a busy machine spoils the others.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import kibitz
from kibitz import _core
from kibitz.base.random import Random, pick
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, table_in_memory

HERE = Path(__file__).parent


def best(work: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Seconds by the clock and of the processor, the best of some runs."""
    times = []
    for _ in range(repeat):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        times.append((time.perf_counter() - clock, time.process_time() - processor))
    return min(clock for clock, _ in times), min(processor for _, processor in times)


#: Seconds that a public generator takes for the four-stone table on a machine like ours.
PUBLIC_EWN = 14.0

FRESH = """
import time
import kibitz
kibitz.load("numerical")
started = time.perf_counter()
solve = kibitz.solve
loaded = time.perf_counter()
solve("numerical", again=True)
print(loaded - started, time.perf_counter() - loaded)
"""


def numerical(repeat: int) -> tuple[float, float]:
    clock, processor = best(lambda: kibitz.solve("numerical", again=True), repeat)
    table = kibitz.solve("numerical")
    print(f"numerical, whole path, one thread: {clock * 1e3:.1f} ms ({processor * 1e3:.1f} ms of processor),")
    value = table.value(table.game.start())
    print(f"  {value}, {table.positions:,} positions up to symmetry, {table.size:,} bytes")
    core, core_processor = best(lambda: solve_numerical_in_core(table), repeat)
    print(f"  of it in the core: {core * 1e3:.1f} ms ({core_processor * 1e3:.1f} ms of processor)")
    runs = [
        subprocess.run(
            [sys.executable, "-c", FRESH], check=True, capture_output=True, text=True
        ).stdout.split()
        for _ in range(repeat)
    ]
    load, solve = (min(float(run[i]) for run in runs) * 1e3 for i in (0, 1))
    print(f"  first in a fresh process: {solve:.1f} ms, after {load:.1f} ms to load Python's part of solving")
    probes("numerical", table)
    return clock, processor


def solve_numerical_in_core(table: Table) -> None:
    run, control = _core.tier_run(table.game.rules, 1), _core.Control()
    for tier in reversed(range(run.tiers)):
        run.value(tier, control)


def port(folder: Path, repeat: int) -> tuple[float, float] | None:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        print("straightforward method: no C++ compiler found")
        return None
    program = folder / "port"
    command = [compiler, "-std=c++20", "-O3", str(HERE / "numerical_port.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    clocks, processors = [], []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        seconds, searched, value = subprocess.run(
            [str(program)], check=True, capture_output=True, text=True
        ).stdout.split()
        clocks.append(float(seconds))
        processors.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    print(f"straightforward method: {min(clocks):.3f} s ({min(processors):.3f} s of processor),")
    print(f"  {searched} positions searched, value {value} to the first player")
    return min(clocks), min(processors)


def endgame(repeat: int) -> None:
    game = kibitz.load("ewn")
    threads = os.cpu_count() or 1
    tables: list[Table] = []

    def work() -> None:
        parts = Checkpoints(game, None, 0)
        tables[:] = [table_in_memory(game, solve_by_endgame(game, 4, _core.Control(), parts, threads))]

    clock, processor = best(work, repeat)
    print(f"ewn, four stones, {threads} threads: {clock:.2f} s ({processor:.2f} s of processor),")
    print(f"  {tables[0].positions:,} positions, off by at most {tables[0].precision:.1e}")
    print(
        f"  of a public generator's {PUBLIC_EWN:.0f} s: {PUBLIC_EWN / clock:.1f} times faster by the clock, "
        f"{PUBLIC_EWN / processor:.1f} by the processor seconds of all threads (wanted: 3)"
    )
    probes("ewn", tables[0])


def probes(name: str, table: Table) -> None:
    """Probes a second from Python, positions of random games in no order."""
    game = table.game
    rng = Random(1)
    states: list[_core.State] = []
    while len(states) < 5000:
        position = game.start(rng)
        while not position.is_over:
            if table.value(position) is not None:
                states.append(position.state)
            position = position.play(pick(rng, position.moves))
    rules, handle, probe = game.rules, table.probe, _core.probe

    def work() -> None:
        for state in states:
            probe(rules, handle, state)

    clock, _ = best(work, 5)
    print(f"  {name}: {len(states) / clock:,.0f} probes a second, called from Python one by one")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    with tempfile.TemporaryDirectory() as name:
        os.environ["KIBITZ_CACHE"] = name
        ours = numerical(repeat)
        theirs = port(Path(name), repeat)
        if theirs is not None:
            print(
                f"  ours is {theirs[0] / ours[0]:.1f} times faster by the clock, "
                f"{theirs[1] / ours[1]:.1f} by the processor (wanted: 10)"
            )
        endgame(repeat)


if __name__ == "__main__":
    main()
