"""Values derived from those of children, against values by hand."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import BadFile, Draw, Expect, Loss, Points, Position, Side, Value, Win
from kibitz.base.value import Estimate
from kibitz.solving.backup import derived_value, expectation, value_after, value_of_end

GAME = kibitz.load("tictactoe")


@pytest.mark.parametrize(
    ("board", "value"), [("xxx/oo./...", Loss(0)), ("xox/xox/oxo", Draw(0)), ("xx./ooo/x..", Loss(0))]
)
def test_an_end_is_worth_what_it_is_to_who_would_move(board: str, value: Value) -> None:
    assert value_of_end(GAME.position(board)) == value
    assert derived_value(GAME.position(board), value_of_end) == value


def test_where_losing_wins_the_next_player_has_won() -> None:
    game = kibitz.load("tictactoe:misere=yes")
    assert value_of_end(game.position("xxx/oo./...")) == Win(0)


class Toss(kibitz.PythonGame):
    """The first player may toss, or take a certain result; a toss has four outcomes."""

    worth: tuple[str | int, ...] = ("first", "draw", "second", "first")
    sure: str | int = "draw"

    def start(self) -> str:
        return "begin"

    def turn(self, state: str) -> str:
        return "chance" if state == "toss" else "first" if state in ("begin", "sure") else "second"

    def roller(self, state: str) -> str:
        return "first"

    def chances(self, state: str) -> dict[str, float]:
        return {"a": 0.5, "b": 0.125, "c": 0.25, "d": 0.125}

    def moves(self, state: str) -> list[str]:
        return ["toss", "sure"]

    def play(self, state: str, move: str) -> str:
        return move

    def outcome(self, state: str) -> str | int | None:
        if state == "sure":
            return self.sure
        return self.worth["abcd".index(state)] if state in "abcd" else None


class TossForPoints(Toss):
    score_range = (-8, 8)
    worth = (4, -8, 2, 0)
    sure = 1


def plainly(position: Position) -> Value:
    return derived_value(position, plainly)


def test_chances_are_weighed_and_a_draw_is_half_a_win() -> None:
    start = kibitz.load(Toss).start()
    toss = start.play("toss")
    assert toss.mover is Side.FIRST
    assert value_of_end(toss.play("a")) == Expect(0.0)  # to the second player, who would be next
    assert value_of_end(toss.play("b")) == Expect(0.5)
    assert value_of_end(toss.play("c")) == Expect(1.0)
    assert value_after(toss, toss.moves[0], value_of_end) == Expect(1.0)
    assert value_after(toss, toss.moves[2], value_of_end) == Expect(0.0)
    assert plainly(toss) == Expect(0.5 + 0.125 / 2 + 0.125)
    assert value_after(start, start.move("sure"), value_of_end) == Expect(0.5)
    assert plainly(start) == Expect(0.6875)


def test_points_are_weighed_as_they_are() -> None:
    start = kibitz.load(TossForPoints).start()
    toss = start.play("toss")
    assert value_of_end(toss.play("a")) == Points(-4)
    assert plainly(toss) == Points(0.5 * 4 - 0.125 * 8 + 0.25 * 2)
    assert plainly(start) == Points(1.5)
    guessed = derived_value(toss, lambda after: Points(2, exact=after != toss.play("d")))
    assert guessed == Points(-2, exact=False)


def test_a_guess_among_chances_makes_a_guess() -> None:
    toss = kibitz.load(Toss).start().play("toss")
    guessed = derived_value(toss, lambda after: Expect(0.25, exact=after != toss.play("b")))
    assert guessed == Expect(0.75, exact=False)
    assert derived_value(toss, lambda after: Expect(0.25)) == Expect(0.75, exact=True)


def test_the_best_move_decides_and_takes_a_ply() -> None:
    position = GAME.position("xo./xo./...")
    values = {position.play(move): Win(1) for move in position.moves}
    assert derived_value(position, values.__getitem__) == Loss(2)
    values[position.play("9")] = Draw(3)  # type: ignore[assignment]
    assert derived_value(position, values.__getitem__) == Draw(4)
    values[position.play("7")] = Loss(0)  # type: ignore[assignment]
    assert derived_value(position, values.__getitem__) == Win(1)


def test_extra_turns_keep_the_point_of_view() -> None:
    """In kalah the last seed in one's own store gives another move."""
    position = kibitz.load("kalah:pits=3,seeds=3").start()
    again, other = position.moves[0], position.moves[1]
    assert position.play(again).mover is position.mover is not position.play(other).mover
    assert value_after(position, again, lambda after: Points(5)) == Points(5)
    assert value_after(position, other, lambda after: Points(5)) == Points(-5)


def test_values_as_chances() -> None:
    assert [expectation(value) for value in (Win(3), Draw(), Loss(2), Expect(0.3))] == [1.0, 0.5, 0.0, 0.3]
    with pytest.raises(BadFile, match="is no chance"):
        expectation(Estimate(3))
