"""Random games in Kibitz and OpenSpiel agree move by move."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz import Position, Side
from kibitz.base.random import Random, pick
from tests.openspiel.pairs import PAIRS, Pair

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install open_spiel)")


def their_side(state: Any) -> Side:
    player = state.current_player()
    return Side.CHANCE if player == pyspiel.PlayerId.CHANCE else Side(player)


def compare(position: Position, state: Any, pair: Pair) -> dict[int, kibitz.Move]:
    """Check that both stand the same, and return our moves by OpenSpiel's numbers."""
    assert position.is_over == state.is_terminal()
    if position.outcome is not None:
        assert state.returns() == [
            position.outcome.for_side(Side.FIRST),
            position.outcome.for_side(Side.SECOND),
        ]
        return {}
    assert position.turn is their_side(state)
    moves = {pair.action(position, move): move for move in position.moves}
    assert sorted(moves) == sorted(state.legal_actions())
    if position.turn is Side.CHANCE:
        ours = {pair.action(position, move): chance for move, chance in position.chances}
        assert ours == pytest.approx(dict(state.chance_outcomes()))
    return moves


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_no_difference(pair: Pair) -> None:
    game, theirs = kibitz.load(pair.ours), pyspiel.load_game(pair.theirs)
    rng = Random(11)
    outcomes = set()
    for _ in range(pair.games):
        state = theirs.new_initial_state()
        position = pair.begin(game, state, rng)
        while moves := compare(position, state, pair):
            action = pick(rng, sorted(moves))
            position = position.play(moves[action])
            state.apply_action(action)
        outcomes.add(position.outcome)
    # Enough games to have seen both players win.
    assert len(outcomes) >= 2
