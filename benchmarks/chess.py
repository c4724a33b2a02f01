"""How fast chess is: perft next to Disservin's chess-library, and nodes a second of the search.

    python benchmarks/chess.py [--library FOLDER] [--rounds 3] [--seconds 2] [--flags "-O3 -march=native"]

FOLDER holds a copy of github.com/Disservin/chess-library. Both are built with
the same flags and run in turns, so that what else the machine does hits both;
ratios are those of the best round of each position. Without it only Kibitz runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

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
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours = _build(folder, "ours", _OURS, [_ROOT / "native", _HERE], f"-std=c++20 {wishes.flags}")
        theirs = None
        if wishes.library is not None:
            include = [wishes.library / "include", _HERE]
            source = [_HERE / "chess_library_perft.cpp"]
            theirs = _build(folder, "theirs", source, include, f"-std=c++17 {wishes.flags}")
        _perft(ours, theirs, wishes.rounds)
        _search(ours, wishes.seconds)


def _build(folder: str, name: str, sources: list[Path], include: list[Path], flags: str) -> Path:
    path = Path(folder) / name
    compiler = os.environ.get("CXX", "g++")
    command = [compiler, *flags.split(), *(f"-I{each}" for each in include)]
    subprocess.run([*command, *map(str, sources), "-o", str(path), "-pthread"], check=True)
    return path


def _rows(command: list[str]) -> list[list[float]]:
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [[float(word) for word in row.split()] for row in said.splitlines()]


def _perft(ours: Path, theirs: Path | None, rounds: int) -> None:
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
    for i, name in enumerate(_NAMES):
        said = f"{name:11} {lines[ours][i]:>13,.0f} lines   Kibitz {best[ours][i]:6.0f} million a second"
        if theirs is not None:
            said += f"   chess-library {best[theirs][i]:6.0f}   ratio {best[ours][i] / best[theirs][i]:.2f}"
        print(said, flush=True)


def _search(ours: Path, seconds: float) -> None:
    rows = _rows([str(ours), str(seconds)])
    for name, (nodes, took, depth) in zip(_NAMES, rows, strict=True):
        print(f"{name:11} {nodes / took / 1e6:6.2f} million nodes a second, depth {depth:.0f}", flush=True)
    print(f"together    {sum(r[0] for r in rows) / sum(r[1] for r in rows) / 1e6:6.2f}", flush=True)


if __name__ == "__main__":
    main()
