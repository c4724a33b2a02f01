"""Run-time type checks for public arguments."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Any, get_args

from kibitz.base.errors import BadNotation, BadOption, quoted

#: A class, or a union of classes: `int | None`.
Kind = Any

_NAMES: dict[Kind, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    NoneType: "None",
    Callable: "a function",
}


def check(**arguments: tuple[object, Kind]) -> None:
    """Refuse arguments of the wrong type: `BadNotation` where a text was expected, `BadOption` otherwise.

    Called in the first line of public functions, so that a wrong argument is named before it is used.

    >>> check(depth=(3, int | None))
    >>> check(depth=("far", int | None))
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadOption: depth must be a whole number or None, not 'far'
    """
    for name, (value, kind) in arguments.items():
        if not isinstance(value, kind):
            kinds = get_args(kind) or (kind,)
            expected = " or ".join(_NAMES.get(one) or _with_article(one.__name__) for one in kinds)
            error = BadNotation if str in kinds else BadOption
            raise error(f"{name} must be {expected}, not {quoted(value)}")


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
