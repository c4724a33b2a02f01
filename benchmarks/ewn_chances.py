"""Calibration of EinStein's winning chances: predicted against actual results, in ten bins.

    python benchmarks/ewn_chances.py [--player negascout:depth=3] [--games 4000] [--stones 4] [--workers 1]
                                     [--svg FILE] [--json FILE]

A player plays games against itself. Before each of its moves it predicts its chance; the result is the
end of the game or, as soon as few enough stones are left, the exact chance in the table, which has the same
mean and less variance. Positions that a table covers are not asked.
The errors are twice the standard error of the difference, moves of one game counted together.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import results_file

import kibitz
from kibitz.arena.plots import lines
from kibitz.base.random import Random

BINS = 10
#: For every move before the table applied: the mover's chances as predicted at each depth, and the result.
Game = list[tuple[list[float], float]]


def play(spec: str, stones: int, seed: int) -> Game:
    """One game of a player against itself."""
    game, player, rng = kibitz.load("ewn"), kibitz.player(spec), Random(seed)
    table = kibitz.solve(game, pieces=stones)
    position, said = game.start(rng), []
    while not position.is_over:
        if position.turn is kibitz.Side.CHANCE:
            if table.value(position) is not None:
                break
            position = position.play(position.roll(rng))
            continue
        choice = player.choose(position, rng=rng)
        values = [found.value for found in choice.iterations]
        said.append((position.mover, [value.chance for value in values if isinstance(value, kibitz.Expect)]))
        position = position.play(choice.move)
    if position.outcome is not None:
        came = {
            side: float(position.outcome.winner is side) for side in (kibitz.Side.FIRST, kibitz.Side.SECOND)
        }
    else:
        value = table.value(position)
        assert isinstance(value, kibitz.Expect)
        came = {position.mover: value.chance, position.mover.opponent: 1 - value.chance}
    return [(chances, came[side]) for side, chances in said]


def play_many(spec: str, stones: int, seeds: range, workers: int) -> list[Game]:
    """The games of these seeds, with tables of their own."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["KIBITZ_CACHE"] = cache
        kibitz.solve("ewn", pieces=stones)
        method = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=method) as pool:
            return list(pool.map(partial(play, spec, stones), seeds, chunksize=50))


def compare(games: list[list[tuple[float, float]]]) -> list[tuple[int, float, float, float]]:
    """For each bin: moves, mean predicted, mean actual, and twice the standard error of their difference."""
    found = []
    for k in range(BINS):
        mine = [[pair for pair in game if min(int(pair[0] * BINS), BINS - 1) == k] for game in games]
        count = sum(map(len, mine))
        if not count:
            continue
        said = sum(p for game in mine for p, _ in game) / count
        came = sum(a for game in mine for _, a in game) / count
        off = came - said
        swing = sum(sum(a - p - off for p, a in game) ** 2 for game in mine)
        found.append((count, said, came, 2 * math.sqrt(swing) / count))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="negascout:depth=3")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--stones", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--json", type=Path, help="write the bins with date, machine and versions")
    wishes = parser.parse_args()
    seeds = range(wishes.seed * 1_000_000, wishes.seed * 1_000_000 + wishes.games)
    games = play_many(wishes.player, wishes.stones, seeds, wishes.workers)
    bins = compare([[(chances[-1], came) for chances, came in game] for game in games])
    print(f"{wishes.player}, {wishes.games:,} games, {sum(map(len, games)):,} moves")
    head = ["moves", "predicted", "came", "off by"]
    rows = [
        [f"{count:,}", f"{said:.1%}", f"{came:.1%}", f"{100 * (came - said):+.1f} ± {100 * error:.1f}"]
        for count, said, came, error in bins
    ]
    for row in (head, ["---"] * 4, *rows):
        print(f"| {' | '.join(row)} |")
    results_file.write(
        wishes.json,
        f"Chances that `{wishes.player}` named and what came, {wishes.games:,} games and "
        f"{sum(map(len, games)):,} moves; in points, with 95 % bounds.",
        "by `ewn_chances.py`",
        head,
        rows,
    )
    if wishes.svg:
        drawn = [(100 * said, 100 * came) for _, said, came, _ in bins]
        picture = lines(
            [("what came", drawn), ("as predicted", [(x, x) for x, _ in drawn])],
            "predicted chance in percent",
            "what came, with 95% intervals",
            [[100 * error for *_, error in bins], [0.0] * len(bins)],
        )
        wishes.svg.write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
