"""Positions with a fixed layout: a `State` declares its fields, each a number or a row of numbers.

    class State(kibitz.State):
        cells = kibitz.int8["rows * columns"]
        turn = kibitz.int8

Kibitz makes the class that a game uses from that declaration (`self.State()`), as a length may depend on
options. A state that Kibitz passes to a method never changes; `copy` returns one that can be changed.
"""

from __future__ import annotations

import functools
import struct
from array import array
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from kibitz.base.errors import BadGame, quoted
from kibitz.games.python_game.bitboard import Bitboard

#: Maximum bytes of a state, which is copied at every move.
MOST_BYTES = 4096


#: Value of a field: a number or a bitboard.
_Number = TypeVar("_Number", bound=int)


@dataclass(frozen=True)
class NumberKind(Generic[_Number]):
    """The declaration of a field that is one number; an index declares a row of them.

    >>> import kibitz
    >>> kibitz.int16, kibitz.int8["2 * pits"].length
    (kibitz.int16, '2 * pits')
    """

    name: str
    #: Its type code in `array` and `struct`.
    code: str
    size: int
    least: int
    most: int

    def __getitem__(self, length: int | str) -> NumberRow[_Number]:
        """Return the declaration of a row of such numbers; a text is an expression of the game's options."""
        return NumberRow(self, length)

    def __repr__(self) -> str:
        return f"kibitz.{self.name}"

    if TYPE_CHECKING:
        # Fields of the class that Kibitz makes are numbers.
        @overload
        def __get__(self, instance: None, owner: type) -> NumberKind[_Number]: ...
        @overload
        def __get__(self, instance: object, owner: type) -> _Number: ...
        def __get__(self, instance: object, owner: type) -> Any: ...
        def __set__(self, instance: object, value: int) -> None: ...


@dataclass(frozen=True)
class NumberRow(Generic[_Number]):
    """The declaration of a field that is a row of numbers."""

    kind: NumberKind[_Number]
    length: int | str

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type) -> NumberRow[_Number]: ...
        @overload
        def __get__(self, instance: object, owner: type) -> MutableSequence[_Number]: ...
        def __get__(self, instance: object, owner: type) -> Any: ...
        def __set__(self, instance: object, value: Sequence[int]) -> None: ...


def _signed(name: str, code: str, size: int) -> NumberKind[int]:
    return NumberKind(name, code, size, -(1 << 8 * size - 1), (1 << 8 * size - 1) - 1)


int8 = _signed("int8", "b", 1)
int16 = _signed("int16", "h", 2)
int32 = _signed("int32", "i", 4)
int64 = _signed("int64", "q", 8)
#: A `Bitboard`.
bitboard: NumberKind[Bitboard] = NumberKind("bitboard", "Q", 8, 0, (1 << 64) - 1)


@dataclass(frozen=True)
class Field:
    """A field with its place in the bytes of a state; `length` is None for a single number."""

    name: str
    kind: NumberKind[Any]
    length: int | None
    offset: int


