"""The introduction to a game: its text, and a legal example move."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.base.side import Side
from kibitz.games.how_to_play import how_to_play
from tests.python_game.take import always, take_with


@pytest.mark.parametrize("spec", [*kibitz.game_names(), "nim", "pig", "race", "othello"])
def test_the_example_is_played_and_shown(spec: str) -> None:
    game = kibitz.load(spec)
    found = how_to_play(game)
    assert found.before is not None
    assert found.move in found.before.moves
    assert found.before.turn is not Side.CHANCE
    after = found.before.play(found.move)
    assert found.picture() == after.draw(found.move)
    assert found.picture(unicode=True) == after.draw(found.move, unicode=True)
    assert found.svg() == after.svg(found.move)
    assert found.before.write(found.move) in found.example
    assert game.side_name(found.before.turn) in found.example
    words = game.text
    assert words is not None
    assert (found.summary, found.paragraphs, found.known) == (words.summary, words.rules, words.known)


def test_the_example_is_a_move_from_the_middle() -> None:
    assert str(how_to_play(kibitz.load("tictactoe")).move) == "5"
    assert str(how_to_play(kibitz.load("connect4")).move) == "4"
    game = take_with(moves=always(["a", "b", "c", "d", "e"]))
    assert str(how_to_play(game).move) == "c"


def test_after_a_roll_it_is_the_last_move() -> None:
    game = take_with(
        start=always("start"),
        turn=lambda self, state: "first" if state == "low" else "chance",
        chances=lambda self, state: {"one": 0.5, "two": 0.25, "six": 0.25},
        play=lambda self, state, move: "low" if state == "again" else "again",
        moves=always(["x", "y", "z"]),
        outcome=always(None),
    )
    found = how_to_play(game)
    assert str(found.before) == "'low'"
    assert str(found.move) == "z"


def test_the_move_format_is_described_in_a_sentence() -> None:
    found = how_to_play(kibitz.load("tictactoe"))
    example = kibitz.load("tictactoe").notation.move_help
    assert found.example == f"For example, x plays 5. {example[0].upper()}{example[1:]}."
    assert how_to_play(take_with()).example == "For example, the first player plays 2."


def test_a_game_without_text_says_so() -> None:
    found = how_to_play(take_with(__doc__=None, name="take_it"))
    assert "take it" in found.summary
    assert "no rules text" in found.summary
    assert (found.paragraphs, found.known) == ((), "")


def test_a_game_that_is_over_at_once_has_no_example() -> None:
    game = take_with(start=always(0))
    found = how_to_play(game)
    assert (found.before, found.move, found.example) == (None, None, "")
    assert found.picture() == game.start().draw()
    assert found.svg() == game.start().svg()
    assert found.to_json()["example_move"] is None


def test_a_roll_may_end_the_game() -> None:
    game = take_with(
        turn=always("chance"), chances=always({7: 1}), outcome=lambda self, left: None if left else "draw"
    )
    assert how_to_play(game).before is None


def test_the_same_for_machines() -> None:
    game = kibitz.load("connect4")
    found = how_to_play(game)
    data: dict[str, Any] = found.to_json()
    assert data["game"] == "connect4"
    assert data["title"] == "Connect Four"
    assert (data["in_short"], data["rules"], data["known"]) == (
        found.summary,
        list(found.paragraphs),
        found.known,
    )
    assert (data["example"], data["example_move"]) == (found.example, "4")
    assert (data["picture"], data["svg"]) == (found.picture(), found.svg())
