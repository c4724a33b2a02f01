"""Reasons and names from an author."""

from __future__ import annotations

from typing import Any

import pytest
from tests.python_game.take import always, take_with

import kibitz


def test_a_game_without_reasons_and_names_has_no_teacher() -> None:
    assert take_with().teacher is None


def test_reasons_are_those_of_the_author_for_a_move_in_a_position() -> None:
    game = take_with(reasons=lambda self, left, taken: [f"leaves {left - taken}"])
    explanation = kibitz.explain(game.start(), "1")
    assert "leaves 6" in [reason.text for reason in explanation.reasons]
    assert " leaves 6" in str(explanation)


def test_wins_and_draws_have_the_names_of_the_author() -> None:
    game = take_with(name_win=lambda self, left, taken: f"the last {taken}")
    teacher, positions, moves = game.teacher, [game.start()], []
    assert teacher is not None
    for text in ("1", "2", "2", "2"):
        moves.append(positions[-1].move(text))
        positions.append(positions[-1].play(text))
    assert teacher.name_ending(positions, moves) == "the last 2"
    assert teacher.name_draw(positions[0]) == ""
    assert teacher.effects(positions[0], moves[0]) == []
    drawn = take_with(name_draw=always("stalemate"), outcome=lambda self, left: None if left else "draw")
    session = kibitz.Session(drawn)
    for move in ("2", "2", "2", "1"):
        session.play(move)
    assert session.ending is not None
    assert session.ending.detail == "stalemate"


@pytest.mark.parametrize(
    ("method", "returned", "refusal"),
    [
        ("reasons", "takes", r"reasons\(7, 1\) must return a list of texts, not 'takes'"),
        ("reasons", [5], r"reasons\(7, 1\) must return a list of texts, not \[5\]"),
        ("name_win", None, r"name_win\(7, 1\) must return a text, not None"),
        ("name_draw", 5, r"name_draw\(7\) must return a text, not 5"),
    ],
)
def test_other_answers_are_refused(method: str, returned: Any, refusal: str) -> None:
    game = take_with(**{method: always(returned)})
    position, teacher = game.start(), game.teacher
    assert teacher is not None
    arguments: dict[str, tuple[Any, ...]] = {
        "effects": (position, position.moves[0]),
        "name_win": (position, position.moves[0]),
        "name_draw": (position,),
    }
    called = "effects" if method == "reasons" else method
    with pytest.raises(kibitz.BadGame, match=refusal):
        getattr(teacher, called)(*arguments[called])
