"""The default notation of positions of games written in Python.

A position consists of numbers, texts, None, tuples, frozensets, and of named tuples, frozen dataclasses and
enums that the game's file defines. Its text is Python's own notation with the members of sets in order: the
same for equal positions, in every process.
"""

from __future__ import annotations

import ast
import enum
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kibitz.base.errors import BadNotation, quoted
from kibitz.games.python_game.state import State

_PLAIN = (int, float, str, bytes, bool, type(None))
_LONGEST = 10_000
#: Longer texts may be nested too deeply to be read again, which `repr` does not always refuse.
_SHORT = 2_000
_MOSTLY = (tuple, str, int)
_UNUSUAL = re.compile(r"[{<=]|inf|nan|\[| at 0x|set")


def format_fields(state: State) -> str:
    """Return a state with a fixed layout as text: every field with its numbers."""
    return ", ".join(
        f"{name}={int(value)}"
        if isinstance(value, int)
        else f"{name}=[{' '.join(str(int(n)) for n in value)}]"
        for name, value in state.items()
    )


_FIELD = re.compile(r"(\w+)=(-?\d+|\[[-\d ]*\])")


def parse_fields(text: str, kind: type[State]) -> State:
    """Return the state of a text that `format_fields` wrote."""
    parts = [_FIELD.fullmatch(part.strip()) for part in text.split(",")]
    state = kind()
    names = [part[1] if part else None for part in parts]
    if names != [name for name, _ in state.items()]:
        raise BadNotation(f"{quoted(text)} is not a position")
    for part in parts:
        assert part is not None
        numbers = [int(number) for number in part[2].strip("[]").split()]
        setattr(state, part[1], numbers if part[2].startswith("[") else numbers[0])
    return state.freeze()


class NoText(Exception):
    """Raised for a value that has no notation; it names the kind."""


def format_state(value: Any) -> str:
    """Return a position in Python's notation; NoText if a part has none."""
    if isinstance(value, State):
        return format_fields(value)
    try:
        plain = repr(value) if type(value) in _MOSTLY else ""
        # The `repr` of most positions is already their notation.
        return plain if plain and len(plain) < _SHORT and not _UNUSUAL.search(plain) else _text(value)
    except RecursionError:
        raise NoText("a position that is nested too deeply") from None


def _text(value: Any) -> str:
    kind = type(value)
    if kind in _PLAIN and value == value and value not in (math.inf, -math.inf):
        return repr(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    if isinstance(value, tuple):
        if hasattr(kind, "_fields"):
            return f"{kind.__name__}({', '.join(map(_text, value))})"
        return f"({', '.join(map(_text, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, frozenset):
        return f"frozenset({{{', '.join(sorted(map(_text, value)))}}})" if value else "frozenset()"
    if is_dataclass(value):
        inside = ", ".join(f"{field.name}={_text(getattr(value, field.name))}" for field in fields(value))
        return f"{kind.__name__}({inside})"
    raise NoText(f"a {kind.__name__}")


def parse_state(text: str, known: Mapping[str, Any]) -> Any:
    """Return the position that a text describes; `known` holds the classes that it may name."""
    if len(text) > _LONGEST:
        raise BadNotation(f"{quoted(text)} is too long for a position")
    try:
        return _value(_expression(text.strip()), known)
    except (SyntaxError, ValueError, TypeError, AttributeError, LookupError, MemoryError, RecursionError):
        raise BadNotation(f"{quoted(text)} is not a position") from None


def _expression(text: str) -> ast.expr:
    (only,) = ast.parse(text).body
    if not isinstance(only, ast.Expr):
        raise ValueError
    return only.value


def _value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_value(each, known) for each in node.elts)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _class(node.value.id, known, enum.Enum)[node.attr]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _instance(node, known)
    return ast.literal_eval(node)


def _instance(node: ast.Call, known: Mapping[str, Any]) -> Any:
    """Return the instance that the call of a class describes."""
    assert isinstance(node.func, ast.Name)
    if node.func.id == "frozenset":
        if not node.args:
            return frozenset()
        (members,) = node.args
        if not isinstance(members, ast.Set):
            raise ValueError("a frozenset holds a set")
        return frozenset(_value(each, known) for each in members.elts)
    make = _class(node.func.id, known, tuple, is_dataclass)
    given = [_value(each, known) for each in node.args]
    return make(*given, **{word.arg: _value(word.value, known) for word in node.keywords if word.arg})


def _class(name: str, known: Mapping[str, Any], kind: type, also: Callable[[Any], bool] | None = None) -> Any:
    """Return a class of the game's file if it has the right kind; nothing else is ever called."""
    found = known.get(name)
    if isinstance(found, type) and (issubclass(found, kind) or (also is not None and also(found))):
        return found
    raise ValueError(f"{name} is nothing that a position is made of")
