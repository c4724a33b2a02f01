"""`python -m tests.mutate`, or `dev/mutate`: make mutants and count those that tests kill.

    dev/mutate --map                              run all tests once, to know which lines each runs
    dev/mutate --map tests/arena/test_journal.py  the same for tests that are new or have changed
    dev/mutate --floor arena --sample 20          20 mistakes in each file of a floor
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

#: Below people: the page, the program and the terminal have other judges.
FLOORS = (
    *("words", "files", "engines", "spread", "games", "solving", "analysis", "players", "adapters"),
    *("records", "review", "session", "arena", "learning", "training"),
)
GOAL = 0.9


def main() -> int:
    """Parse the words, plant, test and count."""
    parser = argparse.ArgumentParser(prog="dev/mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="files of the package; with --map, of tests")
    parser.add_argument("--map", action="store_true", help="only note which lines tests run")
    parser.add_argument("--floor", action="append", choices=FLOORS, help="all files of a floor")
    parser.add_argument("--sample", type=int, help="so many mistakes a file, drawn at random; else all")
    parser.add_argument("--most", type=int, help="so many mistakes in all, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, default=300, help="after which a mistake is not decided")
    parser.add_argument("--quick", action="store_true", help="ask no tests that begin processes of their own")
    parser.add_argument("--list", action="store_true", help="only say what would be planted")
    told = parser.parse_args()
    if told.map:
        make_map([str(path) for path in told.files] or list(NearTests().text), told.workers, not told.files)
        return 0
    chosen = _chosen(told.files, told.floor, told.sample, told.most, random.Random(told.seed))
    if told.list:
        for file, _, one in chosen:
            print(_shown(file, one))
        return 0
    if not FOLDER.joinpath("map.json").exists():
        sys.exit("Which tests run which lines is not known yet: dev/mutate --map")
    return _plant(chosen, told.workers, told.seconds, told.quick)


Chosen = list[tuple[Path, ast.Module, Mistake]]


def _chosen(
    files: list[Path], floors: list[str] | None, sample: int | None, most: int | None, rng: random.Random
) -> Chosen:
    paths = [path.resolve() for path in files]
    for floor in floors or (() if files else FLOORS):
        paths += sorted((PACKAGE / floor).rglob("*.py"))
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

    def tell(file: Path, one: Mistake, how: str) -> None:
        count[file.parts[0], how if how in (UNNOTICED, NOT_DECIDED) else "noticed"] += 1
        print(f"{_shown(file, one)}: {how}", flush=True)

    for number, by in shown_to_forks(chosen, rings, workers, 8 if quick else 40):
        file, _, one = chosen[number]
        if by:
            tell(file, one, f"noticed by {by}")
        elif quick:
            tell(file, one, UNNOTICED)
        else:
            left.append(chosen[number])
    benches = SimpleQueue[Bench]()
    for _ in range(workers if left else 0):
        benches.put(Bench(rings, seconds))

    def show(file: Path, tree: ast.Module, one: Mistake) -> None:
        bench = benches.get()
        try:
            tell(file, one, bench.outcome(file, tree, one))
        finally:
            benches.put(bench)

    try:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(lambda each: show(*each), left))
    finally:
        while not benches.empty():
            benches.get().close()
    for floor in dict.fromkeys(file.parts[0] for file, _, _ in chosen):
        here = {how: number for (of, how), number in count.items() if of == floor}
        print(f"{floor}: {here.get('noticed', 0)} of {sum(here.values())} noticed")
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
