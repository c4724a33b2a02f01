"""EinStein on small boards, solved completely: the value of every pair of set-ups, and the equilibrium.

    python benchmarks/ewn_setups.py [--pairs] [--write] [--evaluate PLAYER] ewn:size=4,stones=3,faces=3 ...

Every position is solved, up to 200 million with doubles in memory; more are kept as `kibitz solve` keeps them
(a byte a position, so that chances are off by up to 0.2 in 100), and an interrupted run resumes.

The first player maximises the chance, the second minimises it, and both choose their set-up without knowing
the other's; the equilibrium is a mixed strategy for each. `--pairs` prints the chance of the first player for
every two set-ups, and `--write` puts the equilibrium into src/kibitz/games/ewn/setups.json, for `setup=best`.
With `--evaluate negascout:depth=2` a game that is too large is not solved: that player evaluates every
pair of set-ups.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import kibitz
from kibitz import _core
from kibitz.arena.matrix_game import equilibrium
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, table_in_memory

DATA = Path(__file__).resolve().parents[1] / "src" / "kibitz" / "games" / "ewn" / "setups.json"
MOST_IN_MEMORY = 200_000_000
Matrix = list[list[float]]


def solved(spec: str) -> Table:
    """The whole game."""
    game = kibitz.load(spec)
    assert game.solving.endgame is not None
    pieces, threads = game.solving.endgame.most_pieces, os.cpu_count() or 1
    places = _core.endgame_run(game.rules, pieces, 8, 1).places
    print(f"## {spec}\n\n{places:,} positions", flush=True)
    if places > MOST_IN_MEMORY:
        return kibitz.solve(game, pieces=pieces, progress=True)
    alone = Checkpoints(game, None, 0)
    return table_in_memory(game, solve_by_endgame(game, pieces, _core.Control(), alone, threads, 8))


def chances(game: kibitz.Game, value_of: Callable[[kibitz.Position], float]) -> tuple[list[str], Matrix]:
    """The set-ups, and the chance of the first player with each (a row) against each (a column).

    With a face for each stone the numbers of either side may be reversed without a difference, so half of the
    set-ups stand for all; and both sides may be reflected together.
    """
    stones = "123456789"[: int(game.values["stones"])]
    alike = game.values["faces"] == len(stones)
    reverse = str.maketrans(stones, stones[::-1] if alike else stones)
    orders = ["".join(order) for order in itertools.permutations(stones)]
    orders = [order for order in orders if order <= order.translate(reverse)]
    rows = next(n for n in itertools.count(1) if n * (n + 1) // 2 >= len(stones))
    cells = [(row, column) for row in range(rows) for column in range(rows - row)][: len(stones)]
    reflects = all((column, row) in cells for row, column in cells)

    def reflected(order: str) -> str:
        image = "".join(order[cells.index((column, row))] for row, column in cells)
        return min(image, image.translate(reverse))

    known: dict[tuple[str, str], float] = {}
    for pair in itertools.product(orders, orders):
        if pair not in known:
            red, blue = pair
            own = {name: game.values[name] for name in ("size", "stones", "faces")}
            options = ",".join(f"{name}={value}" for name, value in own.items())
            chance = value_of(kibitz.load(f"ewn:{options},setup={red}v{blue}").start())
            known[pair] = chance
            if reflects:
                known[reflected(red), reflected(blue)] = chance
    return orders, [[known[red, blue] for blue in orders] for red in orders]


def evaluated(player: kibitz.Player, position: kibitz.Position) -> float:
    """What a player thinks of a position before the roll."""
    total = 0.0
    for roll, probability in position.chances:
        value = player.choose(position.play(roll)).value
        assert isinstance(value, kibitz.Expect)
        total += probability * value.chance
    return total


def exact(table: Table, position: kibitz.Position) -> float:
    """What the table says."""
    value = table.value(position)
    assert isinstance(value, kibitz.Expect)
    return value.chance


def mixture(orders: list[str], shares: list[float]) -> dict[str, float]:
    """The set-ups that are chosen, most often first, with their shares."""
    chosen = {order: round(share, 6) for order, share in zip(orders, shares, strict=True) if share > 1e-6}
    return dict(sorted(chosen.items(), key=lambda pair: -pair[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--evaluate", help="a player that evaluates instead of solving")
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    for spec in wishes.specs:
        began = time.process_time()
        asked = (
            partial(evaluated, kibitz.player(wishes.evaluate))
            if wishes.evaluate
            else partial(exact, solved(spec))
        )
        orders, found = chances(kibitz.load(spec), asked)
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
                "by": wishes.evaluate or "solving",
                "first": both[0],
                "second": both[1],
            }
            DATA.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
