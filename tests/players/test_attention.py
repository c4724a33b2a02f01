"""Levels notice obvious moves and overlook distant ones, as people do."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.value import Expect
from kibitz.players.shallow_search import refutations, shallow_values, wins_at_once

CONNECT4 = kibitz.load("connect4")


def after(moves: str) -> tuple[kibitz.Position, kibitz.Move]:
    """The position after some moves, and the last of them."""
    position, last = CONNECT4.start(), None
    for text in moves.split():
        last = position.move(text)
        position = position.play(last)
    assert last is not None
    return position, last


def chosen(level: int, position: kibitz.Position, last: kibitz.Move | None, times: int = 60) -> list[str]:
    player = kibitz.player(f"level:strength={level}")
    return [str(player.think_after(last, position, Limit(), Random(seed)).move) for seed in range(times)]


def test_the_higher_the_level_the_more_often_it_blocks_three_in_a_row() -> None:
    position, last = after("4 7 4 5 4")
    blocks = {level: chosen(level, position, last).count("4") for level in (0, 10, 30)}
    assert blocks[0] > 60 / 7 * 2  # a child sees it now and then
    assert blocks[30] > 54  # and somebody who plays a little nearly always
    assert blocks[0] < blocks[10] <= blocks[30]


@pytest.mark.parametrize("level", [20, 40, 60])
def test_a_win_is_not_passed_by_from_level_20_on(level: int) -> None:
    position, last = after("4 5 4 5 4 6")
    assert [str(move) for move in wins_at_once(position)] == ["4"]
    assert set(chosen(level, position, last, 20)) == {"4"}


def test_dice_win_nothing_at_once() -> None:
    position = kibitz.load("ewn").start()
    assert position.turn is kibitz.Side.CHANCE
    assert wins_at_once(position) == []


def test_opposing_threats_are_found_with_the_reply() -> None:
    position, _ = after("4 7 4 5 4")
    found = refutations(position, Limit())
    assert {str(move): str(reply) for move, reply in found.items()} == dict.fromkeys("123567", "4")


def test_with_dice_no_move_is_senseless_from_level_20_on() -> None:
    game, rng = kibitz.load("ewn"), Random(5)
    player = kibitz.player("level:strength=20")
    for _ in range(40):
        position = game.start(rng)
        while not position.is_over:
            if position.turn is kibitz.Side.CHANCE:
                position = position.play(position.roll(rng))
                continue
            move = player.think_after(None, position, Limit(), rng).move
            worth = {
                m: value.chance
                for m, value in shallow_values(position, 1, Limit()).items()
                if isinstance(value, Expect)
            }
            if len(worth) == len(position.moves):
                assert worth[move] > max(worth.values()) - 0.25
            position = position.play(move)
