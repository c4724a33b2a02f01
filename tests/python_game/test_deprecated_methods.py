"""Deprecated method names of an author's class still work, with one warning that names their replacements."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from tests.python_game.take import Take, always

import kibitz
from kibitz.games.capabilities import GameText
from kibitz.games.deprecated_names import FORMER_PYTHON_NAMES
from kibitz.games.python_game.check import check_game
from kibitz.games.python_game.definition import OPTIONAL_METHODS, PythonGame

FORMER: dict[str, Any] = {
    "points": (-1, 1),
    "move_text": lambda self, taken: f"take {taken}",
    "write_move": lambda self, left, taken: f"{left}-{taken}",
    "state_text": lambda self, left: "o" * left,
    "read_state": lambda self, text: len(text),
    "look": lambda self, left: kibitz.Board(7, 1, dict.fromkeys(range(left), (0, "disc"))),
    "how_to_play": "Take one or two.",
    "rules_text": ("Whoever takes the last wins.",),
    "best_search": "mcts",
}


def former(**said: Any) -> type[PythonGame]:
    with pytest.warns(DeprecationWarning, match="^Old uses deprecated names") as told:
        cls = type("Old", (Take,), said)
    assert len(told) == 1
    assert told[0].filename == __file__
    return cls


def test_every_former_name_is_accepted() -> None:
    assert FORMER.keys() == FORMER_PYTHON_NAMES.keys()
    game = kibitz.load(former(**FORMER, outcome=lambda self, left: None if left else -1))
    position = game.start()
    assert game.score_range == (-1, 1)
    assert position.moves[0].text == "take 1"
    assert position.write(position.moves[1]) == "7-2"
    assert str(position) == "ooooooo first"
    assert game.position("ooo first").python_state == 3
    assert game.view.board(position) is not None
    assert game.text == GameText("Take one or two.", ("Whoever takes the last wins.",))
    assert game.search.best == "mcts"


def test_present_names_are_attributes_of_the_base_class() -> None:
    for new in FORMER_PYTHON_NAMES.values():
        assert hasattr(PythonGame, new)
    assert not any(hasattr(PythonGame, old) for old in FORMER_PYTHON_NAMES)


def test_the_warning_says_how_to_change_the_class() -> None:
    with pytest.warns(
        DeprecationWarning,
        match=r"^Old uses deprecated names; rename move_text to format_move, look to board$",
    ):
        type("Old", (Take,), {"look": FORMER["look"], "move_text": FORMER["move_text"]})


def test_a_subclass_inherits_what_its_base_defines_under_a_former_name() -> None:
    base = former(move_text=FORMER["move_text"])
    inherits = type("New", (base,), {})  # without a warning, which would fail the test
    assert kibitz.load(inherits).start().moves[0].text == "take 1"
    renamed = type("New", (base,), {"format_move": lambda self, taken: f"t{taken}"})
    assert kibitz.load(renamed).start().moves[0].text == "t1"


def test_an_attribute_that_an_instance_sets_is_accepted() -> None:
    class Scored(Take):
        def __init__(self, **values: Any) -> None:
            super().__init__(**values)
            self.points = (-3, 3)

    with pytest.warns(DeprecationWarning, match="Scored uses deprecated names; rename points to score_range"):
        game = kibitz.load(Scored)
    assert game.score_range == (-3, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kibitz.load(Scored)


def test_helpers_and_options_may_have_a_former_name() -> None:
    class Helped(Take):
        options = (kibitz.Option("points", 3, "how many", 1, 9),)

        def look(self, left: int) -> int:
            return left

        def board(self, left: int) -> kibitz.Board:
            return kibitz.Board(7, 1, {self.look(0): (0, "disc")})

    game = kibitz.load(Helped, points=5)
    assert game.score_range is None
    assert game.view.board(game.start()) is not None

    class Counts(Take):
        def points(self, left: int) -> int:
            return left

    assert kibitz.load(Counts).score_range is None


def test_the_check_notes_them() -> None:
    report = check_game(kibitz.load(former(move_text=FORMER["move_text"])), games=1)
    assert report.problems == []
    assert report.notes == ["move_text is a deprecated name; rename it to format_move"]
    assert check_game(kibitz.load(type("New", (Take,), {"tier": always(0)})), games=1).notes == []


def test_the_former_base_class_is_the_present_one() -> None:
    vars(kibitz).pop("OwnGame", None)
    with pytest.warns(
        DeprecationWarning, match=r"^kibitz\.OwnGame is deprecated; use kibitz\.PythonGame$"
    ) as told:
        assert kibitz.OwnGame is PythonGame  # type: ignore[attr-defined]
    assert told[0].filename == __file__
    assert set(OPTIONAL_METHODS) < set(vars(PythonGame))
