"""Nodes of searches: fewer for better ones, and the same every time."""

from random import Random

import pytest

import kibitz
from tests.search.settings import MINIMAX, ORDER, PLAIN, SCOUT, Setting, random_positions

TABLE = {"table_bytes": 1 << 22}


def total_nodes(setting: Setting, positions: list[kibitz.Position], depth: int) -> int:
    return sum(setting.search(p.game.rules, p.state, depth, seed=1).nodes for p in positions)


def test_each_improvement_saves_work() -> None:
    positions = random_positions(kibitz.load("mnk:width=5,height=4,length=4"), 12, seed=11)
    ladder = [
        MINIMAX,
        PLAIN,
        SCOUT,
        Setting("negascout", False, TABLE),
        Setting("negascout", False, {**ORDER, **TABLE}),
        Setting("negascout", False, {**ORDER, **TABLE}, forced=True),
    ]
    work = [total_nodes(setting, positions, 5) for setting in ladder]
    assert work == sorted(work, reverse=True), work
    assert work[0] > 100 * work[-2], work
    # Deepening searches all depths on the way for little more than the last one alone.
    deepening = Setting("negascout", True, {**ORDER, **TABLE, "aspiration": True})
    assert total_nodes(deepening, positions, 5) < 1.25 * work[-2]


#: Thousands of random positions: game, how many, depth.
MANY = [
    ("tictactoe", 600, 6),
    ("mnk:width=4,height=4,length=4", 150, 4),
    ("mnk:width=6,height=6,length=4", 40, 3),
    ("connect4", 300, 4),
    ("connect:width=5,height=4,length=3", 400, 5),
    ("connect:width=10,height=12,length=4", 60, 3),
    ("numerical", 100, 3),
]


LADDER = [
    MINIMAX,
    PLAIN,
    Setting("alphabeta", False, ORDER),
    Setting("negascout", False, ORDER),
    Setting("alphabeta", False, {**ORDER, **TABLE}),
    Setting("negascout", False, {**ORDER, **TABLE}),
]


def test_the_order_of_theory_holds() -> None:
    """Minimax, alpha-beta, better moves first, NegaScout, and a table.

    A scout that is wrong repeats work, so where the first move is often not the best one
    NegaScout may visit as many nodes as alpha-beta with the same ordering (docs/search.md):
    in no game more but for a fiftieth, and fewer in all together.
    """
    total = [0] * len(LADDER)
    for spec, count, depth in MANY:
        positions = random_positions(kibitz.load(spec), count, seed=21)
        work = [total_nodes(setting, positions, depth) for setting in LADDER]
        minimax, plain, ordered, scout, tabled, scout_tabled = work
        assert minimax > plain > ordered >= tabled, (spec, work)
        assert plain > scout > scout_tabled, (spec, work)
        assert 1.02 * ordered > scout, (spec, work)
        assert 1.02 * tabled > scout_tabled, (spec, work)
        total = [one + other for one, other in zip(total, work, strict=True)]
    _, _, ordered, scout, tabled, scout_tabled = total
    assert ordered > scout > scout_tabled, total
    assert tabled > scout_tabled, total


@pytest.mark.parametrize(
    ("spec", "count", "depth"),
    [("ewn", 20, 4), ("ewn:size=4,stones=3", 60, 4), ("ewn:size=3,stones=3", 300, 4)],
)
def test_stars_save_work_in_their_order(spec: str, count: int, depth: int) -> None:
    positions = random_positions(kibitz.load(spec), count, seed=22)
    settings = [
        [Setting("alphabeta", False, {**ORDER, "star": star}) for star in (0, 1, 2)],
        [Setting("negascout", True, {**ORDER, **TABLE, "star": star}) for star in (0, 1, 2)],
    ]
    for row in settings:
        work = [total_nodes(setting, positions, depth) for setting in row]
        assert work[0] > work[1] > work[2], work
    assert total_nodes(MINIMAX, positions, depth) >= total_nodes(settings[0][0], positions, depth)


def test_fail_soft_with_a_table_is_no_more_work_than_fail_hard() -> None:
    positions = random_positions(kibitz.load("mnk:width=4,height=4,length=4"), 40, seed=5)
    soft = total_nodes(Setting("alphabeta", True, {**ORDER, **TABLE}), positions, 5)
    hard = total_nodes(Setting("alphabeta", True, {**ORDER, **TABLE, "fail_hard": True}), positions, 5)
    assert soft <= hard


def test_a_larger_table_saves_work() -> None:
    positions = random_positions(kibitz.load("mnk:width=4,height=4,length=4"), 20, seed=6)
    work = [
        total_nodes(Setting("negascout", True, {**ORDER, "table_bytes": size}), positions, 7)
        for size in (0, 1 << 10, 1 << 22)
    ]
    assert work == sorted(work, reverse=True), work


def test_the_bench_signature() -> None:
    """All nodes of a fixed set of searches on one thread.

    The number changes only when search behaviour is meant to change: whoever
    changes it says in the same commit why it should.
    """
    total = 0
    for spec, depth in (
        ("tictactoe", 9),
        ("mnk:width=5,height=5,length=4", 5),
        ("mnk:width=7,height=6,length=4", 4),
        ("connect4", 5),
        ("numerical", 3),
        ("ewn", 3),
    ):
        game = kibitz.load(spec)
        positions = random_positions(game, 10, seed=2026)
        for setting in (
            PLAIN,
            Setting("alphabeta", False, {**ORDER, "fail_hard": True, "star": 0}),
            Setting("negascout", True, {**ORDER, **TABLE, "aspiration": True, "star": 2}, forced=True),
            Setting("negascout", True, {**ORDER, "table_bytes": 1 << 12, "step": 2, "star": 2}),
        ):
            total += total_nodes(setting, positions, depth)
    assert total == 1_914_100


def test_the_same_seed_does_the_same_work_and_gives_the_same_answer() -> None:
    position = kibitz.load("mnk:width=5,height=5,length=4").start()
    player = kibitz.player("negascout:depth=5")
    once, again = (player.choose(position, rng=Random(5)) for _ in range(2))
    assert (once.move, once.line, once.nodes) == (again.move, again.line, again.nodes)
