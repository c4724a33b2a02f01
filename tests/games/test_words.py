"""Every built-in game says in words how it is played."""

from __future__ import annotations

import pytest

import kibitz


@pytest.mark.parametrize("name", kibitz.game_names())
def test_every_game_has_rules_for_people(name: str) -> None:
    words = kibitz.load(name).words
    assert words is not None
    for text in (words.in_short, *words.rules):
        assert text[0].isupper()
        assert text.endswith(".")
    assert 20 < len(words.in_short) <= 160
    assert len(words.rules) >= 3


def test_what_is_known_depends_on_the_options() -> None:
    def known(spec: str) -> str:
        words = kibitz.load(spec).words
        assert words is not None
        return words.known

    assert known("tictactoe") == known("mnk") == "solved: a draw"
    assert known("mnk:width=3,height=4") == known("mnk:width=4,height=3") == "solved: the first player wins"
    assert known("mnk:misere=yes") == known("connect:width=8,height=8") == known("ewn") == ""
