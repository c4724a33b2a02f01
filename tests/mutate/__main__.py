"""`python -m tests.mutate`, or `dev/mutate`: make mutants and count those that tests kill.

    dev/mutate --map                              run all tests once, to know which lines each runs
    dev/mutate --map tests/arena/test_journal.py  the same for tests that are new or have changed
    dev/mutate --package arena --sample 20        20 mutants in each file of a package
    dev/mutate src/kibitz/arena/journal.py        all mistakes in a file
    dev/mutate --most 100 --seed 3                100 anywhere below people

A mistake is planted in functions that are loaded already and shown to the tests that run its line, in a
fork; where none notices, it is planted in a copy of the package and shown to all that are near, with the
processes that they start (not with --quick). The sources are never touched. Ends with 1 if fewer than 90 of
100 mistakes were noticed; one that could not be decided in time counts as unnoticed.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.bench import NOT_DECIDED, UNNOTICED, Bench
from tests.mutate.herd import shown_to_forks
from tests.mutate.lines import FOLDER, PACKAGE, make_map
from tests.mutate.mistakes import Mistake, mistakes
from tests.mutate.near import NearTests
from tests.mutate.rings import Rings

#: Packages below the interfaces: the page, the program and the terminal are tested otherwise.
PACKAGES = (
    *("base", "files", "engines", "executors", "games", "solving", "analysis", "players", "adapters"),
    *("records", "game_review", "session", "arena", "training", "truth", "puzzles", "service"),
)
GOAL = 0.9


def main() -> int:
    """Parse the arguments, make mutants, test them and count."""
    parser = argparse.ArgumentParser(prog="dev/mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="files of the package; with --map, test files")
    parser.add_argument("--map", action="store_true", help="only record which lines each test runs")
    parser.add_argument("--package", action="append", choices=PACKAGES, help="all files of a package")
    parser.add_argument("--sample", type=int, help="number of random mutants per file; all by default")
    parser.add_argument("--most", type=int, help="total number of random mutants; all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--seconds", type=float, default=300, help="time limit per mutant, after which it is undecided"
    )
    parser.add_argument("--quick", action="store_true", help="skip tests that start processes")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    args = parser.parse_args()
    if args.map:
        make_map([str(path) for path in args.files] or list(NearTests().text), args.workers, not args.files)
        return 0
    chosen = _chosen(args.files, args.package, args.sample, args.most, random.Random(args.seed))
    if args.list:
        for file, _, one in chosen:
            print(_shown(file, one))
        return 0
    if not FOLDER.joinpath("map.json").exists():
        sys.exit("there is no map from lines to tests yet; make one with dev/mutate --map")
    return _plant(chosen, args.workers, args.seconds, args.quick)


Chosen = list[tuple[Path, ast.Module, Mistake]]


def _chosen(
    files: list[Path], packages: list[str] | None, sample: int | None, most: int | None, rng: random.Random
) -> Chosen:
    paths = [path.resolve() for path in files]
    for package in packages or (() if files else PACKAGES):
        paths += sorted((PACKAGE / package).rglob("*.py"))
    chosen = []
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = mistakes(tree)
        if sample is not None:
            found = sorted(rng.sample(found, min(sample, len(found))), key=lambda one: one.line)
        chosen += [(path.relative_to(PACKAGE), tree, one) for one in found]
    if most is not None:
        chosen = sorted(rng.sample(chosen, min(most, len(chosen))), key=lambda one: str(one[0]))
    return chosen


def _plant(chosen: Chosen, workers: int, seconds: float, quick: bool) -> int:
    rings, count = Rings(), Counter[tuple[str, str]]()
    left = []

    def report(file: Path, one: Mistake, how: str) -> None:
        count[file.parts[0], how if how in (UNNOTICED, NOT_DECIDED) else "noticed"] += 1
        print(f"{_shown(file, one)}: {how}", flush=True)

    for number, by in shown_to_forks(chosen, rings, workers, 8 if quick else 40):
        file, _, one = chosen[number]
        if by:
            report(file, one, f"noticed by {by}")
        elif quick:
            report(file, one, UNNOTICED)
        else:
            left.append(chosen[number])
    benches = SimpleQueue[Bench]()
    for _ in range(workers if left else 0):
        benches.put(Bench(rings, seconds))

    def show(file: Path, tree: ast.Module, one: Mistake) -> None:
        bench = benches.get()
        try:
            report(file, one, bench.outcome(file, tree, one))
        finally:
            benches.put(bench)

    try:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(lambda each: show(*each), left))
    finally:
        while not benches.empty():
            benches.get().close()
    for package in dict.fromkeys(file.parts[0] for file, _, _ in chosen):
        here = {how: number for (of, how), number in count.items() if of == package}
        print(f"{package}: {here.get('noticed', 0)} of {sum(here.values())} noticed")
    total = len(chosen)
    seen = sum(number for (_, how), number in count.items() if how == "noticed")
    undecided = sum(number for (_, how), number in count.items() if how == NOT_DECIDED)
    score = round(seen / max(1, total), 3)
    print(json.dumps({"planted": total, "noticed": seen, "not decided": undecided, "score": score}))
    return 0 if seen >= GOAL * total else 1


def _shown(file: Path, one: Mistake) -> str:
    return f"{file}:{one.line}: {one.text}"


if __name__ == "__main__":
    sys.exit(main())
