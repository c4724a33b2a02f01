"""Known facts about games, found again: our own and published counts and values."""

from __future__ import annotations

import pytest
from tests.connect4.known import POSITIONS, SMALL_BOARDS

import kibitz
from kibitz.base.limit import Limit
from kibitz.solving.census import census

pytestmark = pytest.mark.core


@pytest.mark.once
def test_numerical_counts() -> None:
    tiers = census(kibitz.solve("numerical"))
    by_ply = [1, 45, 1440, 20160, 181440, 907200, 2372736, 3550400, 1646472, 324072]
    assert [tier.positions for tier in tiers] == by_ply
    assert sum(by_ply) == 9_003_966
    assert sum(tier.first for tier in tiers) == 1_106_856
    assert sum(tier.second for tier in tiers) == 964_576
    assert sum(tier.draws for tier in tiers) == 168_768
    assert sum(tier.classes for tier in tiers) == 1_125_686


def test_numerical_is_won_by_1_3_7_or_9_on_an_edge() -> None:
    table = kibitz.solve("numerical")
    start = table.game.start()
    winning = set()
    for move in start.moves:
        value = table.value(start.play(move))
        assert value is not None
        assert value.result in (0, -1)
        if value.result == -1:
            winning.add(move.parts)
    assert winning == {(cell, number) for cell in (1, 3, 5, 7) for number in (1, 3, 7, 9)}


def test_numerical_fits_a_megabyte_and_a_half() -> None:
    assert kibitz.solve("numerical").size < 1_500_000


def connect_boards() -> list[tuple[int, int]]:
    return [(w, h) for w in range(1, 21) for h in range(1, 21) if w * h <= 20]


#: Boards with more places than this in their index are left to the slow test.
QUICK = 300_000


@pytest.mark.parametrize(("width", "height"), connect_boards())
def test_small_connect_boards(width: int, height: int) -> None:
    _check_connect(width, height, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [*connect_boards(), (5, 5), (4, 6)])
def test_connect_boards(width: int, height: int) -> None:
    _check_connect(width, height, quick=False)


def _check_connect(width: int, height: int, quick: bool) -> None:
    game = kibitz.load("connect", width=width, height=height, length=4)
    if (game.rules.index_size > QUICK) == quick:
        pytest.skip("slow" if quick else "quick")
    table = kibitz.solve(game)
    value = table.value(game.start())
    assert value is not None
    size = width, height
    if size in POSITIONS and table.layout == "dense":
        assert sum(tier.positions for tier in census(table)) == POSITIONS[size]
    elif size in POSITIONS:
        assert sum(kibitz.count_positions(game)) == POSITIONS[size]
    if size in SMALL_BOARDS:
        outcome, plies = SMALL_BOARDS[size]
        assert value.result == {"draw": 0, "first": 1, "second": -1}[outcome]
        assert value.plies == plies


@pytest.mark.parametrize(
    ("width", "height", "length", "result"),
    [
        (3, 3, 3, 0),
        (4, 3, 3, 1),
        pytest.param(4, 4, 3, 1, marks=pytest.mark.slow),
        pytest.param(4, 4, 4, 0, marks=pytest.mark.slow),
        pytest.param(5, 4, 4, 0, marks=pytest.mark.slow),
    ],
)
def test_boards_without_gravity(width: int, height: int, length: int, result: int) -> None:
    table = kibitz.solve(f"mnk:width={width},height={height},length={length}")
    value = table.value(table.game.start())
    assert value is not None
    assert value.result == result


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "length", "result"), [(4, 3, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0)])
def test_boards_without_gravity_by_search(width: int, height: int, length: int, result: int) -> None:
    """The value of the game alone, which search finds without valuing every position."""
    start = kibitz.load("mnk", width=width, height=height, length=length).start()
    value = kibitz.player("negascout").choose(start, Limit(depth=width * height)).value
    assert value is not None
    assert value.exact
    assert value.result == result


def test_tictactoe_counts() -> None:
    assert sum(kibitz.count_positions("tictactoe")) == 5478
    assert kibitz.solve("tictactoe").positions == 765
    assert kibitz.count_games("tictactoe") == 255_168
