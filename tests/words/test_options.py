"""Options: a text or a value in, a checked value out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import BadOption
from kibitz.words.options import Option, format_value, settle, split_spec

SIZE = Option("size", 5, "how large", low=-2, high=12)
FAST = Option("fast", False, "whether to hurry")
KIND = Option("kind", "plain", "which kind", choices=("plain", "fancy"))
MARK = Option("mark", "x", "how it is drawn")


@given(st.integers(-2, 12))
def test_numbers(number: int) -> None:
    assert SIZE.check(number) == SIZE.check(str(number)) == SIZE.check(f" {number} ") == number


@given(st.integers().filter(lambda n: not -2 <= n <= 12))
def test_numbers_out_of_range(number: int) -> None:
    with pytest.raises(BadOption, match=r"size must be -2 to 12, not '-?\d+"):
        SIZE.check(number)


@pytest.mark.parametrize("text", ["yes", "TRUE", "on", "1"])
def test_yes(text: str) -> None:
    assert FAST.check(text) is True


@pytest.mark.parametrize("text", ["no", "False", "OFF", "0"])
def test_no(text: str) -> None:
    assert FAST.check(text) is False


def test_words_and_texts() -> None:
    assert KIND.check(" Fancy ") == "fancy"
    assert MARK.check("#") == "#"
    with pytest.raises(BadOption, match="kind must be plain or fancy, not 'other'"):
        KIND.check("other")
    with pytest.raises(BadOption, match="mark must be one character, not 'ab'"):
        MARK.check("ab")


@pytest.mark.parametrize("option", [SIZE, FAST, KIND, MARK], ids=lambda option: option.name)
def test_a_value_as_text_is_the_value(option: Option) -> None:
    assert option.check(format_value(option.default)) == option.default
    assert option.range


def test_specs() -> None:
    assert split_spec("Game") == ("game", {})
    assert split_spec(" game : A = 1 , b=x=y,") == ("game", {"a": "1", "b": "x=y"})
    for wrong in ("game:a", "game:=1", "game:a="):
        with pytest.raises(BadOption, match="name=value"):
            split_spec(wrong)
    with pytest.raises(BadOption, match="twice"):
        split_spec("game:a=1,A=2")


def test_settle() -> None:
    options = (SIZE, FAST)
    assert settle(options, {}, "it") == {"size": 5, "fast": False}
    assert settle(options, {"fast": "yes"}, "it") == {"size": 5, "fast": True}
    with pytest.raises(BadOption, match="did you mean size"):
        settle(options, {"sise": 3}, "it")
    with pytest.raises(BadOption, match="it has none"):
        settle((), {"size": 3}, "it")
