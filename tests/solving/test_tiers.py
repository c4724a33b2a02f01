"""Tiers against the solver that lists positions: two ways to the same values."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import _core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving import solve as module
from kibitz.solving.table import Table, table_in_memory
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core


def by_tiers(game: Game, threads: int) -> Table:
    palette, values, positions = game.rules.solve_tiers(_core.Control(), threads)
    return table_in_memory(game, module.Solution("dense", {"palette": palette, "values": values}, positions))


def by_listing(game: Game) -> Table:
    keys, values = game.rules.solve_graph(_core.Control(), 1_000_000)
    return table_in_memory(game, module.Solution("keyed", {"keys": keys, "values": values}, len(keys) // 8))


def reachable(game: Game) -> set[Position]:
    seen, todo = {game.start()}, [game.start()]
    while todo:
        position = todo.pop()
        for move in position.moves:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    "spec", ["tictactoe", "tictactoe:misere=yes", "mnk:width=4,height=2,length=3", "mnk:width=1,height=1"]
)
def test_both_ways_agree_on_every_position(spec: str, threads: int) -> None:
    game = kibitz.load(spec)
    tiers, listing = by_tiers(game, threads), by_listing(game)
    positions = reachable(game)
    assert tiers.positions == len(positions)
    for position in positions:
        assert tiers.value(position) == listing.value(position), position


def test_tictactoe_stores_its_5478_positions_and_no_others() -> None:
    game = kibitz.load("tictactoe")
    table = by_tiers(game, 2)
    assert table.positions == 5478
    # Three x against none can't come about, though it is a place of the index.
    assert game.rules.index_size > 5478


@pytest.mark.parametrize(
    ("width", "height", "length", "result"),
    [
        (4, 3, 3, 1),
        (3, 4, 4, 0),
        pytest.param(4, 4, 3, 1, marks=pytest.mark.slow),
        pytest.param(4, 4, 4, 0, marks=pytest.mark.slow),
    ],
)
def test_published_values(width: int, height: int, length: int, result: int) -> None:
    """(4,4,3) and (4,3,3) are won by the first player, (4,4,4) is drawn: known results."""
    table = kibitz.solve(f"mnk:width={width},height={height},length={length}")
    assert table.layout == "dense"
    value = table.value(table.game.start())
    assert value is not None
    assert value.result == result
    assert verify_table(table, 300) == 300


def test_it_can_be_stopped_and_reports_its_total() -> None:
    heard: list[tuple[int, int]] = []

    def listen(done: int, total: int) -> bool:
        heard.append((done, total))
        return len(heard) < 2

    with pytest.raises(kibitz.Stopped):
        kibitz.solve("mnk:width=4,height=4,length=4", progress=listen)
    assert len(heard) == 2
    assert 0 < heard[0][0] < heard[1][0] < heard[1][1]
