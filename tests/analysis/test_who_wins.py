"""Weak solutions: published results, and agreement with exact values."""

import pytest

import kibitz
from kibitz.base.random import Random, pick

pytestmark = pytest.mark.core


@pytest.mark.parametrize(
    ("width", "height", "value"),
    # Uiterwijk and van den Herik (2000) and others; (5,5,4) is a slow test.
    [
        (4, 4, kibitz.Draw()),
        pytest.param(5, 4, kibitz.Draw(), marks=pytest.mark.once),
        (6, 5, kibitz.Win()),
        (6, 6, kibitz.Win()),
    ],
)
def test_published_results_of_four_in_a_row(width: int, height: int, value: kibitz.Value) -> None:
    start = kibitz.load("mnk", width=width, height=height, length=4).start()
    assert kibitz.who_wins(start) == value


@pytest.mark.slow
def test_five_by_five() -> None:
    assert kibitz.who_wins(kibitz.load("mnk:width=5,height=5,length=4").start()) == kibitz.Draw()


@pytest.mark.parametrize(
    "spec",
    [
        "mnk:width=4,height=3,length=3,misere=yes",
        "connect:width=4,height=4,length=3",
        "numerical",
        pytest.param("morris", marks=pytest.mark.once),
    ],
)
def test_the_same_as_exact_values(spec: str) -> None:
    game, rng = kibitz.load(spec), Random(5)
    table = kibitz.solve(game)
    for _ in range(8):
        position = game.start()
        while not position.is_over:
            if rng.random() < 0.3:
                found = kibitz.who_wins(position, kibitz.Limit(seconds=20, depth=14))
                if found is not None:
                    assert found.result == table.value(position).result, position
                    assert found.plies is None
            position = position.play(pick(rng, position.moves))


def test_a_limit_that_is_not_enough() -> None:
    start = kibitz.load("mnk:width=7,height=7,length=5").start()
    assert kibitz.who_wins(start, kibitz.Limit(nodes=1000)) is None


@pytest.mark.parametrize("spec", ["ewn", "othello:size=4"])
def test_dice_and_points_are_no_question_of_winning(spec: str) -> None:
    with pytest.raises(kibitz.BadOption, match="no plain winner"):
        kibitz.who_wins(kibitz.load(spec).start())


def test_a_game_that_is_over_has_been_won_drawn_or_lost() -> None:
    game, misere = kibitz.load("tictactoe"), kibitz.load("tictactoe:misere=yes")
    assert kibitz.who_wins(game.position("xxx/oo./...")) == kibitz.Loss()
    assert kibitz.who_wins(game.position("xox/xox/oxo")) == kibitz.Draw()
    assert kibitz.who_wins(misere.position("xxx/oo./...")) == kibitz.Win()


def test_a_depth_is_enough_where_the_game_ends_within_it() -> None:
    position = kibitz.load("tictactoe").position("xo./.x./o..")
    assert kibitz.who_wins(position, kibitz.Limit(depth=1)) == kibitz.Win()
    start = position.game.start()
    assert kibitz.who_wins(start, kibitz.Limit(depth=1)) is None
    assert kibitz.who_wins(start, kibitz.Limit(depth=9)) == kibitz.Draw()


def test_it_can_be_stopped_and_reports_progress() -> None:
    start = kibitz.load("mnk:width=7,height=7,length=5").start()
    received = []

    def stop(done: int, total: int) -> bool:
        received.append(done)
        return False

    assert kibitz.who_wins(start, progress=stop) is None
    assert received
