"""Speed of chess: perft beside Disservin's chess-library, and nodes per second of the search.

    python benchmarks/chess.py [--library FOLDER] [--rounds 3] [--seconds 2] [--flags "-O3 -march=native"]

FOLDER holds a copy of github.com/Disservin/chess-library. Both are built with
the same flags and run in turns, so that other load affects both;
ratios are those of the best round of each position. Without it only Kibitz runs.
The search is the one that is installed, on one core. --json writes chess_perft.json
(with a FOLDER) and chess_search.json in benchmarks/results.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import results_file

import kibitz
from kibitz import Limit

_HERE = Path(__file__).parent
_ROOT = _HERE.parent
_OURS = [
    _HERE / "chess_perft.cpp",
    _ROOT / "native/games/chess/attacks.cpp",
    *sorted((_ROOT / "native/base").glob("*.cpp")),
]
_NAMES = ("start", "Kiwipete", "position 3", "position 4", "position 5", "position 6")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, help="a copy of chess-library")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of search for each position")
    parser.add_argument("--flags", default="-O3 -march=native")
    parser.add_argument("--json", action="store_true", help="write files of results")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours = _build(folder, "ours", _OURS, [_ROOT / "native", _HERE], f"-std=c++20 {wishes.flags}")
        theirs = None
        if wishes.library is not None:
            include = [wishes.library / "include", _HERE]
            source = [_HERE / "chess_library_perft.cpp"]
            theirs = _build(folder, "theirs", source, include, f"-std=c++17 {wishes.flags}")
        perft = _perft(ours, theirs, wishes.rounds)
    search = _search(wishes.seconds)
    if wishes.json and theirs is not None:
        results_file.write(
            _HERE / "results/chess_perft.json",
            "Lines counted with Kibitz and with chess-library, million in a second of the processor, by "
            "`benchmarks/chess.py`.",
            f"both with g++ {wishes.flags}, in turns, the best of {wishes.rounds} rounds",
            ["", "lines", "Kibitz", "chess-library", "ratio"],
            perft,
        )
    if wishes.json:
        results_file.write(
            _HERE / "results/chess_search.json",
            "Million nodes in a second of the processor of `selective`, by `benchmarks/chess.py`.",
            f"{wishes.seconds:g} s a position, one thread, as it is installed",
            ["", "million nodes", "depth"],
            search,
        )


def _build(folder: str, name: str, sources: list[Path], include: list[Path], flags: str) -> Path:
    path = Path(folder) / name
    compiler = os.environ.get("CXX", "g++")
    command = [compiler, *flags.split(), *(f"-I{each}" for each in include)]
    subprocess.run([*command, *map(str, sources), "-o", str(path), "-pthread"], check=True)
    return path


def _rows(command: list[str]) -> list[list[float]]:
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [[float(word) for word in row.split()] for row in said.splitlines()]


def _perft(ours: Path, theirs: Path | None, rounds: int) -> list[list[str]]:
    """Million lines a second, the best of some rounds, and how they compare."""
    programs = [each for each in (ours, theirs) if each is not None]
    best: dict[Path, list[float]] = {}
    lines: dict[Path, list[float]] = {}
    for _ in range(rounds):
        for program in programs:
            rows = _rows([str(program)])
            lines[program] = [row[0] for row in rows]
            speeds = [row[0] / row[1] / 1e6 for row in rows]
            best[program] = [max(pair) for pair in zip(best.get(program, speeds), speeds, strict=True)]
    if theirs is not None and lines[ours] != lines[theirs]:
        raise SystemExit("the two count differently")
    rows = []
    for i, name in enumerate(_NAMES):
        rows.append([name, f"{lines[ours][i]:,.0f}", f"{best[ours][i]:.0f}"])
        if theirs is not None:
            rows[-1] += [f"{best[theirs][i]:.0f}", f"{best[ours][i] / best[theirs][i]:.2f}"]
        print("   ".join(rows[-1]), flush=True)
    return rows


def _search(seconds: float) -> list[list[str]]:
    """Return millions of nodes per second of processor time of the installed search."""
    said = (_HERE / "chess_positions.hpp").read_text(encoding="utf-8")
    rows, nodes, took = [], 0, 0.0
    for name, fen in zip(_NAMES, re.findall(r'{"(.+)", \d+}', said), strict=True):
        began = time.process_time()
        choice = kibitz.player("selective").choose(kibitz.load("chess").position(fen), Limit(seconds=seconds))
        spent = time.process_time() - began
        assert choice.nodes is not None
        nodes, took = nodes + choice.nodes, took + spent
        rows.append([name, f"{choice.nodes / spent / 1e6:.2f}", f"{choice.depth}"])
    rows.append(["together", f"{nodes / took / 1e6:.2f}", ""])
    for row in rows:
        print(f"{row[0]:11} {row[1]} million nodes a second, depth {row[2]}", flush=True)
    return rows


if __name__ == "__main__":
    main()
