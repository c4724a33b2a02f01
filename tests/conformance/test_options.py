"""Options of every game: discoverable, checked, and named when wrong."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.options import Option
from kibitz.games.package import Entry
from kibitz.games.registry import entries

OPTIONS = [(entry, option) for entry in entries().values() for option in entry.options()]
each_option = pytest.mark.parametrize(
    ("entry", "option"), OPTIONS, ids=[f"{entry.name}-{option.name}" for entry, option in OPTIONS]
)


def wrong_values(option: Option) -> list[object]:
    if option.kind == "number":
        return [option.low - 1, option.high + 1, "x", "1.5", None, "9" * 5000, True, "", [], "--3"]
    if option.kind == "yes or no":
        return ["maybe", 2, None, []]
    if option.kind == "choice":
        return ["nonsense", 0, None]
    return ["", "x" * (option.longest + 1), "\n", "\x00"]


@each_option
def test_wrong_values_are_refused_with_the_range(entry: Entry, option: Option) -> None:
    for value in wrong_values(option):
        with pytest.raises(kibitz.BadOption) as refused:
            kibitz.load(entry.name, **{option.name: value})
        assert option.name in str(refused.value)
        assert option.range in str(refused.value)
        assert len(str(refused.value)) < 300


@each_option
def test_the_ends_of_the_range(entry: Entry, option: Option) -> None:
    """Each makes a game that can be played, or is refused with a reason if the whole is too large."""
    ends: tuple[object, ...] = option.choices or (option.default,)
    if option.kind == "number":
        ends = (option.low, option.high)
    elif option.kind == "yes or no":
        ends = (True, False, "yes", "no", "ON", "off")
    for value in ends:
        try:
            game = kibitz.load(entry.name, **{option.name: value})
        except kibitz.BadOption as refused:
            assert str(refused)  # noqa: PT017
        else:
            assert kibitz.load(game.spec) == game
            assert game.start().is_over or game.start().play(game.start().moves[0])


@each_option
def test_options_say_what_they_are(entry: Entry, option: Option) -> None:
    assert option.help
    assert option.range
    assert option.kind in ("yes or no", "number", "choice", "text")
    assert option.check(option.default) == option.default


@pytest.mark.parametrize("name", entries())
def test_unknown_options_are_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(kibitz.BadOption) as refused:
        kibitz.load(name, colour="red")
    assert all(option.name in str(refused.value) for option in entries()[name].options())


@pytest.mark.parametrize("name", entries())
def test_defaults_need_no_mention(name: str) -> None:
    options = {option.name: option.default for option in entries()[name].options()}
    assert kibitz.load(name, **options).spec == name
    assert kibitz.load(name.upper()) == kibitz.load(name)
