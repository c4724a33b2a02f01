"""States as text: equal states have one text, and it round-trips."""

from __future__ import annotations

import enum
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.base.errors import BadNotation
from kibitz.games.python_game.default_notation import NoText, format_state, parse_state


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
    text = format_state(state)
    again = parse_state(text, KNOWN)
    assert again == state
    assert type(again) is type(state)
    assert format_state(again) == text


def test_a_set_has_the_same_text_in_every_process() -> None:
    """Python's own text of a set depends on the seed of its hashes."""
    code = (
        "from kibitz.games.python_game.default_notation import format_state;"
        "print(format_state(frozenset(['a', 'bb', 'ccc', ('d', 1)])))"
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
        parse_state(text, KNOWN)


def test_states_without_notation() -> None:
    deep: Any = ()
    for _ in range(5000):
        deep = (deep,)
    for state in (float("inf"), float("nan"), [1], {"a": 1}, {1}, object(), (1, [2]), deep):
        with pytest.raises(NoText):
            format_state(state)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ((), "()"),
        ((1,), "(1,)"),
        (((1, 2), "a", None, True), "((1, 2), 'a', None, True)"),
        (frozenset(), "frozenset()"),
        (frozenset({3, 1, 2}), "frozenset({1, 2, 3})"),
        ((frozenset({"b", "a"}), -1.5), "(frozenset({'a', 'b'}), -1.5)"),
        (Colour.BLUE, "Colour.BLUE"),
        ((Colour.RED,), "(Colour.RED,)"),
        (Place(1, 2), "Place(1, 2)"),
        ((Place(1, 2), 3), "(Place(1, 2), 3)"),
        (Board(frozenset({1})), "Board(stones=frozenset({1}), mover=Colour.RED)"),
        ("a=[b] {c} at 0x1 inf", "'a=[b] {c} at 0x1 inf'"),
    ],
)
def test_the_text_is_pythons_notation(state: Any, text: str) -> None:
    assert format_state(state) == text
    assert parse_state(f"  {text} ", KNOWN) == state


@pytest.mark.parametrize("state", [float("inf"), float("-inf"), float("nan")])
def test_numbers_without_a_notation_are_named_wherever_they_stand(state: float) -> None:
    for inside in (state, (state,), (1, (state, 2)), frozenset({state}), Board(frozenset({state}))):
        with pytest.raises(NoText, match="a float"):
            format_state(inside)


def test_overlong_texts_are_not_parsed() -> None:
    text = "1" + " " * 9_999
    assert parse_state(text, KNOWN) == 1
    with pytest.raises(BadNotation, match="too long"):
        parse_state(text + " ", KNOWN)


def test_a_class_may_be_written_by_its_names() -> None:
    assert parse_state("Place(column=2, row=1)", KNOWN) == Place(1, 2)
    assert parse_state("Board(frozenset({1, 2}), mover=Colour.BLUE)", KNOWN) == Board(
        frozenset({1, 2}), Colour.BLUE
    )
    assert parse_state("(-1, 2.5, b'x')", KNOWN) == (-1, 2.5, b"x")


@pytest.mark.parametrize(
    "text",
    [
        "1; 2",
        "x = 1",
        "Nothing(1)",
        "frozenset({1}, {2})",
        "frozenset(*{1})",
        "Place",
        "Place.row",
        "Board.mover",
        "print",
        "Place(print(1), 2)",
        "(1, sys)",
        "frozenset({print(1)})",
        "Place(**{'row': 1, 'column': 2})",
    ],
)
def test_nothing_else_is_called_or_named(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a position"):
        parse_state(text, KNOWN)


@pytest.mark.parametrize(
    "text", ["Loud()", "(Loud(), 1)", "frozenset({Loud()})", "Loud.RED", "Colour(1)", "Place[1]"]
)
def test_a_class_of_another_kind_is_never_made(text: str) -> None:
    made = []

    class Loud:
        RED = 1

        def __init__(self) -> None:
            made.append(self)

    with pytest.raises(BadNotation):
        parse_state(text, {**KNOWN, "Loud": Loud})
    assert made == []