class State:
    """A position with fields of fixed size; states are compared field by field.

    A game derives a class `State` from it and makes positions by `self.State()`:

    >>> import kibitz
    >>> class Countdown(kibitz.PythonGame):
    ...     class State(kibitz.State):
    ...         left = kibitz.int8
    ...     def start(self):
    ...         s = self.State()
    ...         s.left = 3
    ...         return s
    ...     def moves(self, s):
    ...         return [1, 2]
    ...     def play(self, s, move):
    ...         s.left -= move
    ...     def outcome(self, s):
    ...         return None if s.left > 0 else "loss"
    >>> game = Countdown()
    >>> game.play(game.start(), 2).left
    1
    """

    _fields: ClassVar[tuple[Field, ...]] = ()
    _format: ClassVar[struct.Struct]
    if TYPE_CHECKING:
        _frozen: bool
    else:
        __slots__ = ()

    def __init__(self) -> None:
        if not self._fields:
            raise BadGame("a state is made by self.State(), in a method of the game")
        self._frozen = False
        for field in self._fields:
            setattr(self, f"_{field.name}_", _zero(field))

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> Self:
        """Return the unchangeable state with these numbers, field after field."""
        state = cls()
        at = 0
        for field in cls._fields:
            count = field.length or 1
            found = numbers[at : at + count]
            if field.kind is bitboard:  # the core's numbers are signed
                found = [number & field.kind.most for number in found]
            setattr(state, field.name, found[0] if field.length is None else found)
            at += count
        if at != len(numbers):
            raise ValueError(f"a state has {at} numbers, not {len(numbers)}")
        return state.freeze()

    def numbers(self) -> list[int]:
        """Return all numbers, field after field."""
        out: list[int] = []
        for field in self._fields:
            value = getattr(self, field.name)
            if field.length is None:
                out.append(int(value))
            else:
                out += map(int, value)
        return out

    def items(self) -> list[tuple[str, Any]]:
        """Return the name and the value of each field."""
        return [(field.name, getattr(self, field.name)) for field in self._fields]

    def to_bytes(self, side: int = 0) -> bytes:
        """Return the bytes that compiled rules work on; `side` is to move if no field says it."""
        data = self._format.pack(*self.numbers()) + bytes([side])
        return data + bytes(-len(data) % 8)

    def copy(self) -> Self:
        """Return an equal state that can be changed."""
        out = object.__new__(type(self))
        out._frozen = False
        for field in self._fields:
            value = getattr(self, f"_{field.name}_")
            setattr(out, f"_{field.name}_", value if field.length is None else _row(field.kind, value))
        return out

    def set(self, other: Self) -> None:
        """Give every field the value that another state has."""
        for field in self._fields:
            setattr(self, field.name, getattr(other, field.name))

    def freeze(self) -> Self:
        """Make the state immutable, and return it."""
        if not self._frozen:
            for field in self._fields:
                if field.length is not None:
                    setattr(self, f"_{field.name}_", tuple(getattr(self, field.name)))
            self._frozen = True
        return self

    def _values(self) -> tuple[Any, ...]:
        return tuple(
            getattr(self, field.name) if field.length is None else tuple(getattr(self, field.name))
            for field in self._fields
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State) and self._fields == other._fields and self._values() == other._values()
        )

    def __lt__(self, other: State) -> bool:
        return self._values() < other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        parts = (f"{field.name}={value}" for field, value in zip(self._fields, self._values(), strict=True))
        return f"State({', '.join(parts)})"


def _zero(field: Field) -> Any:
    if field.length is not None:
        return _row(field.kind, [0] * field.length)
    return Bitboard(0) if field.kind is bitboard else 0


