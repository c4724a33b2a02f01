"""The types and values that compiled methods work with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.games.python_game.bitboard import Bitboard


class NotCompiled(Exception):
    """A part of a method that isn't compiled; it says which line, why, and what to write instead."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Type:
    """A type of values; `detail` depends on the kind."""

    kind: str
    detail: tuple[Any, ...] = ()


BOOL, INT, FLOAT, BITS = Type("bool"), Type("int"), Type("float"), Type("bitboard")
#: One of the words that methods return, such as "first".
WORD = Type("word")
NONE = Type("None")
#: None, a word or a number of points: what `outcome` returns.
ANSWER = Type("answer")


def row_type(table: Any, level: int) -> Type:
    """Return the type of the rows of a constant table at a level; the table itself is level 0."""
    return Type("row", (table, level))


def array_type(code: str, length: int, *, mutable: bool) -> Type:
    """Return the type of a row of numbers in memory, with the code of a `NumberKind`."""
    return Type("array", (code, length, mutable))


def state_type(*, mutable: bool, local: bool = False) -> Type:
    """Return the type of a state; a local one is a copy that the method made."""
    return Type("state", (mutable, local))


#: The words by their numbers in compiled code; the core knows them too (native/bind/compiled_rules.cpp).
WORDS = {"first": 1, "second": 2, "draw": 3, "win": 4, "loss": 5, "chance": 6}
#: An answer is None, at least `WORD_ANSWER` for a word, or else a number of points below 2**31.
NO_ANSWER, WORD_ANSWER = 1 << 40, 1 << 41

_UNKNOWN = object()


@dataclass
class Value:
    """A value: `ir` is LLVM's name of it; `const` is what it is if that is known."""

    type: Type
    ir: Any = None
    const: Any = field(default=_UNKNOWN)

    @property
    def is_const(self) -> bool:
        """Whether the value is known while compiling."""
        return self.const is not _UNKNOWN


def constant(found: Any, what: str) -> Any:
    """Return a constant in the form that compiled methods use; NotCompiled if it has none."""
    if found is None or isinstance(found, bool | float | str | Bitboard):
        return found
    if hasattr(type(found), "__index__"):
        return found.__index__()
    if isinstance(found, list | tuple | range):
        return tuple(constant(each, what) for each in found)
    raise NotCompiled(
        f"{what} is a {type(found).__name__}, which isn't compiled; use numbers, bitboards and tuples of them"
    )


def joined(one: Type, other: Type) -> Type | None:
    """Return the type that holds values of both types; None if there is none."""
    if one == other:
        return one
    kinds = {one.kind, other.kind}
    for wider, narrower in ((INT, {"bool"}), (FLOAT, {"bool", "int"})):
        if wider.kind in kinds and kinds <= narrower | {wider.kind}:
            return wider
    if kinds <= {"None", "word", "answer", "int"}:
        return ANSWER
    return None
