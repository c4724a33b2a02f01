"""Arguments of the wrong type are refused with a message that names them; right ones pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz import BadNotation, BadOption
from kibitz.base.argument_checks import check
from kibitz.base.errors import quoted


def entrance(
    text: str, other: object = None, *, depth: int | None = None, rate: float = 1
) -> tuple[object, ...]:
    check(text=(text, str), depth=(depth, int | None), rate=(rate, int | float))
    return text, other, depth, rate


def test_valid_arguments_pass_unchanged() -> None:
    assert entrance("a") == ("a", None, None, 1)
    assert entrance("a", 5, depth=3, rate=0.5) == ("a", 5, 3, 0.5)
    assert entrance(text="a", depth=None) == ("a", None, None, 1)


def test_mistakes_are_named() -> None:
    with pytest.raises(BadNotation, match="text must be a text, not 5"):
        entrance(5)  # type: ignore[arg-type]
    with pytest.raises(BadNotation, match="text must be a text, not None"):
        entrance(text=None)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="depth must be a whole number or None, not 'far'"):
        entrance("a", depth="far")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="rate must be a whole number or a number, not None"):
        entrance("a", rate=None)  # type: ignore[arg-type]


def test_the_first_wrong_argument_is_named() -> None:
    check(one=(1, int), two=(2, int))
    with pytest.raises(BadOption, match=r"two must be a whole number, not 2\.5"):
        check(one=(1, int), two=(2.5, int), three=(None, int))
    with pytest.raises(BadOption, match="it must be an OSError, not 1"):
        check(it=(1, OSError))


class Rude:
    def __repr__(self) -> str:
        raise ZeroDivisionError


def test_anything_can_be_shown() -> None:
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]
    for value in (Rude(), nested, 10**10000, "x" * 10**6, b"x" * 10**6, "\ud800", None):
        assert 0 < len(quoted(value)) <= 60
    assert quoted(Rude()) == "a Rude"
    assert quoted("a" * 50) == repr("a" * 37 + "...")


@pytest.mark.parametrize(("make", "whole"), [("a".__mul__, 40), (b"a".__mul__, 57), ((10).__pow__, 59)])
def test_long_texts_are_cut_and_fitting_ones_are_not(make: Callable[[int], object], whole: int) -> None:
    """A text may have 40 characters, and anything else 60 as it is shown."""
    assert quoted(make(whole)) == repr(make(whole))
    cut = quoted(make(whole + 1))
    shown = repr(make(whole + 1)).strip("'")
    assert cut.strip("'") == shown[: (40 if isinstance(make(1), str) else 60) - 3] + "..."
