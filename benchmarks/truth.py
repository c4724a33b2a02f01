"""Baselines on the frozen sets of positions with exact values; writes results/truth.json.

    PYTHONPATH=src python benchmarks/truth.py
    PYTHONPATH=src python benchmarks/truth.py --networks FOLDER    # only networks, trained there (PyTorch)
    python benchmarks/tables.py

Players without a limit of their own get none but what their spec says, so nothing depends on a clock.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import results_file

from kibitz.base.limit import Limit
from kibitz.truth.answers import Respondent
from kibitz.truth.run import Result, score_player

RESULTS = Path(__file__).parent / "results" / "truth.json"
CHESS = ("chess-3-pieces", "chess-4-pieces")
#: Label, player, limit; without the endgame tables that may be kept on this machine.
BASELINES = [
    ("random", "random", ""),
    ("level 20", "level:strength=20", ""),
    ("level 50", "level:strength=50", ""),
    ("level 80", "level:strength=80", ""),
    ("static evaluation", "lines", ""),
    ("alpha-beta, depth 1", "alphabeta:depth=1,endgames=no", ""),
    ("alpha-beta, depth 3", "alphabeta:depth=3,endgames=no", ""),
    ("alpha-beta, depth 5", "alphabeta:depth=5,endgames=no", ""),
    ("MCTS, 100 playouts", "mcts:playouts=100", ""),
    ("MCTS, 1,000 playouts", "mcts:playouts=1000", ""),
    ("MCTS, 5,000 playouts", "mcts:playouts=5000", ""),
]
ON_CHESS = [
    ("alpha-beta, depth 3: chess only", "alphabeta:depth=3,endgames=no", ""),
    ("selective, 1,000 nodes: chess only", "selective:endgames=no", "nodes=1k"),
    ("selective, 10,000 nodes: chess only", "selective:endgames=no", "nodes=10k"),
]
#: Sets with a network, and its game; each trained by self-play in the same way.
NETWORKS = {
    "tictactoe": "tictactoe",
    "mnk-4x3x3": "mnk:width=4",
    "connect-4x4x3": "connect:width=4,height=4,length=3",
}
TRAINING = "--rounds 8 --games 100 --steps 200 --gate 10 --tests 50 --hidden 64 --blocks 1 --seed 0"
#: Label, and player with the network's file.
ON_NETWORKS = [
    ("MCTS, 100 playouts: three small games", "mcts:playouts=100"),
    ("network alone, one move ahead: three small games", "alphabeta:depth=1,eval=net:{net}"),
    ("MCTS, 100 playouts by network: three small games", "mcts:playouts=100,net={net}"),
]


def network_rows(folder: Path, workers: int) -> list[list[Any]]:
    """Return the rows of networks, which are trained in a folder unless they are there."""
    for name, game in NETWORKS.items():
        if not (folder / name / "best.net").exists():
            command = [sys.executable, "-m", "kibitz", "learn", game, "--folder", str(folder / name)]
            subprocess.run([*command, *TRAINING.split()], check=True)
    rows = []
    for label, player in ON_NETWORKS:
        scores = []
        for name in NETWORKS:
            respondent = Respondent(player.format(net=folder / name / "best.net"), Limit())
            scores += score_player(respondent, (name,), workers=workers).sets
        rows.append(row(label, Result(label, tuple(scores), {})))
        print(*rows[-1], sep="  ", flush=True)
    return rows


def row(label: str, result: Result) -> list[Any]:
    found = result.overall
    low, high = 100 * found.best.low, 100 * found.best.high
    return [
        label,
        len(result.sets),
        f"{100 * found.best.value:.1f} ({low:.1f}–{high:.1f})",
        f"{100 * found.loss.value:.1f}",
        f"{100 * found.blunders.value:.1f}",
        "–" if found.calibration is None else f"{found.calibration.squared_error.value:.3f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--networks", type=Path, metavar="FOLDER", help="measure only networks")
    arguments = parser.parse_args()
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {"rows": []}
    labels = [label for label, _ in ON_NETWORKS]
    of_networks = [each for each in known["rows"] if each[0] in labels]
    if arguments.networks:
        others = [each for each in known["rows"] if each[0] not in labels]
        rows = others + network_rows(arguments.networks, arguments.workers)
        RESULTS.write_text(json.dumps({**known, "rows": rows}, indent=1, ensure_ascii=False) + "\n")
        return
    asked = [(*each, ()) for each in BASELINES] + [(*each, CHESS) for each in ON_CHESS]
    stockfish = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
    if stockfish:
        for nodes in ("100", "1k", "10k"):
            label = f"Stockfish, {nodes.replace('k', ',000')} nodes: chess only"
            asked.append((label, f"engine:cmd={stockfish},protocol=uci", f"nodes={nodes}", CHESS))
    rows, series = [], []
    for label, player, limit, names in asked:
        respondent = Respondent(player, Limit.parse(limit) if limit else Limit())
        result = score_player(respondent, names, workers=arguments.workers)
        rows.append(row(label, result))
        print(*rows[-1], sep="  ", flush=True)
        if not names:
            by_level = result.overall.by_level
            series.append([label, [[level, round(100 * by_level[level].value, 2)] for level in by_level]])
    results_file.write(
        RESULTS,
        "Baselines on the frozen sets, every set counting the same, by `benchmarks/truth.py`.",
        "best, loss and blunders in per cent, in brackets the interval of 95 %; the last column is the mean "
        "squared error of stated chances",
        ["player", "sets", "best moves", "loss", "blunders", "error of chances"],
        rows + of_networks,
        plots=[
            {
                "file": "docs/truth/levels.svg",
                "x": "level of the question",
                "y": "best moves, per cent",
                "series": series,
            }
        ],
    )


if __name__ == "__main__":
    main()
