"""Exact values by an author: a source where the position and all its children are known."""

from __future__ import annotations

from typing import Any

import pytest
from tests.python_game.take import Take, always, take_with

import kibitz
from kibitz import Draw, Loss, Points, Value, Win
from kibitz.base.errors import BadGame
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.games.exact_source import Cover
from kibitz.games.python_game.capabilities import ExactMethod, exact_value


def multiples_of_three_lose(self: Any, left: int) -> str | None:
    """As one finds by counting up from none; above nine this author does not know."""
    return None if left > 9 else "loss" if left % 3 == 0 else "win"


def source(game: kibitz.Game) -> ExactMethod:
    (found,) = game.exact
    assert isinstance(found, ExactMethod)
    return found


def test_only_an_author_who_knows_something_is_a_source() -> None:
    assert take_with().exact == ()
    known = source(take_with(exact=multiples_of_three_lose))
    assert known.name == "formula"
    assert not known.takes_seconds
    assert known.probe is None


@pytest.mark.parametrize("left", range(1, 10))
def test_every_move_has_the_value_that_a_plain_recursion_finds(left: int) -> None:
    def wins(stones: int) -> bool:
        return any(not wins(stones - taken) for taken in Take().moves(stones))

    game = take_with(exact=multiples_of_three_lose)
    position = game.position(f"{left} second")
    known = source(game).ask(position, Limit())
    assert known is not None
    assert known.value.result == (1 if wins(left) else -1)
    assert [each.move for each in known.moves] == list(position.moves)
    for each in known.moves:
        after = left - int(str(each.move))
        assert each.value.result == (-1 if wins(after) else 1)
        # Only of what has ended is known how soon.
        assert each.value == (Win(0) if after == 0 else Win() if not wins(after) else Loss())
    assert source(game).covers(position) is Cover.KNOWN


@pytest.mark.parametrize("left", [10, 11, 12])
def test_unknown_positions_are_not_covered(left: int) -> None:
    """Of ten the moves are known and it is not, of eleven one move is not, of twelve nothing is."""
    game = take_with(exact=multiples_of_three_lose)
    position = game.position(f"{left} first")
    assert source(game).covers(position) is Cover.NO
    assert source(game).ask(position, Limit()) is None


def test_a_position_is_not_covered_where_a_move_is_not_known() -> None:
    game = take_with(exact=lambda self, left: {7: "win", 6: "loss"}.get(left))
    assert source(game).ask(game.start(), Limit()) is None


@pytest.mark.parametrize("mover", [Side.FIRST, Side.SECOND])
@pytest.mark.parametrize("said", ["first", "second", "win", "loss", "draw"])
def test_it_is_said_as_outcomes_are(mover: Side, said: str) -> None:
    value = exact_value(take_with(exact=always(said)).python_rules.node(7, mover))
    wins = said in ("win", str(mover))
    assert value == (Draw() if said == "draw" else Win() if wins else Loss())
    ended = exact_value(take_with(exact=always(None), outcome=always(said)).python_rules.node(7, mover))
    assert ended == (Draw(0) if said == "draw" else Win(0) if wins else Loss(0))


@pytest.mark.parametrize(
    ("mover", "points", "value"),
    [(0, 3, Points(3)), (1, 3, Points(-3)), (0, -2, Points(-2)), (1, 0, Points(0))],
)
def test_points_are_those_of_the_side_to_move(mover: int, points: int, value: Value) -> None:
    game = take_with(score_range=(-2, 3), exact=always(points), outcome=always(None))
    assert exact_value(game.python_rules.node(7, mover)) == value


@pytest.mark.parametrize(
    ("points", "said"),
    [
        *((None, said) for said in ("nobody", 0, 1.0, True, b"win")),
        *(((-2, 3), said) for said in ("first", "draw", 1.0, True, 4, -3)),
    ],
)
def test_anything_else_is_refused(points: Any, said: Any) -> None:
    with pytest.raises(BadGame) as error:
        exact_value(
            take_with(score_range=points, exact=always(said), outcome=always(None)).python_rules.node(7, 0)
        )
    assert "exact(7)" in str(error.value)
    assert repr(said) in str(error.value)


def test_extra_turns_keep_the_value() -> None:
    """A move after which the same player decides is worth what that position is."""
    game = take_with(
        start=always((2, "first")),
        turn=lambda self, state: state[1],
        moves=lambda self, state: ["stay", "go"],
        play=lambda self, state, move: (state[0] - 1, "first" if move == "stay" else "second"),
        outcome=lambda self, state: None if state[0] else "draw",
        exact=always("first"),
    )
    known = source(game).ask(game.start(), Limit())
    assert known is not None
    assert known.value == Win()
    assert [each.value for each in known.moves] == [Win(), Win()]


def test_where_chance_acts_nothing_is_known() -> None:
    game = take_with(turn=always("chance"), chances=always({1: 1}), exact=always("first"))
    assert source(game).covers(game.start()) is Cover.NO


def test_an_analysis_goes_by_what_its_author_knows() -> None:
    game = take_with(exact=multiples_of_three_lose)
    found = kibitz.analyse(game.start())
    assert found.value.result == 1
    assert str(found.moves[0].move) == "1"
