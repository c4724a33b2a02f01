"""Solving: numerical tic-tac-toe next to the straightforward method, endgame tables, probes a second.

    python benchmarks/solve.py [--repeat 3]

Numerical tic-tac-toe is solved cold on one thread, with remoteness, up to the
table on disk, and next to it a C++ program of the straightforward method (247
MB, win, draw and loss only), compiled here with the same optimization. The
four-stone table of EinStein würfelt nicht! uses all cores. Each figure is the
best of several runs; processor seconds are given besides, since a busy machine
spoils the others.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import kibitz
from kibitz import _core
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.by_tiers import solve_by_tiers
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, save_table, table_in_memory
from kibitz.words.random import Random, pick

HERE = Path(__file__).parent


def best(work: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Seconds by the clock and of the processor, the best of some runs."""
    times = []
    for _ in range(repeat):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        times.append((time.perf_counter() - clock, time.process_time() - processor))
    return min(clock for clock, _ in times), min(processor for _, processor in times)


def numerical(folder: Path, repeat: int) -> tuple[float, float]:
    game = kibitz.load("numerical")

    def work() -> Table:
        solution = solve_by_tiers(game, _core.Control(), Checkpoints(game, None, 0), 1)
        return save_table(game, solution, folder / "numerical.kbt")

    clock, processor = best(work, repeat)
    table = work()
    size = (folder / "numerical.kbt").stat().st_size
    print(
        f"numerical, one thread: {clock:.3f} s ({processor:.3f} s of processor), {table.value(game.start())},"
    )
    print(f"  {table.positions:,} positions up to symmetry, {size:,} bytes on disk")
    probes("numerical", table)
    return clock, processor


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
    probes("ewn", tables[0])


def probes(name: str, table: Table) -> None:
    """Probes a second from Python, positions of random games in no order."""
    game = table.game
    rng = Random(1)
    states = []
    while len(states) < 5000:
        position = game.start(rng)
        while not position.is_over:
            if table.value(position) is not None:
                states.append(position.state)
            position = position.play(pick(rng, position.moves))
    rules, probe, find = game.rules, table.probe, _core.find

    def work() -> None:
        for state in states:
            find(rules, probe, state)

    clock, _ = best(work, 5)
    print(f"  {name}: {len(states) / clock:,.0f} probes a second, called from Python one by one")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = numerical(folder, repeat)
        theirs = port(folder, repeat)
        if theirs is not None:
            print(
                f"  ratio: {theirs[0] / ours[0]:.1f} by the clock, {theirs[1] / ours[1]:.1f} by the processor"
            )
        endgame(repeat)


if __name__ == "__main__":
    main()
