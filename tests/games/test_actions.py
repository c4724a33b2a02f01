"""Every move of a built-in game has an action number, also with repetition rules."""

from __future__ import annotations

import sys

import pytest

import kibitz
from kibitz.base.errors import IllegalMove
from kibitz.base.repetition import Repetition
from kibitz.games import registry


@pytest.fixture(params=["with numpy", "without"], autouse=True)
def arrays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "without":
        monkeypatch.setitem(sys.modules, "numpy", None)


def without_repetition() -> kibitz.Game:
    """Chess in which a move that brings a position back is not allowed."""
    usual = registry.entry("chess")
    cls = type("Strict", (usual.game_class(),), {"repetition": Repetition(forbidden=True)})
    return cls("chess", {option.name: option.default for option in usual.options()}, {})  # type: ignore[no-any-return]


def test_a_move_that_brings_a_position_back_has_no_number() -> None:
    strict, usual = without_repetition(), kibitz.load("chess")
    played = ("Nf3", "Nf6", "Ng1")
    here, there = strict.start().play(*played), usual.start().play(*played)
    assert {*map(str, there.moves)} - {*map(str, here.moves)} == {"f6g8"}
    back = there.move("f6g8")
    number = usual.encoding.actions.number(there, back)
    assert number not in strict.encoding.actions.numbers(here)
    assert sorted([*strict.encoding.actions.numbers(here), number]) == sorted(
        usual.encoding.actions.numbers(there)
    )
    for move, found in zip(here.moves, strict.encoding.actions.numbers(here), strict=True):
        assert usual.encoding.actions.move(there, found) == move
    with pytest.raises(IllegalMove):
        strict.encoding.actions.move(here, number)
    (mask,) = strict.encoding.actions.masks([here]).tolist()
    assert [place for place, allowed in enumerate(mask) if allowed] == sorted(
        strict.encoding.actions.numbers(here)
    )


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "ewn", "chess"])
def test_masks_agree_with_numbers_position_by_position(spec: str) -> None:
    game = kibitz.load(spec)
    positions = [game.start()]
    for _ in range(4):
        positions.append(positions[-1].play(positions[-1].moves[-1]))
    masks = game.encoding.actions.masks(positions)
    assert masks.shape == (5, len(game.encoding.actions))
    for position, mask in zip(positions, masks.tolist(), strict=True):
        assert [place for place, yes in enumerate(mask) if yes] == sorted(
            game.encoding.actions.numbers(position)
        )
        if position.turn is kibitz.Side.CHANCE:
            assert not any(mask)


def test_a_game_that_is_over_allows_no_number_whatever_stands_beside_it() -> None:
    game = kibitz.load("tictactoe")
    won = game.start().play("1 4 2 5 3")
    masks = game.encoding.actions.masks([won, game.start(), won]).tolist()
    assert masks == [[False] * 9, [True] * 9, [False] * 9]
    assert game.encoding.actions.numbers(won) == []


def test_moves_without_a_number_and_numbers_without_a_move_are_named() -> None:
    game = kibitz.load("tictactoe")
    position = game.start().play("5")
    with pytest.raises(IllegalMove, match="5 is not legal here"):
        game.encoding.actions.number(position, game.start().move("5"))
    for number in (4, 99, "many", None):
        with pytest.raises(IllegalMove, match="no legal move has the number"):
            game.encoding.actions.move(position, number)  # type: ignore[arg-type]


def test_a_position_that_came_too_often_allows_no_number() -> None:
    """In chess the game is drawn when a position comes for the fifth time."""
    game = kibitz.load("chess")
    fifth = game.start().play(*("Nf3", "Nf6", "Ng1", "Ng8") * 4)
    assert (fifth.times, fifth.is_over) == (5, True)
    fourth, drawn = game.encoding.actions.masks([game.start(), fifth]).tolist()
    assert sum(fourth) == 20
    assert not any(drawn)
