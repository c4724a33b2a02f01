"""EinStein on small boards, solved whole: what every pair of set-ups is worth, and which to choose.

    python benchmarks/ewn_setups.py [--pairs] [--write] ewn:size=4,stones=3,faces=3 ...

Every position is solved, up to 200 million with doubles in memory; more are kept as `kibitz solve` keeps them
(a byte a position, so that chances are off by up to 0.2 in 100), and a run that was interrupted goes on.

Whoever moves first wants a high chance, the other a low one, and both choose their set-up without knowing the
other's; the equilibrium is how often each chooses what. `--pairs` prints the chance of the first player for
every two set-ups; `--write` puts the equilibrium into src/kibitz/games/ewn/setups.json, for `setup=best`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import time
from pathlib import Path

import kibitz
from kibitz import _core
from kibitz.arena.matrix_game import equilibrium
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, table_in_memory

DATA = Path(__file__).resolve().parents[1] / "src" / "kibitz" / "games" / "ewn" / "setups.json"
MOST_IN_MEMORY = 200_000_000


def solved(spec: str) -> Table:
    """The whole game."""
    game = kibitz.load(spec)
    assert game.endgame is not None
    pieces, threads = game.endgame.most_pieces, os.cpu_count() or 1
    places = _core.endgame_run(game.rules, pieces, 8, 1).places
    print(f"## {spec}\n\n{places:,} positions", flush=True)
    if places > MOST_IN_MEMORY:
        return kibitz.solve(game, pieces=pieces, progress=True)
    alone = Checkpoints(game, None, 0)
    return table_in_memory(game, solve_by_endgame(game, pieces, _core.Control(), alone, threads, 8))


def chances(table: Table) -> tuple[list[str], list[list[float]]]:
    """The set-ups, and the chance of the first player with each (a row) against each (a column)."""
    game = table.game
    stones = "123456789"[: int(game.values["stones"])]
    orders = ["".join(order) for order in itertools.permutations(stones)]
    size, faces = game.values["size"], game.values["faces"]
    found = []
    for red in orders:
        row = []
        for blue in orders:
            spec = f"ewn:size={size},stones={len(stones)},faces={faces},setup={red}v{blue}"
            value = table.value(kibitz.load(spec).start())
            assert isinstance(value, kibitz.Expect)
            row.append(value.chance)
        found.append(row)
    return orders, found


def mixture(orders: list[str], shares: list[float]) -> dict[str, float]:
    """The set-ups that are chosen, most often first, with their shares."""
    chosen = {order: round(share, 6) for order, share in zip(orders, shares, strict=True) if share > 1e-6}
    return dict(sorted(chosen.items(), key=lambda pair: -pair[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    for spec in wishes.specs:
        began = time.process_time()
        orders, found = chances(solved(spec))
        value, first, second = equilibrium(found)
        both = mixture(orders, first), mixture(orders, second)
        worst = [(min(row), order) for order, row in zip(orders, found, strict=True)]
        best = [
            (max(row), order) for order, row in zip(orders, map(list, zip(*found, strict=True)), strict=True)
        ]
        flat = [chance for row in found for chance in row]
        print(
            f"chances of the first player {min(flat):.8f} to {max(flat):.8f}, "
            f"mean {sum(flat) / len(flat):.8f}"
        )
        print(f"equilibrium {value:.8f}; the first player {both[0]}; the second {both[1]}")
        print(f"if the other sees it first: the first player {max(worst)}, the second {min(best)}")
        if wishes.pairs:
            print("\n| |" + "|".join(orders) + "|\n|" + "---|" * (len(orders) + 1))
            for order, row in zip(orders, found, strict=True):
                print(f"| {order} |" + "|".join(f"{chance:.5f}" for chance in row) + "|")
        print(f"({time.process_time() - began:.1f} s of processor time)\n", flush=True)
        if wishes.write:
            game = kibitz.load(spec)
            kept = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
            kept[",".join(str(game.values[name]) for name in ("size", "stones", "faces"))] = {
                "value": round(value, 8),
                "first": both[0],
                "second": both[1],
            }
            DATA.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
