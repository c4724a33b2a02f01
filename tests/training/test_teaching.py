"""A teacher stops clear mistakes only, and says why without telling the answer."""

from __future__ import annotations

import random

import kibitz
from kibitz.training.teaching import objection
from tests.training.solver import worth


def test_what_changes_the_result_is_stopped_and_nothing_else() -> None:
    rng = random.Random(2)
    for spec in ("tictactoe", "connect:width=4,height=4,length=3"):
        game = kibitz.load(spec)
        stopped = 0
        for _ in range(6):
            position = game.start()
            while not position.is_over:
                results = {move: worth(position, move)[0] for move in position.moves}
                for move in position.moves:
                    said = objection(position, move)
                    assert (said is not None) == (results[move] < max(results.values()))
                    stopped += said is not None
                position = position.play(rng.choice(position.moves))
        assert stopped > 20


def test_words() -> None:
    position = kibitz.load("tictactoe").position("x.x/oo./...")
    said = objection(position, position.move("9"))
    assert said is not None
    assert said.words == "9 is a blunder: it lets o win at once with 6 (row 4-5-6)."
    assert said.refutation == "9 6"
    assert said.better == "2: it wins at once."
    assert said.to_json()["cost"] == 1
    assert objection(position, position.move("2")) is None


def test_something_is_said_even_if_every_reason_would_tell_the_better_move() -> None:
    position = kibitz.load("tictactoe").position(".../.xo/...")
    found = objection(position, position.move("4"))
    assert found is not None
    # By hand: x only draws, and a corner wins, as o has to answer in the opposite one.
    assert found.words == "4 is a missed win: it draws in 7, while another move wins in 5."


def test_with_dice() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(game)
    rng, stopped, passed = random.Random(1), 0, 0
    for _ in range(20):
        position = game.start(rng)
        while not position.is_over:
            if position.turn != 2 and len(position.moves) > 1:
                found = {m.move: m.value.chance for m in kibitz.analyse(position).moves}  # type: ignore[attr-defined]
                for move, chance in found.items():
                    said = objection(position, move)
                    assert (said is not None) == (max(found.values()) - chance > 0.05)
                    stopped, passed = stopped + (said is not None), passed + (said is None)
            position = position.play(rng.choice(position.moves))
    assert stopped > 0
    assert passed > 0


def test_guesses_are_not_held_against_anybody() -> None:
    position = kibitz.load("mnk:width=9,height=9,length=5").start()
    assert objection(position, position.move("a1")) is None
