"""Positions and the core: immutability, and release with their game."""

from __future__ import annotations

import gc
import weakref

import pytest

import kibitz
from kibitz.games import registry

pytestmark = pytest.mark.core


@pytest.mark.parametrize("attribute", ["game", "state", "moves", "other"])
def test_a_position_can_not_be_changed(attribute: str) -> None:
    position = kibitz.load("tictactoe").start()
    with pytest.raises(AttributeError):
        setattr(position, attribute, None)


def test_moves_are_listed_once() -> None:
    position = kibitz.load("connect4").start()
    assert position.moves is position.moves


@pytest.mark.parametrize("spec", ["tictactoe", "ewn"])
def test_a_game_is_freed_with_its_positions(spec: str) -> None:
    """It holds its start, which holds it: the collector must see through the core."""
    game = registry.entry(spec).make({})  # not by load, which keeps the games asked for lately
    after = game.start().play(game.start().moves[0])
    assert after.moves
    gone = weakref.ref(game)
    del game, after
    gc.collect()
    assert gone() is None


def test_a_state_of_another_game_is_no_position() -> None:
    with pytest.raises(kibitz.WrongGame, match="another game"):
        kibitz.Position(kibitz.load("tictactoe"), kibitz.load("connect4").start().state)
    with pytest.raises(kibitz.BadOption):
        kibitz.Position(kibitz.load("tictactoe"), None)  # type: ignore[arg-type]


def test_invalid_moves_are_refused() -> None:
    position = kibitz.load("tictactoe").start()
    with pytest.raises(TypeError, match="no move"):
        position.after("5")
    with pytest.raises(TypeError):
        position.after(None)
    with pytest.raises(kibitz.IllegalMove):
        position.play(kibitz.Move("99", 98, (98,)))


def test_a_move_of_other_rules_is_neither_written_nor_drawn() -> None:
    """Its number may well be one of a move here, which says nothing."""
    position = kibitz.load("tictactoe").start()
    for spec in ("connect4", "tictactoe:misere=yes", "chess"):
        stranger = kibitz.load(spec).start().moves[0]
        for use in (position.write, position.draw, position.svg):
            with pytest.raises(kibitz.WrongGame, match=r"is a move of .*, not of mnk:"):
                use(stranger)
    assert position.write(kibitz.load("tictactoe:numbering=keypad").start().moves[0]) == "7"
    assert position.write(kibitz.Move("1", 0, (0,))) == "1"
