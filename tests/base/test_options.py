"""Options: checked values from texts and values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import BadNotation, BadOption
from kibitz.base.options import Option, format_value, resolve_options, split_spec, split_specs

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
    assert resolve_options(options, {}, "it") == {"size": 5, "fast": False}
    assert resolve_options(options, {"fast": "yes"}, "it") == {"size": 5, "fast": True}
    with pytest.raises(BadOption, match="did you mean size"):
        resolve_options(options, {"sise": 3}, "it")
    with pytest.raises(BadOption, match="it has none"):
        resolve_options((), {"size": 3}, "it")
    with pytest.raises(BadOption, match=r"no option 'zzz' \(it has size, fast\)"):
        resolve_options(options, {"zzz": 3}, "it")


def test_options_without_a_default_are_required() -> None:
    options = (Option("cmd", "", "the program to start", longest=99), FAST)
    with pytest.raises(BadOption, match="it needs cmd: the program to start"):
        resolve_options(options, {"fast": "no"}, "it")
    assert resolve_options(options, {"cmd": "ls"}, "it") == {"cmd": "ls", "fast": False}


MEMORY = Option("tt", 0, "memory", high=2**40, memory=True)


def test_memory_is_written_in_bytes_or_larger_units() -> None:
    for text, count, short in (
        ("0", 0, "0"),
        ("1", 1, "1"),
        ("1023", 1023, "1023"),
        ("1k", 1024, "1k"),
        ("1536", 1536, "1536"),
        ("3 KB", 3 * 1024, "3k"),
        ("1024k", 1024**2, "1M"),
        ("64MiB", 64 * 1024**2, "64M"),
        ("1025M", 1025 * 1024**2, "1025M"),
        ("2g", 2 * 1024**3, "2G"),
    ):
        assert MEMORY.check(text) == MEMORY.check(count) == count
        assert MEMORY.text(count) == short


def test_units_are_for_memory_only() -> None:
    assert Option("size", 5, "how large", high=9999).text(2048) == "2048"
    for option, wrong in ((SIZE, "1k"), (MEMORY, "1.5M"), (MEMORY, "1T"), (MEMORY, "2048G"), (MEMORY, "-1k")):
        with pytest.raises(BadOption, match="must be"):
            option.check(wrong)


def test_kinds_and_ranges_are_said_in_words() -> None:
    one, many = (Option("a", "x", "", choices=choices) for choices in (("x",), ("x", "y", "z")))
    name = Option("name", "x", "", longest=12)
    assert [(option.kind, option.range) for option in (SIZE, FAST, KIND, MARK, MEMORY, one, many, name)] == [
        ("number", "-2 to 12"),
        ("yes or no", "yes or no"),
        ("choice", "plain or fancy"),
        ("text", "one character"),
        ("memory", "0 to 1024G"),
        ("choice", "x"),
        ("choice", "x, y or z"),
        ("text", "1 to 12 characters"),
    ]


def test_an_option_reports_only_what_was_set() -> None:
    plain = Option("a", 0, "")
    assert (plain.low, plain.high, plain.choices, plain.longest) == (0, 0, (), 1)
    assert (plain.memory, plain.display) == (False, False)


def test_texts_of_some_length() -> None:
    name = Option("name", "x", "", longest=3)
    assert [name.check(text) for text in ("a", " abc ", "Añ")] == ["a", "abc", "Añ"]
    for wrong in ("", "  ", "abcd", "a\0b", "a\nb"):
        with pytest.raises(BadOption, match="name must be 1 to 3 characters"):
            name.check(wrong)


def test_invalid_or_overlong_numbers_are_refused() -> None:
    wide = Option("wide", 0, "", low=-(10**16), high=10**17)
    assert wide.check("1" + "0" * 17) == 10**17
    assert wide.check("-1" + "0" * 16) == -(10**16)
    for wrong in ("x", "", "-", "--1", "1.0", "0" * 5000 + "1"):
        with pytest.raises(BadOption, match="wide must be"):
            wide.check(wrong)


class Rude:
    def __str__(self) -> str:
        raise ZeroDivisionError


def test_a_value_that_can_not_be_looked_at_is_refused() -> None:
    for option in (SIZE, FAST, KIND, MARK):
        with pytest.raises(BadOption, match=f"{option.name} must be {option.range}, not"):
            option.check(Rude())


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": 3},
        {"help": None},
        {"default": 0.5},
        {"default": None},
        {"low": "0"},
        {"high": 1.5},
        {"longest": None},
        {"choices": ["a", "b"]},
    ],
)
def test_options_of_the_wrong_kind_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises((BadOption, BadNotation), match=f"{next(iter(wrong))} must be"):
        Option(**{"name": "a", "default": 0, "help": "", **wrong})  # type: ignore[arg-type]
    with pytest.raises((BadOption, BadNotation), match="value must be"):
        SIZE.text(0.5)  # type: ignore[arg-type]


@given(st.text('ab ,="\\:\n', min_size=1).filter(lambda text: text == text.strip()))
def test_any_text_is_read_back_from_a_spec(text: str) -> None:
    assert split_spec(f"game:a={format_value(text)},b=1") == ("game", {"a": text, "b": "1"})


def test_quotes_are_quotes_where_they_are_a_pair() -> None:
    assert split_spec('game:a="') == ("game", {"a": '"'})
    assert split_spec('game:a="b",c=d') == ("game", {"a": "b", "c": "d"})
    assert split_spec('game:a=b"') == ("game", {"a": 'b"'})
    with pytest.raises(BadOption, match="name=value"):
        split_spec('game:a=""')


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("", []),
        (" , ", []),
        ("a", ["a"]),
        ("a b", ["a", "b"]),
        ("a,b", ["a", "b"]),
        ("a , b", ["a", "b"]),
        ("a:x=1,y=2 b:z=3", ["a:x=1,y=2", "b:z=3"]),
        ("a:x=1,b,c:y=2", ["a:x=1", "b", "c:y=2"]),
    ],
)
def test_several_specs(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs
