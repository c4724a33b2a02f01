"""The friendly player keeps games close, by a table that it can't see."""

from __future__ import annotations

import functools
import random

import kibitz
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.players.registry import make_player


@functools.cache
def plain(position: Position) -> int:
    """The result for the player to move, by trying everything."""
    if position.outcome is not None:
        return position.outcome.for_side(position.turn)
    return max(-plain(position.play(move)) for move in position.moves)


def test_it_draws_where_it_can_and_never_loses_what_it_need_not() -> None:
    rng, player = random.Random(6), make_player("friendly")
    won = 0
    for number in range(60):
        position = kibitz.load("tictactoe").start()
        for _ in range(rng.randrange(2, 7)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        results = {move: -plain(position.play(move)) for move in position.moves}
        chosen = results[player.choose(position, rng=Random(number)).move]
        if 0 in results.values():
            assert chosen == 0
        else:
            assert chosen == max(results.values())
        won += max(results.values()) == 1 and chosen == 0
    assert won  # it let some wins go by


def test_it_says_so() -> None:
    assert "keeps the game close" in make_player("friendly").summary


def test_with_dice_it_prefers_even_chances() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    rng, player = random.Random(2), make_player("friendly")
    for number in range(12):
        position = game.start()
        for _ in range(1 + 2 * (number % 3)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        worth = {each.move: each.value.chance for each in kibitz.analyse(position).moves}  # type: ignore[union-attr]
        chosen = player.choose(position, rng=Random(number)).move
        assert abs(worth[chosen] - 0.5) == min(abs(chance - 0.5) for chance in worth.values())
