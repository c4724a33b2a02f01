"""Positions as text, as numbers, as pickles."""

from __future__ import annotations

import pickle

import pytest

import kibitz
from kibitz import Game, Position
from tests.conformance.test_play import facts
from tests.conformance.walks import some, walk

pytestmark = pytest.mark.core

Positions = tuple[Position, ...]


def test_texts_of_positions_are_read_back(game: Game, positions: Positions) -> None:
    for position in positions:
        text = str(position)
        assert text == text.strip() != ""
        assert "\n" not in text
        for written in (text, f"  {text} "):
            read = game.position(written)
            assert read == position
            assert facts(read) == facts(position)


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_text_is_the_start(game: Game, text: str) -> None:
    assert game.position(text) == game.start()


def test_keys_kept_by_play_are_those_of_a_fresh_set_up(game: Game) -> None:
    positions, _ = walk(game, 99)
    for position in positions:
        assert game.position(str(position)).key == position.key


def test_positions_as_numbers(game: Game, positions: Positions) -> None:
    if game.rules.in_python:
        pytest.skip("a game in Python describes itself by text")
    for position in positions:
        back = Position(game, game.rules.assemble(game.rules.describe(position.state)))
        assert back == position
        assert facts(back) == facts(position)


def test_moves_as_parts(game: Game, positions: Positions) -> None:
    if game.rules.in_python:
        pytest.skip("a game in Python numbers its moves by position")
    for position in positions:
        for move in position.moves:
            assert game.rules.pack(list(move.parts)) == move.code


def test_positions_are_values(game: Game, positions: Positions) -> None:
    assert len({*positions, *positions}) == len(set(positions))
    for position in positions:
        with pytest.raises(AttributeError):
            position.turn = kibitz.Side.FIRST  # type: ignore[misc]
        with pytest.raises(AttributeError):
            position.note = "hello"  # type: ignore[attr-defined]
        copy = pickle.loads(pickle.dumps(position))
        assert copy == position
        assert facts(copy) == facts(position)
        for move in some(position.moves):
            assert pickle.loads(pickle.dumps(move)) == move


def test_equal_positions_by_different_ways(game: Game) -> None:
    positions, moves = walk(game, 5)
    assert game.start().play(*moves) == positions[-1]
    assert game.start() != "a text"
    assert positions[0] != positions[-1]


def test_representations_are_pleasant(game: Game, positions: Positions) -> None:
    for position in positions:
        shown = repr(position)
        assert shown == f"<{game.spec} {position}>"
        assert " at 0x" not in shown
    assert repr(game) == f"<Game {game.spec}>"
    for move in positions[0].moves:
        assert str(move) in repr(move)


def test_games_are_values(game: Game) -> None:
    again = kibitz.load(game.spec)
    copy = pickle.loads(pickle.dumps(game))
    assert again == copy == game
    assert hash(again) == hash(copy) == hash(game)
    assert again.spec == copy.spec == game.spec == str(game)
    assert again.start() == game.start()
    assert game.title
    assert game != game.spec


def test_positions_of_different_games_differ(game: Game) -> None:
    other = kibitz.load("mnk:width=7,height=2,length=2")
    assert game.start() != other.start()
