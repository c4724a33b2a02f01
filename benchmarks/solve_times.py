"""Cost of solving: complete tables of several kinds, weak solutions, and iteration over a table.

    python benchmarks/solve_times.py [--json FILE]

Seconds of processor of all threads, each measured once; a place is a number of the table's
index, of which some belong to no position. It takes some two minutes of one core and half
a gigabyte of memory and of disk, in a folder that is removed again.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import results_file

import kibitz
from kibitz.solving.solve_plan import make_plan

#: Games that are solved whole, and with up to how many pieces where a table has few.
WHOLE = [
    ("connect:width=5,height=4", None),
    ("connect:width=9,height=2", None),
    ("mnk:width=4,height=4,length=3", None),
    ("mnk:width=4,height=4,length=4", None),
    ("ewn", 4),
    ("ewn", 5),
]
#: Boards on which it is asked who wins.
WEAK = [(5, 4), (6, 5), (6, 6), (5, 5)]
#: Tables that are walked through, as arrays.
WALKED = [("numerical", None), ("mnk:width=4,height=4,length=4", None), ("ewn", 4)]


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    wishes = parser.parse_args()
    rows: list[list[object]] = []

    def tell(what: str, positions: int | None, took: float, places: int | None = None) -> None:
        rate = f"{1e6 * took / places:.2f}" if places else None
        rows.append([what, positions, f"{took:.2g}", rate])
        print(*rows[-1], flush=True)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_CACHE"] = folder
        for spec, pieces in WHOLE:
            took = seconds(partial(kibitz.solve, spec, pieces=pieces))
            words = f"`{spec} --stones {pieces}`" if pieces else f"`{spec}`"
            places = make_plan(kibitz.load(spec), None, pieces).places
            tell(f"solve {words}", kibitz.solve(spec, pieces=pieces).positions, took, places)
        for width, height in WEAK:
            start = kibitz.load(f"mnk:width={width},height={height},length=4").start()
            took = seconds(partial(kibitz.who_wins, start))
            tell(f"who wins {width}×{height}, four in a row", None, took)
        for spec, pieces in WALKED:
            # A folder of its own: a table with more pieces would take the place of one with few.
            os.environ["KIBITZ_CACHE"] = str(Path(folder) / "walked")
            table = kibitz.solve(spec, pieces=pieces)
            took = seconds(table.columns)
            tell(f"`columns` of `{spec}`{f' with {pieces} stones' if pieces else ''}", len(table), took)
    results_file.write(
        wishes.json,
        "What solving takes, by `benchmarks/solve_times.py`: seconds of processor of all threads, and "
        "microseconds for each place of the index.",
        "each measured once",
        ["", "positions", "seconds", "µs a place"],
        rows,
    )


if __name__ == "__main__":
    main()
