"""`python -m tests.mutate`, or `dev/mutate`: plant mistakes and see which tests notice.

    dev/mutate --floor arena --sample 20          20 mistakes in each file of a floor
    dev/mutate src/kibitz/arena/journal.py        all mistakes in a file
    dev/mutate --floor words --near               only with the tests that name the file, or are near to it

A mistake is planted in a copy of the package; the sources are never touched. The
tests that name its file run first, then those near to it, then all others.
Ends with 1 if fewer than 90 of 100 mistakes were noticed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.mutate.mistakes import Mistake, mistakes

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "kibitz"
#: Below people: the page, the program and the terminal have other judges.
FLOORS = (
    *("words", "files", "games", "engines", "players", "solving"),
    *("analysis", "records", "review", "session", "arena"),
)
#: Tests that tell nothing of one mistake, or take too long to.
OTHERS = {"attack", "mutate", "openspiel", "fuzz", "golden"}
GOAL = 0.9
#: A name that more tests say than this tells nothing of where it is tested.
RARE = 8


class Tests:
    """What tests there are, and which are near to a file."""

    def __init__(self) -> None:
        self.text = {
            path.relative_to(ROOT): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / "tests").rglob("test_*.py"))
            if path.relative_to(ROOT / "tests").parts[0] not in OTHERS and "page_" not in path.name
        }

    def rings(self, file: Path, tree: ast.Module, near: bool) -> list[list[str]]:
        """The tests that name the file, those of its floor and its room, those that say a rare name which
        it defines, and all others; none of them twice, and those that start programs last.
        """
        folders, name = file.parent.parts, ".".join(("kibitz", *file.with_suffix("").parts))
        defined = {one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
        named = [path for path, text in self.text.items() if re.search(rf"\b{re.escape(name)}\b", text)]
        beside = [path for path in self.text if path.parts[1] in folders and path not in named]
        naming = []
        for word in sorted({*defined, file.stem}):
            saying = [path for path, text in self.text.items() if re.search(rf"\b{re.escape(word)}\b", text)]
            naming += saying if len(saying) <= RARE else []
        naming = [path for path in dict.fromkeys(naming) if path not in named and path not in beside]
        rest = [path for path in self.text if path not in {*named, *beside, *naming}]
        rings = [named, beside, naming] if near else [named, beside, naming, rest]
        return [[str(path) for path in sorted(ring, key=self._slow)] for ring in rings if ring]

    def _slow(self, path: Path) -> bool:
        """Whether a test waits for other programs: the others are asked first."""
        return re.search(r"subprocess|pty|[Pp]open", self.text[path]) is not None


def notice(place: Path, rings: list[list[str]], workers: int, seconds: float) -> str | None:
    """The first test that fails, or what else happened; None if nobody notices."""
    found = os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}
    for tests in rings:
        spread = ["-n", str(workers)] if workers > 1 and len(tests) > 20 else []
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *spread, *tests]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return "a test that does not end"
        if done.returncode not in (0, 5):
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
            return failed[1] if failed else f"pytest, which ends with {done.returncode}"
    return None


def main() -> int:
    """Parse the words, plant, test and count."""
    parser = argparse.ArgumentParser(prog="dev/mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="files of the package")
    parser.add_argument("--floor", action="append", choices=FLOORS, help="all files of a floor")
    parser.add_argument("--sample", type=int, help="so many mistakes a file, drawn at random; else all")
    parser.add_argument("--most", type=int, help="so many mistakes in all, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="don't try the tests of other floors")
    parser.add_argument("--workers", type=int, default=2, help="processes for many tests")
    parser.add_argument("--seconds", type=float, default=1200, help="after which tests are called endless")
    parser.add_argument("--list", action="store_true", help="only say what would be planted")
    told = parser.parse_args()
    files = [path.resolve() for path in told.files]
    for floor in told.floor or (() if files else FLOORS):
        files += sorted((PACKAGE / floor).rglob("*.py"))
    rng, chosen = random.Random(told.seed), []
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = mistakes(tree)
        if told.sample is not None:
            found = sorted(rng.sample(found, min(told.sample, len(found))), key=lambda one: one.line)
        chosen += [(path.relative_to(PACKAGE), tree, one) for one in found]
    if told.most is not None:
        chosen = sorted(rng.sample(chosen, min(told.most, len(chosen))), key=lambda one: str(one[0]))
    if told.list:
        for file, _, one in chosen:
            print(_shown(file, one))
        return 0
    return _plant(chosen, told.near, told.workers, told.seconds)


def _plant(chosen: list[tuple[Path, ast.Module, Mistake]], near: bool, workers: int, seconds: float) -> int:
    tests, planted, noticed = Tests(), Counter[str](), Counter[str]()
    sound: set[str] = set()  # files of tests that were seen to pass without a mistake
    with tempfile.TemporaryDirectory(prefix="kibitz-mutate-") as folder:
        copy = Path(folder) / "kibitz"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        if notice(Path(folder), [["tests/words/test_side.py"]], 1, seconds):
            sys.exit("tests fail without a mistake too; does `python -m pytest` work here?")
        for file, tree, one in chosen:
            right, begun = (copy / file).read_text(encoding="utf-8"), time.monotonic()
            (copy / file).write_text(one.planted(tree), encoding="utf-8")
            by = notice(Path(folder), tests.rings(file, tree, near), workers, seconds)
            (copy / file).write_text(right, encoding="utf-8")
            told_by = by.partition("::")[0] if by and "::" in by else None
            if told_by and told_by not in sound:
                if notice(Path(folder), [[told_by]], 1, seconds):
                    print(f"{by} fails without a mistake too, so it tells nothing", flush=True)
                    by = None
                else:
                    sound.add(told_by)
            planted[file.parts[0]] += 1
            noticed[file.parts[0]] += by is not None
            how = f"noticed by {by}" if by else "UNNOTICED"
            print(f"{_shown(file, one)}: {how} ({time.monotonic() - begun:.0f} s)", flush=True)
    for floor, count in planted.items():
        print(f"{floor}: {noticed[floor]} of {count} noticed")
    total, seen = planted.total(), noticed.total()
    print(json.dumps({"planted": total, "noticed": seen, "score": round(seen / max(1, total), 3)}))
    return 0 if seen >= GOAL * total else 1


def _shown(file: Path, one: Mistake) -> str:
    return f"{file}:{one.line}: {one.text}"


if __name__ == "__main__":
    sys.exit(main())
