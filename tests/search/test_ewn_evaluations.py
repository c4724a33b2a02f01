"""Evaluations of EinStein würfelt nicht!, against plain ones from the descriptions."""

from __future__ import annotations

import itertools
import math
import struct
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import kibitz
from kibitz.solving.table import Table
from tests.search.settings import MINIMAX, Setting, random_positions

EWN = kibitz.load("ewn")
NETWORK = Path(__file__).parents[2] / "native" / "games" / "ewn" / "network.bin"
HALF = 32

#: The living stones of a side, and how far each is: by number, from 1.
Stones = dict[int, tuple[int, int]]


def sides(position: kibitz.Position) -> tuple[Stones, Stones]:
    """The stones of the side about to roll and of the other, as (row, column) as each sees the board."""
    numbers = EWN.rules.describe(position.state)[2:]
    both: list[Stones] = []
    for side, cells in enumerate((numbers[:6], numbers[6:])):
        own = {i + 1: cell if side == 0 else 24 - cell for i, cell in enumerate(cells) if cell >= 0}
        both.append({stone: divmod(cell, 5) for stone, cell in own.items()})
    return (both[0], both[1]) if position.mover == 0 else (both[1], both[0])


def movable(living: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The places in the order of stones that may move for a face."""
    if face in living:
        return (living.index(face),)
    lower = [i for i, stone in enumerate(living) if stone < face]
    higher = [i for i, stone in enumerate(living) if stone > face]
    return tuple(lower[-1:] + higher[:1])


def what_the_die_says(living: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(movable(living, face) for face in range(1, 7)))


@cache
def slots() -> dict[tuple[int, ...], list[int]]:
    """For each set of stones a number for each of them: its class and its place in the order of the class."""
    sets = [
        living
        for count in range(1, 7)
        for living in sorted(itertools.combinations(range(1, 7), count), key=lambda s: sum(1 << i for i in s))
    ]
    firsts: dict[tuple[tuple[int, ...], ...], int] = {}
    found, count = {}, 0
    for living in sets:
        last = len(living) - 1
        said = what_the_die_says(living)
        reversed_ = tuple(sorted(tuple(sorted(last - i for i in places)) for places in said))
        if said in firsts:
            found[living] = [firsts[said] + i for i in range(last + 1)]
        elif reversed_ in firsts:
            found[living] = [firsts[reversed_] + last - i for i in range(last + 1)]
        else:
            firsts[said] = count
            found[living] = [count + i for i in range(last + 1)]
            count += last + 1
    found[()] = [count]
    return found


def slow_network(position: kibitz.Position, numbers: tuple[int, ...]) -> float:
    """The outcome that the network expects for the side about to roll."""
    count = slots()[()][0]
    begin = 2 * count * 25 * HALF
    sums = [list(numbers[begin : begin + HALF]) for _ in range(2)]
    weights, lead = numbers[begin + HALF : begin + 2 * HALF], numbers[begin + 2 * HALF]
    for role, own in enumerate(sides(position)):
        living = tuple(own)
        for stone, slot in zip(living, slots()[living], strict=True):
            row, column = own[stone]
            for image, cell in enumerate((row * 5 + column, column * 5 + row)):
                at = ((role * count + slot) * 25 + cell) * HALF
                sums[image] = [a + b for a, b in zip(sums[image], numbers[at : at + HALF], strict=True)]
    kept = [[min(max(number, 0), 255) for number in image] for image in sums]
    points = sum(w * k * k for image in kept for w, k in zip(weights, image, strict=True))
    return math.tanh((points / (255 * 255 * 64) + lead / 256) / 2)


def test_the_network_weighs_what_its_file_says() -> None:
    data = NETWORK.read_bytes()
    numbers = struct.unpack(f"<{len(data) // 2}h", data)
    assert len(numbers) == 2 * slots()[()][0] * 25 * HALF + 2 * HALF + 1
    for position in random_positions(EWN, 300, seed=8, plies=60):
        sign = 1 if position.mover == 0 else -1
        found = sign * EWN.rules.evaluate(position.state, {"eval": 3})
        # It is looked up in 4,096 steps of 20 logits.
        assert found == pytest.approx(slow_network(position, numbers), abs=20 / 4096 / 4 + 1e-6)


@cache
def turns(left: tuple[int, ...]) -> tuple[int, ...]:
    """The chances that a side needs 0, 1, 2... turns, by the steps left to each stone, 0 if it is gone.

    Each is a whole number of parts, of which there are six to the power of all steps.
    """
    living = tuple(i + 1 for i, steps in enumerate(left) if steps)
    total = [0] * 20
    for face in range(1, 7):
        options = []
        for place in movable(living, face):
            stone = living[place] - 1
            fewer = tuple(steps - (i == stone) for i, steps in enumerate(left))
            after = (6 ** sum(fewer),) if fewer[stone] == 0 else turns(fewer)
            options.append((0, *after, *[0] * 20)[:20])
        best = min(options, key=lambda chances: sum(i * chance for i, chance in enumerate(chances)))
        total = [a + b for a, b in zip(total, best, strict=True)]
    return tuple(total)


def test_a_race_compares_how_many_turns_both_need() -> None:
    for position in random_positions(EWN, 40, seed=9, plies=60):
        lefts = [
            tuple(4 - min(own[stone]) if stone in own else 0 for stone in range(1, 7))
            for own in sides(position)
        ]
        mine, theirs = map(turns, lefts)
        parts = 6 ** sum(map(sum, lefts))
        faster = Fraction(sum(a * sum(theirs[i:]) for i, a in enumerate(mine)), parts)
        sign = 1 if position.mover == 0 else -1
        found = sign * EWN.rules.evaluate(position.state, {"eval": 2})
        assert found == pytest.approx(float(2 * faster - 1), abs=1e-4)


@pytest.mark.parametrize("judged", ["race", "learned"])
def test_other_boards_are_not_evaluated_so(judged: str) -> None:
    roll = kibitz.load("ewn:size=4,stones=3").start().play("2")
    with pytest.raises(kibitz.BadOption, match="only the original game"):
        kibitz.player(f"negascout:depth=2,eval={judged}").choose(roll)


@pytest.fixture(scope="module")
def three_stones(tmp_path_factory: pytest.TempPathFactory) -> Table:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("cache")))
        return kibitz.solve("ewn", pieces=3)


@pytest.mark.parametrize("judged", [{}, {"eval": 2}, {"eval": 3}])
def test_looking_ahead_asks_the_table(three_stones: Table, judged: dict[str, int]) -> None:
    """With exact values at its leaves a shallow search agrees with expectiminimax over the same leaves."""
    options = {"tablebase": three_stones.probe, "game_options": judged}
    compared = 0
    for position in random_positions(EWN, 400, seed=6, plies=70):
        stones = sum(cell >= 0 for cell in EWN.rules.describe(position.state)[2:])
        if not 3 < stones <= 6:
            continue
        compared += 1
        for depth in (2, 3):
            wanted = MINIMAX.search(EWN.rules, position.state, depth, **options)
            for star in (1, 2):
                found = Setting("alphabeta", switches={"star": star, "table_bytes": 1 << 16}).search(
                    EWN.rules, position.state, depth, **options
                )
                assert found.value.number == pytest.approx(wanted.value.number, abs=1e-9), position
    assert compared > 20
