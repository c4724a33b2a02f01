"""The gate at an entrance: what is of the wrong kind is refused before anything is done with it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import NoneType
from typing import Any, ParamSpec, TypeVar, get_args

from kibitz.base.errors import BadNotation, BadOption, KibitzError, quoted

P = ParamSpec("P")
R = TypeVar("R")

#: A class, or several of which one has to fit: `int | None`.
Kind = Any

_NAMES: dict[Kind, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    NoneType: "None",
    Callable: "a function",
}
_MISSING = object()


def takes(**kinds: Kind) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take arguments of these kinds only.

    >>> @takes(depth=int | None)
    ... def look(depth=None):
    ...     return depth
    >>> look("far")
    Traceback (most recent call last):
        ...
    kibitz.base.errors.BadOption: depth must be a whole number or None, not 'far'
    """

    def gate(function: Callable[P, R]) -> Callable[P, R]:
        names = list(inspect.signature(function).parameters)
        places = [(names.index(name), name, classes_of(kind)) for name, kind in kinds.items()]

        @functools.wraps(function)
        def gated(*args: P.args, **kwargs: P.kwargs) -> R:
            given: tuple[Any, ...] = args
            for place, name, classes in places:
                value = given[place] if place < len(given) else kwargs.get(name, _MISSING)
                if value is not _MISSING and not isinstance(value, classes):
                    raise wrong_kind(name, kinds[name], value)
            return function(*args, **kwargs)

        return gated

    return gate


def expect(kind: Kind, **values: object) -> None:
    """Refuse values of the wrong kind, where there is no function to put the gate before."""
    for name, value in values.items():
        if not isinstance(value, kind):
            raise wrong_kind(name, kind, value)


def classes_of(kind: Kind) -> tuple[type, ...]:
    """The classes of which one has to fit."""
    return get_args(kind) or (kind,)


def wrong_kind(name: str, kind: Kind, value: object) -> KibitzError:
    """The error for a value of the wrong kind; of notation where a text was wanted."""
    kinds = classes_of(kind)
    words = [_NAMES.get(one) or _article(one.__name__) for one in kinds]
    error = BadNotation if str in kinds else BadOption
    return error(f"{name} must be {' or '.join(words)}, not {quoted(value)}")


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
