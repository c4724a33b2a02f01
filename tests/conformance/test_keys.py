"""Different positions have different keys."""

from __future__ import annotations

import pytest

from kibitz import Game, Position
from kibitz.base.random import Random, pick

pytestmark = pytest.mark.core

SAMPLE = 5_000


def test_different_positions_have_different_keys(game: Game) -> None:
    """Over thousands of positions of random play; a chance collision is below one in a trillion."""
    rules, rng = game.rules, Random(7)
    position_of: dict[int, Position] = {}
    key_of: dict[str, int] = {}
    state = rules.start()
    for _ in range(SAMPLE):
        moves = rules.moves(state)
        state = rules.play(state, pick(rng, moves)) if moves else rules.start()
        position = Position(game, state)
        key = position.key
        assert 0 <= key < 2**64
        # Texts may differ for equal positions, for example in the number of moves made.
        assert position_of.setdefault(key, position) == position
        assert key_of.setdefault(str(position), key) == key