class _BitboardRow(array):  # type: ignore[type-arg]
    """An array whose items are bitboards."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        return Bitboard(super().__getitem__(index))

    def __iter__(self) -> Any:
        return map(Bitboard, super().__iter__())


def _row(kind: NumberKind[Any], values: Iterable[int]) -> Any:
    return _BitboardRow("Q", values) if kind is bitboard else array(kind.code, values)


def _number_property(field: Field) -> property:
    name, stored, kind = field.name, f"_{field.name}_", field.kind

    def assign(state: State, value: int) -> None:
        if state._frozen:
            raise TypeError(f"this position never changes: assign {name} in play, or to a copy()")
        if not kind.least <= value <= kind.most:
            raise OverflowError(f"{name} = {value} is no {kind.name} ({kind.least} to {kind.most})")
        setattr(state, stored, Bitboard(value) if kind is bitboard else int(value))

    return property(lambda state: getattr(state, stored), assign)


def _row_property(field: Field) -> property:
    name, stored, kind, length = field.name, f"_{field.name}_", field.kind, field.length

    def assign(state: State, values: Sequence[int]) -> None:
        if state._frozen:
            raise TypeError(f"this position never changes: assign {name} in play, or to a copy()")
        if len(values) != length:
            raise ValueError(f"{name} has {length} numbers, not {len(values)}")
        setattr(state, stored, _row(kind, values))

    return property(lambda state: getattr(state, stored), assign)


def state_class(declared: type[State], game: object) -> type[State]:
    """Return the class of a game's states; BadGame if the declaration is wrong."""
    fields, offset = [], 0
    for name, declaration in _declarations(declared):
        length = None
        kind = declaration
        if isinstance(declaration, NumberRow):
            kind, length = declaration.kind, _length(name, declaration.length, game)
        fields.append(Field(name, kind, length, offset))
        offset += kind.size * (1 if length is None else length)
    if not fields:
        raise BadGame(f"{declared.__qualname__} has no fields, such as cells = kibitz.int8[9]")
    if offset > MOST_BYTES:
        raise BadGame(f"{declared.__qualname__} has {offset:,} bytes; {MOST_BYTES:,} is the most")
    members: dict[str, Any] = {
        field.name: (_number_property if field.length is None else _row_property)(field) for field in fields
    }
    codes = "".join(f"{1 if field.length is None else field.length}{field.kind.code}" for field in fields)
    members |= {
        "__slots__": ("_frozen", *(f"_{field.name}_" for field in fields)),
        "__module__": declared.__module__,
        "_fields": tuple(fields),
        "_format": struct.Struct(f"<{codes}"),
    }
    return type(declared.__name__, (State,), members)


def _declarations(declared: type[State]) -> list[tuple[str, Any]]:
    found = {}
    for base in reversed(declared.__mro__):
        if base in (State, object):
            continue
        for name in getattr(base, "__annotations__", {}):
            if name not in vars(base):
                raise BadGame(
                    f"write {name} = kibitz.int8 in {declared.__qualname__}, not {name}: kibitz.int8"
                )
        for name, value in vars(base).items():
            if isinstance(value, NumberKind | NumberRow):
                if hasattr(State, name) or name.startswith("_"):
                    raise BadGame(f"a field of {declared.__qualname__} can't be called {quoted(name)}")
                found[name] = value
            elif callable(value):
                raise BadGame(f"{declared.__qualname__} has fields only; {name} belongs to the game's class")
    return list(found.items())


def _length(name: str, length: int | str, game: object) -> int:
    if isinstance(length, str):
        try:
            length = eval(length, {"__builtins__": {}}, _Attributes(game))
        except Exception as error:
            raise BadGame(f"the length {length!r} of {name}: {error}") from None
    if not isinstance(length, int) or isinstance(length, bool) or not 0 < length <= MOST_BYTES:
        raise BadGame(f"the length of {name} must be from 1 to {MOST_BYTES:,}, not {length!r}")
    return length


class _Attributes(dict[str, Any]):
    """Attributes of a game by name: its options and computed attributes."""

    def __init__(self, game: object) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, name: str) -> Any:
        try:
            return getattr(self._game, name)
        except AttributeError:
            raise KeyError(name) from None


class StateAttribute:
    """`State` in a game's class: the declaration, and in a game the class made from it."""

    def __init__(self, declared: type[State]) -> None:
        self.declared = declared

    def __get__(self, game: object, owner: type) -> type[State]:
        if game is None:
            return self.declared
        made = vars(game)["State"] = state_class(self.declared, game)
        return made


#: Methods that change a copy made by Kibitz.
IN_PLACE = ("play", "canonical")
#: Methods that make a state.
MAKING = ("start", "parse_state", "from_index")


def returns_frozen(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method that makes a state so that it returns an immutable state."""

    @functools.wraps(method)
    def making(*arguments: Any) -> Any:
        made = method(*arguments)
        return made.freeze() if isinstance(made, State) else made

    return making


def works_on_copy(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method that changes its state in place so that it returns a changed copy."""

    @functools.wraps(method)
    def changing(game: Any, state: Any, *arguments: Any) -> Any:
        copy = state.copy()
        made = method(game, copy, *arguments)
        made = copy if made is None else made
        return made.freeze() if isinstance(made, State) else made

    return changing
