"""Symmetric images have the same values and moves."""

from __future__ import annotations

import pytest

from kibitz import Game, Position
from tests.conformance.walks import some

pytestmark = pytest.mark.core

Positions = tuple[Position, ...]


@pytest.fixture(autouse=True)
def _symmetric(game: Game) -> None:
    if game.rules.symmetries == 1:
        pytest.skip("the game has no symmetries in the core")


def test_images_have_the_same_fate(game: Game, positions: Positions) -> None:
    rules = game.rules
    for position in positions:
        for symmetry in range(rules.symmetries):
            image = Position(game, rules.transform(position.state, symmetry))
            assert (image.turn, image.mover, image.outcome) == (
                position.turn,
                position.mover,
                position.outcome,
            )
            mapped = {rules.transform_move(move.code, symmetry) for move in position.moves}
            assert mapped == {move.code for move in image.moves}
            assert game.position(str(image)) == image
            assert game.position(str(image)).key == image.key
            if rules.has_evaluation:
                assert rules.evaluate(image.state) == pytest.approx(rules.evaluate(position.state))


def test_number_0_changes_nothing(game: Game, positions: Positions) -> None:
    for position in positions:
        assert Position(game, game.rules.transform(position.state, 0)) == position
        assert all(game.rules.transform_move(move.code, 0) == move.code for move in position.moves)


def test_playing_commutes_with_the_image(game: Game, positions: Positions) -> None:
    rules = game.rules
    for position in positions:
        for symmetry in range(rules.symmetries):
            image = rules.transform(position.state, symmetry)
            for move in some(position.moves):
                there = rules.play(image, rules.transform_move(move.code, symmetry))
                here = rules.transform(rules.play(position.state, move.code), symmetry)
                assert rules.same(there, here)
                assert rules.key(there) == rules.key(here)


def test_chances_are_those_of_the_image(game: Game, positions: Positions) -> None:
    rules = game.rules
    for position in positions:
        chances = rules.chances(position.state)
        for symmetry in range(rules.symmetries):
            image = dict(rules.chances(rules.transform(position.state, symmetry)))
            assert image == {rules.transform_move(code, symmetry): chance for code, chance in chances}


def test_one_image_stands_for_all(game: Game, positions: Positions) -> None:
    rules = game.rules
    for position in positions:
        images = [rules.transform(position.state, symmetry) for symmetry in range(rules.symmetries)]
        standing = rules.canonical(position.state)
        assert any(rules.same(standing, image) for image in images)
        for image in images:
            assert rules.same(rules.canonical(image), standing)


def test_symmetries_form_a_group(game: Game, positions: Positions) -> None:
    """Any two in a row are one of them, and each can be taken back."""
    rules = game.rules
    state = positions[-1].state
    images = [rules.transform(state, symmetry) for symmetry in range(rules.symmetries)]
    for image in images:
        for symmetry in range(rules.symmetries):
            twice = rules.transform(image, symmetry)
            assert any(rules.same(twice, known) for known in images)
        assert any(rules.same(rules.transform(image, back), state) for back in range(rules.symmetries))


def test_there_are_no_others(game: Game) -> None:
    start = game.start().state
    for number in (-1, game.rules.symmetries):
        with pytest.raises(ValueError, match="symmetry"):
            game.rules.transform(start, number)
        with pytest.raises(ValueError, match="symmetry"):
            game.rules.transform_move(0, number)
