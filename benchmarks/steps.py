"""Positions visited by each step of the chapters in docs/solver and docs/einstein.

    python benchmarks/steps.py [connect4] [ewn]

writes benchmarks/results/connect4_steps.json and ewn_steps.json, from which `tables.py` draws the plots and
`dev/chapters` fills the chapters. Counts are the same on every machine.
"""

from __future__ import annotations

import math
import runpy
import sys
from pathlib import Path
from typing import Any

import results_file

import kibitz
from kibitz import _core
from kibitz.games.connect.solver import ConnectSolver

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"


def connect4() -> None:
    steps = runpy.run_path(str(ROOT / "docs" / "solver" / "steps.py"))
    rows: list[list[Any]] = []
    for number, step in enumerate(steps["STEPS"]):
        counted = [
            steps["mean"](step, name) if number >= steps["FIRST"][name] else None
            for name in steps["POSITIONS"]
        ]
        rows.append([number + 1, f"`{step.__name__}`", *counted])
    ours = []
    for some in steps["POSITIONS"].values():
        nodes = 0
        for columns in some:
            solver = ConnectSolver(kibitz.load("connect4"), table_bits=16, book=False)
            solver.core.score(solver.game.rules, solver.game.position(columns).state, _core.Control(), 1)
            nodes += solver.core.nodes
        ours.append(round(nodes / len(some)))
    rows.append([len(rows) + 1, "`ConnectSolver`", *ours])
    write(
        "connect4_steps",
        "docs/solver/steps.svg",
        rows,
        ["end", "middle", "early"],
        "10 positions after 29 plies, 10 after 22, 4 after 16",
    )


def ewn() -> None:
    steps = runpy.run_path(str(ROOT / "docs" / "einstein" / "steps.py"))
    rows: list[list[Any]] = []
    for number, step in enumerate(steps["STEPS"]):
        rows.append(
            [number + 1, f"`{step.__name__}`", *(steps["mean"](step, depth) for depth in steps["DEPTHS"])]
        )
    write(
        "ewn_steps",
        "docs/einstein/steps.svg",
        rows,
        [f"depth {depth}" for depth in steps["DEPTHS"]],
        f"{len(steps['POSITIONS'])} positions",
    )


def write(name: str, plot: str, rows: list[list[Any]], columns: list[str], how: str) -> None:
    """Write the result file, with a plot of the powers of ten."""
    series = [
        [column, [[row[0], round(math.log10(row[2 + at]), 3)] for row in rows if row[2 + at]]]
        for at, column in enumerate(columns)
    ]
    results_file.write(
        RESULTS / f"{name}.json",
        "Positions visited by each step, on average, by `benchmarks/steps.py`.",
        f"{how}; the same on every machine",
        ["", "step", *columns],
        rows,
        plots=[
            {
                "file": plot,
                "x": "step",
                "y": "positions visited, as a power of ten",
                "margin": 0.3,
                "series": series,
            }
        ],
    )


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["connect4", "ewn"]
    for series in wanted:
        {"connect4": connect4, "ewn": ewn}[series]()
