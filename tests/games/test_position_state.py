"""The state of the game in a position, and moves that it refuses."""

from __future__ import annotations

import pickle
from random import Random
from unittest.mock import ANY

import pytest

import kibitz


def test_side_to_move_and_point_of_view() -> None:
    """Before a roll it is no player's turn, but values are those of the player who rolls."""
    ewn = kibitz.load("ewn")
    start = ewn.start()
    assert (start.turn, start.mover) == (kibitz.Side.CHANCE, kibitz.Side.FIRST)
    rolled = start.play(start.moves[0])
    assert rolled.turn is rolled.mover is kibitz.Side.FIRST
    after = rolled.play(rolled.moves[0])
    assert (after.turn, after.mover) == (kibitz.Side.CHANCE, kibitz.Side.SECOND)


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ("1 4 2 5", None),
        ("1 4 2 5 3", kibitz.Outcome(kibitz.Side.FIRST)),
        ("1 4 2 5 9 6", kibitz.Outcome(kibitz.Side.SECOND)),
        ("1 2 3 5 4 6 8 7 9", kibitz.Outcome(None)),
    ],
)
def test_how_a_game_ended(moves: str, outcome: kibitz.Outcome | None) -> None:
    position = kibitz.load("tictactoe").start().play(moves)
    assert position.outcome == outcome
    assert position.is_over == (outcome is not None)


def test_nothing_is_played_or_rolled_after_the_end() -> None:
    over = kibitz.load("tictactoe").start().play("1 4 2 5 3")
    for ask in (lambda: over.move("9"), lambda: over.play("9"), lambda: over.roll(Random(1))):
        with pytest.raises(kibitz.GameOver, match="1-0"):
            ask()
    with pytest.raises(kibitz.GameOver, match="1-0"):
        over.play(kibitz.load("tictactoe").start().move("9"))


def test_only_chance_rolls() -> None:
    with pytest.raises(kibitz.IllegalMove, match="nothing to roll; it is the turn of x"):
        kibitz.load("tictactoe").start().roll(Random(1))


def test_rolls_are_as_likely_as_chances_say() -> None:
    pig = kibitz.load("pig:die=coin").start().play("roll")
    assert sum(chance for _, chance in pig.chances) == pytest.approx(1)
    assert {move for move, _ in pig.chances} == set(pig.moves)
    rng = Random(1)
    rolls = [pig.roll(rng) for _ in range(400)]
    for move, chance in pig.chances:
        assert rolls.count(move) / 400 == pytest.approx(chance, abs=0.1)


def test_positions_are_equal_where_all_is_the_same() -> None:
    start = kibitz.load("tictactoe").start()
    one, other = start.play("1", "5", "9"), start.play("9", "5", "1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != start.play("1", "5", "3")
    assert one != str(one)
    assert one == ANY  # what a position does not know is asked itself
    # The same stones by other rules are another position.
    assert start != kibitz.load("mnk:misere=yes").start()
    assert len({one, other, start}) == 2


def test_history_can_be_dropped() -> None:
    start = kibitz.load("chess").start()
    back = start.play("Nf3", "Nf6", "Ng1", "Ng8")
    assert (back.times, len(back.past)) == (2, 4)
    alone = back.without_history()
    assert (alone.times, alone.past) == (1, [])
    assert alone == back
    tictactoe = kibitz.load("tictactoe").start().play("5")
    assert tictactoe.without_history() is tictactoe


def test_history_is_pickled() -> None:
    back = kibitz.load("chess").start().play("Nf3", "Nf6", "Ng1", "Ng8", "Nf3")
    again = pickle.loads(pickle.dumps(back))
    assert again == back
    assert (again.times, len(again.past)) == (back.times, len(back.past)) == (2, 5)
    assert [actor for _, actor in again.past] == [actor for _, actor in back.past]
    plain = pickle.loads(pickle.dumps(kibitz.load("chess").start()))
    assert (plain.times, plain.past) == (1, [])


def test_a_line_is_written_move_by_move() -> None:
    start = kibitz.load("chess").start()
    line = [start.move("e4"), start.play("e4").move("d5"), start.play("e4", "d5").move("exd5")]
    assert start.write_line(line) == "e4 d5 exd5"
    assert start.write_line([]) == ""


def test_several_moves_may_stand_in_a_text() -> None:
    game = kibitz.load("tictactoe")
    assert game.start().play("1, 5;9") == game.start().play("1", "5 9")
    for text in ("", "  "):
        with pytest.raises(kibitz.BadNotation):
            game.start().play(text)


@pytest.mark.parametrize("move", [5, None, b"5"])
def test_a_move_is_a_move_or_its_notation(move: object) -> None:
    with pytest.raises(kibitz.BadNotation, match="a Move or its notation"):
        kibitz.load("tictactoe").start().play(move)  # type: ignore[arg-type]


def test_refused_moves_come_with_the_reason() -> None:
    start = kibitz.load("tictactoe").start()
    five = start.move("5")
    with pytest.raises(kibitz.IllegalMove, match="5 is taken"):
        start.play(five, five)
    with pytest.raises(kibitz.WrongGame):
        start.play(kibitz.load("connect4").start().move("4"))
    with pytest.raises(kibitz.IllegalMove, match="i9 is not a move of tictactoe"):
        start.play(kibitz.Move("i9", 999_999_999))


def test_only_own_games_have_a_state_of_their_own() -> None:
    assert kibitz.load("tictactoe").start().python_state is None
    assert kibitz.load("race").start().python_state == (0, 0, "first", 0)
    assert tuple(kibitz.load("nim:piles=2").start().python_state.left) == (1, 2)


def test_points_are_reported_with_the_outcome() -> None:
    othello = kibitz.load("othello:size=4")
    assert othello.start().outcome is None
    lost = othello.position(repr(("o" * 16, "first")))
    assert lost.outcome == kibitz.Outcome(kibitz.Side.SECOND, -16)
    assert othello.position(repr(("x" * 16, "first"))).outcome == kibitz.Outcome(kibitz.Side.FIRST, 16)


def test_pictures_and_texts_of_a_position() -> None:
    position = kibitz.load("tictactoe").start().play("5")
    assert repr(position) == "<tictactoe .../.x./...>"
    assert position._repr_svg_() == position.svg()
    assert position.draw() == position.game.view.draw(position)
