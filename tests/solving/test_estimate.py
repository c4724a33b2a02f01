"""Games too large for a table are refused before any work; others are not."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import replace

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.solving import memory, solve_plan
from kibitz.solving.estimate import has_more_positions, positions_met
from kibitz.solving.memory import check_memory
from kibitz.solving.solve_plan import check_time, make_plan


def counted(spec: str, plies: int) -> Counter[Position]:
    """Every position of the first plies with the number of positions right before it, one by one."""
    before: Counter[Position] = Counter()
    layer = {kibitz.load(spec).start()}
    for _ in range(plies):
        after = Counter(p.play(m) for p in layer if not p.is_over for m in p.moves)
        before += after
        layer = set(after)
    return before


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("tictactoe", 9),
        ("mnk:width=3,height=3,misere=yes", 9),
        ("connect:width=4,height=3,length=3", 12),
        ("numerical", 3),
    ],
)
def test_there_are_never_more_ways_back_than_said(spec: str, plies: int) -> None:
    for position, ways in counted(spec, plies).items():
        assert ways <= (position.game.solving.max_predecessors(position) or 0), position


@pytest.mark.parametrize(
    ("spec", "positions"),
    # With the empty board and finished games. J. Tromp counted the boards of Connect Four.
    [("tictactoe", 5_478), ("connect:width=4,height=4", 161_029), ("connect4", 4_531_985_219_092)],
)
def test_random_games_count_no_more_than_there_are(spec: str, positions: int) -> None:
    game, rng = kibitz.load(spec), Random(1)
    mean = statistics.mean(positions_met(game, rng, float("inf")) for _ in range(2_000))
    assert positions / 20 < mean < 1.05 * positions


def test_the_same_number_by_listing() -> None:
    assert len(counted("tictactoe", 9)) + 1 == 5_478


@pytest.mark.parametrize(
    "spec",
    ["connect4", "connect", "mnk:width=19,height=19", "numerical:size=4"],
)
def test_a_game_that_is_too_large_is_refused_from_the_plan(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_plan, "free_memory", lambda: 4e9)
    match = (
        r"can't be solved: it has more than 10,000,000 positions, more than fit into half of the free memory"
    )
    with pytest.raises(kibitz.BadOption, match=match):
        make_plan(kibitz.load(spec))
    with pytest.raises(kibitz.BadOption, match=r"it has more than 5,000,000 positions(;|$)"):
        make_plan(kibitz.load(spec), 5_000_000)


def test_the_cost_decides_whether_an_indexed_game_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    for spec, gigabytes in (("connect:width=6,height=5", 5), ("connect:width=6,height=6", 300)):
        game = kibitz.load(spec)
        plan = make_plan(game)
        assert plan.layout == "dense"
        assert plan.memory > gigabytes * 1e9
        monkeypatch.setattr(memory, "free_memory", lambda: 1e9)
        with pytest.raises(
            kibitz.BadOption, match="MB of memory while it is solved, and there are 1,000 MB left"
        ):
            check_memory(plan, spec)
    check_time(make_plan(kibitz.load("connect:width=6,height=5")), "")
    with pytest.raises(kibitz.BadOption, match=r"would take about [0-9]+ days on [0-9]+ cores"):
        check_time(replace(plan, places=10**13, threads=1), spec)


def test_the_refusal_says_what_to_do_instead_where_there_is_something() -> None:
    with pytest.raises(kibitz.BadOption, match="kibitz analyse"):
        kibitz.solve("connect4")


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect:width=5,height=4", "connect:width=30,height=30,length=1", "mnk:length=3"]
)
def test_a_game_that_is_not_is_planned(spec: str) -> None:
    assert make_plan(kibitz.load(spec)).places


def test_a_limit_of_ones_own_counts() -> None:
    game = kibitz.load("connect:width=6,height=4")
    assert has_more_positions(game, 1_000_000)
    assert not has_more_positions(game, 1_000_000_000)
    with pytest.raises(kibitz.BadOption, match="more than 1,000,000 positions"):
        make_plan(game, 1_000_000)
    assert make_plan(game, 1_000_000_000).places < 1_000_000_000


def test_of_dice_and_of_games_in_python_nothing_is_said() -> None:
    for spec in ("ewn", "pig:target=100", "nim"):
        assert not has_more_positions(kibitz.load(spec), 1)


def test_a_game_without_a_choice_is_counted_exactly() -> None:
    """One column: the position after each stone, and the empty board."""
    game = kibitz.load("connect:width=1,height=7,length=4")
    assert positions_met(game, Random(1), float("inf")) == 8
    assert positions_met(game, Random(1), 3) == 3
    # Its mirror image counts as another one, as on wider boards.
    assert has_more_positions(game, 3)
    assert not has_more_positions(game, 4)


def test_positions_alike_by_symmetry_count_once() -> None:
    """In 5,478 positions of tic-tac-toe there are 765 that differ; too few are counted, never too many."""
    game = kibitz.load("tictactoe")
    assert game.rules.symmetries == 8
    assert has_more_positions(game, 50)
    assert not has_more_positions(game, 685)  # 5,478 by 8
