"""The tier solver against the graph solver."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import _core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.by_graph import solve_by_graph
from kibitz.solving.by_tiers import solve_by_tiers
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, table_in_memory

pytestmark = pytest.mark.core


def by_tiers(game: Game, threads: int) -> Table:
    return table_in_memory(game, solve_by_tiers(game, _core.Control(), Checkpoints(game, None, 0), threads))


def by_listing(game: Game) -> Table:
    return table_in_memory(game, solve_by_graph(game, _core.Control(), 1_000_000))


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
    "spec",
    [
        "tictactoe",
        "tictactoe:misere=yes",
        "mnk:width=4,height=2,length=3",
        "mnk:width=1,height=1",
        "connect:width=3,height=4,length=3",
        "connect:width=4,height=3,length=3",
        "connect:width=5,height=2,length=3",
        "connect:width=7,height=1,length=2",
        "connect:width=1,height=6,length=4",
    ],
)
def test_both_ways_agree_on_every_position(spec: str, threads: int) -> None:
    game = kibitz.load(spec)
    tiers, listing = by_tiers(game, threads), by_listing(game)
    assert tiers.positions == listing.positions
    for position in reachable(game):
        assert tiers.value(position) == listing.value(position) is not None, position


def test_unreachable_positions_are_absent() -> None:
    """Three x against none can't come about, though it is a place of the index."""
    game = kibitz.load("tictactoe")
    assert by_tiers(game, 2).positions == 765
    assert len(reachable(game)) == 5478
    assert 765 < game.rules.index_size < 5478


def test_it_can_be_stopped_and_reports_its_total() -> None:
    received: list[tuple[int, int]] = []

    def listen(done: int, total: int) -> bool:
        received.append((done, total))
        return len(received) < 2

    with pytest.raises(kibitz.Stopped):
        kibitz.solve("mnk:width=4,height=4,length=4", progress=listen)
    assert len(received) == 2
    assert 0 < received[0][0] < received[1][0] < received[1][1]
