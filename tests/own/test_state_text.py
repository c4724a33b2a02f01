"""Positions of own games as text: equal ones have one text, and it reads back."""

from __future__ import annotations

import enum
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.own_text import NoText, read_state, state_text
from kibitz.words.errors import BadNotation


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Board:
    stones: frozenset[Any]
    mover: Colour = Colour.RED


KNOWN = {"Colour": Colour, "Place": Place, "Board": Board, "print": print, "sys": sys}

plain = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary()
)
states = st.recursive(
    plain | st.sampled_from(Colour) | st.builds(Place, st.integers(), st.integers()),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.frozensets(inner, max_size=4)
        | st.builds(Board, st.frozensets(inner, max_size=3), st.sampled_from(Colour))
    ),
    max_leaves=12,
)


@given(states)
def test_reads_back(state: Any) -> None:
    text = state_text(state)
    again = read_state(text, KNOWN)
    assert again == state
    assert type(again) is type(state)
    assert state_text(again) == text


def test_a_set_has_the_same_text_in_every_process() -> None:
    """Python's own text of a set depends on the seed of its hashes."""
    code = (
        "from kibitz.games.own_text import state_text;"
        "print(state_text(frozenset(['a', 'bb', 'ccc', ('d', 1)])))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        "print(1)",
        "sys.exit()",
        "sys.path",
        "__import__('os')",
        "Place(1)",
        "Place(1, 2, 3)",
        "Board(nothing=1)",
        "Colour.GREEN",
        "Colour(1)",
        "frozenset([1, 2])",
        "(1).real",
        "[i for i in (1,)]",
        "lambda: 1",
        "(" * 5000 + ")" * 5000,
        "1" * 20_000,
        "\0",
        "\ud800",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_state(text, KNOWN)


def test_what_has_no_text() -> None:
    deep: Any = ()
    for _ in range(5000):
        deep = (deep,)
    for state in (float("inf"), float("nan"), [1], {"a": 1}, {1}, object(), (1, [2]), deep):
        with pytest.raises(NoText):
            state_text(state)
