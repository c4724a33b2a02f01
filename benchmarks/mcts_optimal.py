"""The share of best moves of `mcts` by the number of playouts, measured on exact values.

    PYTHONPATH=src python benchmarks/mcts_optimal.py [--positions 200] [--most 100000] [--player SPEC]

Positions are those of games at random; the truth is the game's own table, made in memory. Writes
docs/mcts/optimal.svg and prints the figures. With dice no move is simply right, so the mean
loss of winning chances is reported as well.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
from pathlib import Path

import kibitz
from kibitz.analysis.evaluate_position import exact_values
from kibitz.arena.plots import lines
from kibitz.base.random import Random, pick
from kibitz.players.registry import make_player

DOCS = Path(__file__).parents[1] / "docs" / "mcts"
#: Name, game, and how many stones or numbers there are on the board at least and at most.
GAMES = (
    ("tic-tac-toe", "tictactoe", 0, 9),
    ("numerical", "numerical", 2, 9),
    ("EWN, up to 4 stones", "ewn", 2, 4),
)


def positions(spec: str, count: int, least: int, most: int) -> list[kibitz.Position]:
    """Decisions with more than one move in games at random."""
    game, rng, found = kibitz.load(spec), Random(7), []
    while len(found) < count:
        position, met = game.start(), []
        while not position.is_over:
            if position.turn is not kibitz.Side.CHANCE and len(position.moves) > 1:
                look = game.view.board(position)
                if look is not None and least <= len(look.pieces) <= most:
                    met.append(position)
            position = position.play(pick(rng, position.moves))
        if met:
            found.append(pick(rng, met))
    return list(dict.fromkeys(found))


def worth(value: kibitz.Value) -> float:
    """From 0, lost, to 1, won; how soon does not matter."""
    return value.chance if isinstance(value, kibitz.Expect) else (1 + (value.result or 0)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--most", type=int, default=100_000, help="playouts")
    parser.add_argument("--player", default="mcts:endgames=no", help="who must not look the truth up")
    wishes = parser.parse_args()
    steps = [10**k * f for k in range(7) for f in (1, 3) if 10**k * f <= wishes.most]
    series = []
    with tempfile.TemporaryDirectory() as empty:
        os.environ["KIBITZ_CACHE"] = empty
        for name, spec, least, most in GAMES:
            asked = positions(spec, wishes.positions, least, most)
            truth = [exact_values(position) for position in asked]
            points = []
            for playouts in steps:
                joined = "," if ":" in wishes.player else ":"
                player = make_player(f"{wishes.player}{joined}playouts={playouts}")
                right, lost = 0, 0.0
                for place, (position, values) in enumerate(zip(asked, truth, strict=True)):
                    if values is None:
                        raise SystemExit(f"nothing knows {position}")
                    best = max(map(worth, values.values()))
                    loss = best - worth(values[player.choose(position, rng=Random(place)).move])
                    right, lost = right + (loss < 1e-9), lost + loss
                share = right / len(asked)
                points.append((math.log10(playouts), 100 * share))
                lost /= len(asked)
                print(
                    f"{name:20} {playouts:>8,} playouts {share:6.1%} best moves {lost:.4f} lost", flush=True
                )
            series.append((name, points))
    DOCS.mkdir(exist_ok=True)
    drawing = lines(series, "playouts as a power of ten", "best moves in percent")
    (DOCS / "optimal.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
