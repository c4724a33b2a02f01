"""Formatting for people: tables, lists and wrapped lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.base.html_table import html_table
from kibitz.base.reason import join_words
from kibitz.base.wrapping import wrapped
from kibitz.games.capabilities import Opening


def test_a_table_has_its_title_its_head_and_its_rows() -> None:
    table = html_table(["move", "<b>"], [["a1", 3], ["a&b", None]], "win & loss")
    assert table == (
        "<table><caption>win &amp; loss</caption>"
        "<thead><tr><th>move</th><th>&lt;b&gt;</th></tr></thead>"
        "<tbody><tr><td>a1</td><td>3</td></tr><tr><td>a&amp;b</td><td>None</td></tr></tbody></table>"
    )
    assert "caption" not in html_table(["move"], [])


def test_an_opening_has_a_code_where_books_give_it_one() -> None:
    assert str(Opening("Italian Game", "C50")) == "C50 Italian Game"
    assert str(Opening("Centre")) == "Centre"


@pytest.mark.parametrize(
    ("words", "text"), [(["1"], "1"), (["1", "2"], "1 or 2"), (["1", "2", "3", "4"], "1, 2, 3 or 4")]
)
def test_lists_as_people_say_them(words: list[str], text: str) -> None:
    assert join_words(words) == text
    assert join_words(words, "and") == text.replace(" or ", " and ")


@given(st.lists(st.text("ab-", min_size=1, max_size=30), max_size=20), st.integers(-5, 60), st.booleans())
def test_lines_fit_and_no_word_is_broken(words: list[str], width: int, other_first: bool) -> None:
    first = "* " if other_first else None
    lines = wrapped(" ".join(words), width, indent="    ", first=first).split("\n") if words else []
    assert [word for line in lines for word in line.removeprefix("* ").split()] == words
    starts = [("* " if other_first else "    "), *["    "] * len(lines)]
    for at, line in enumerate(lines):
        start = starts[at]
        assert line.startswith(start)
        assert len(line) <= max(20, width) or len(line[len(start) :].split()) == 1
        if at + 1 < len(lines):
            # The first word of the next line did not fit any more.
            assert len(line) + 1 + len(lines[at + 1].split()[0]) > max(20, width)
