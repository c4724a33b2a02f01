"""Shallow searches against full ones, and the comparison of values."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Limit, Loss, Points, Side, Value, Win
from kibitz.base.random import Random, pick
from kibitz.games.control import control_for
from kibitz.games.position import Position
from kibitz.players.board_regions import MoveDistances
from kibitz.players.shallow_search import expected_scores, refutations, shallow_values, wins_at_once

START = kibitz.load("tictactoe").start()
WIDE = kibitz.load("mnk:width=9,height=9,length=5")


def worth(*values: Value) -> list[float]:
    return list(expected_scores(dict(zip(START.moves, values, strict=False))).values())


def test_results_are_worth_a_point_less_next_to_nothing_for_each_ply() -> None:
    assert worth(Win(), Draw(), Loss()) == [1, 0.5, 0]
    quick, slow, even, late, soon = worth(Win(1), Win(5), Draw(4), Loss(6), Loss(2))
    assert 1 > quick > slow > 0.9
    assert even == 0.5
    assert 0.1 > late > soon > 0
    assert 1 - quick == pytest.approx(soon / 2)
    # However far away, a win stays clearly a win.
    assert worth(Win(50)) == worth(Win(400))
    assert worth(Win(49)) > worth(Win(50)) > [0.85]
    assert worth(Loss(400)) < [0.15]


def test_chances_are_worth_themselves() -> None:
    assert worth(Expect(0.25), Expect(1.0), Expect(0.0)) == [0.25, 1, 0]


@pytest.mark.parametrize("of", [Estimate, Points])
def test_guesses_and_points_fill_the_middle_half_evenly(of: type[Estimate]) -> None:
    assert worth(of(-10), of(10), of(0), of(5)) == [0.25, 0.75, 0.5, 0.625]
    assert worth(of(3), of(5), of(7)) == [0.25, 0.5, 0.75]
    assert worth(of(7), of(7)) == [0.5, 0.5]
    assert worth(of(7), of(7), Win()) == [0.5, 0.5, 1]
    # All of them lie between a sure loss and a sure win.
    assert worth(Loss(2), of(-1000), of(1000), Win(9)) == sorted(worth(Loss(2), of(-1000), of(1000), Win(9)))


def test_where_not_even_one_decision_fits_all_moves_look_the_same() -> None:
    found = shallow_values(START, 3, Limit(nodes=1))
    assert found == dict.fromkeys(START.moves, Estimate(0))
    assert list(found) == list(START.moves)


def test_a_look_sees_just_what_lies_within_it() -> None:
    # o threatens 8, which takes two plies to see; x has no win anywhere near.
    position = kibitz.load("tictactoe").position("xo./.o./..x")
    assert not any(value.result for value in shallow_values(position, 1, Limit()).values())
    found = shallow_values(position, 2, Limit())
    assert list(found) == list(position.moves)
    assert [str(move) for move, value in found.items() if value.result != -1] == ["8"]
    assert {value for value in found.values() if value.result} == {Loss(2)}
    # A limit of one's own is kept to.
    assert shallow_values(position, 3, Limit(depth=1)) == shallow_values(position, 1, Limit())


def plain_refutations(position: Position) -> dict[str, set[str]]:
    """By trying all: moves after which the opponent wins at once, with all replies that do."""
    found: dict[str, set[str]] = {}
    for move in position.moves:
        after = position.play(move)
        wins = {
            str(reply)
            for reply in ([] if after.is_over else after.moves)
            if (end := after.play(reply).outcome) is not None and end.winner is after.turn
        }
        if wins:
            found[str(move)] = wins
    return found


@pytest.mark.parametrize("spec", ["tictactoe", "tictactoe:misere=yes", "connect:width=5,height=4,length=3"])
def test_refutations_and_wins_are_those_of_trying_all(spec: str) -> None:
    game, rng, met = kibitz.load(spec), Random(2), 0
    for _ in range(25):
        position = game.start()
        while not position.is_over:
            tried = plain_refutations(position)
            found = refutations(position, Limit())
            assert [str(move) for move in found] == list(tried)
            assert all(str(reply) in tried[str(move)] for move, reply in found.items())
            ends = {move: position.play(move).outcome for move in position.moves}
            assert wins_at_once(position) == [
                move for move, end in ends.items() if end is not None and end.winner is position.turn
            ]
            met += bool(tried)
            position = position.play(pick(rng, position.moves))
    assert met > 20 or "misere" in spec  # where lines lose, nobody wins by a move of their own


def test_an_unfinished_search_refutes_nothing() -> None:
    position = kibitz.load("tictactoe").position("xx./o../...")
    assert len(refutations(position, Limit())) == 5
    assert refutations(position, Limit(depth=1)) == {}
    dice = kibitz.load("ewn").start()
    assert refutations(dice.play(dice.moves[0]), Limit()) == {}


def test_a_game_in_python_is_looked_at_less(long_game_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = control_for

    def noted(limit: Limit) -> object:
        asked.append(limit.nodes or 0)
        return real(limit)

    monkeypatch.setattr("kibitz.players.shallow_search.control_for", noted)
    slow = kibitz.load(f"{long_game_file}:length=9").start()
    for position in (START, slow):
        shallow_values(position, 2, Limit())
        refutations(position, Limit())
    quick_look, replies, slow_look, slow_replies = asked
    assert replies > quick_look > 5 * slow_look
    assert slow_replies == slow_look


def cell(text: str) -> tuple[int, int]:
    return ord(text[0]) - ord("a"), int(text[1:])


def test_near_is_what_lies_within_two_steps_of_the_last_move() -> None:
    for text in ("e5", "a1", "i2"):
        last = WIDE.start().move(text)
        position = WIDE.start().play(last)
        places = MoveDistances(position, last)
        for move in position.moves:
            far = max(abs(a - b) for a, b in zip(cell(text), cell(str(move)), strict=True))
            assert places.is_near(move) is (far <= 2)
        other = position.moves[0]
        for reply in position.play(other).moves:
            far = max(abs(a - b) for a, b in zip(cell(text), cell(str(reply)), strict=True))
            assert places.is_near_after(other, reply) is (far <= 2)


def test_without_a_last_move_or_places_every_move_is_near(long_game_file: Path) -> None:
    position = WIDE.start().play("e5")
    corner = position.move("a1")
    nowhere = MoveDistances(position, None)
    assert nowhere.is_near(corner) is True
    assert nowhere.is_near_after(position.move("i9"), corner) is True
    bare = kibitz.load(f"{long_game_file}:length=9").start()
    last = bare.moves[0]
    after = bare.play(last)
    places = MoveDistances(after, last)
    assert all(places.is_near(move) is True for move in after.moves)
    assert places.is_near_after(after.moves[0], after.play(after.moves[0]).moves[0]) is True


def test_the_side_that_moves_is_the_one_that_wins_at_once() -> None:
    position = kibitz.load("tictactoe").position("xx./oo./x..")
    assert position.turn is Side.SECOND
    assert [str(move) for move in wins_at_once(position)] == ["6"]
