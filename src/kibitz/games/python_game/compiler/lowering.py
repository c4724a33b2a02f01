"""Lowering of one method: its syntax tree becomes LLVM's intermediate representation.

Types of variables are found by lowering again: when a variable turns out to hold values of a wider type than
it was given, lowering starts anew with that type (`_Restart`), until nothing changes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from kibitz.games.python_game.bitboard import Bitboard
from kibitz.games.python_game.compiler.arithmetic import F64, I1, I8, I16, I32, I64, PTR, fits, i64
from kibitz.games.python_game.compiler.source_code import SourceFunction
from kibitz.games.python_game.compiler.values import (
    ANSWER,
    BITS,
    BOOL,
    FLOAT,
    INT,
    NO_ANSWER,
    NONE,
    WORD,
    WORD_ANSWER,
    WORDS,
    NotCompiled,
    Type,
    Value,
    array_type,
    joined,
    row_type,
    state_type,
)
from kibitz.games.python_game.state import Field

if TYPE_CHECKING:
    from kibitz.games.python_game.compiler.unit import Unit

#: LLVM's types of numbers in memory, by the codes of `NumberKind`.
MEMORY = {"b": (I8, 1), "h": (I16, 2), "i": (I32, 4), "q": (I64, 8), "Q": (I64, 8)}
_MOST_ROUNDS = 100


class _Restart(Exception):
    """Raised when a variable or the result has a wider type than assumed."""


@dataclass
class Scope:
    """The variables of a function, or of a comprehension inside it."""

    source: SourceFunction
    parent: Scope | None = None
    number: int = 0
    names: set[str] = field(default_factory=set)
    #: What `return` and `yield` do here.
    on_return: Callable[[Value | None, ast.AST], None] | None = None
    on_yield: Callable[[ast.expr | None, ast.AST], None] | None = None


@dataclass
class Loop:
    """Where `break` and `continue` go."""

    after: Any
    again: Any
    #: The variables that have values at each `break`.
    at_breaks: list[set[tuple[int, str]]] = field(default_factory=list)


class FunctionLowering:
    """Lowers one function for arguments of certain types; expressions and loops are in other modules."""

    #: The scope of the statement that is being lowered.
    scope: Scope
    #: Where the iterations lie that the call may still make, and where a helper function puts its result.
    fuel: Any
    memory: Any

    def __init__(self, unit: Unit, source: SourceFunction) -> None:
        self.unit = unit
        self.source = source
        self.types: dict[tuple[int, str], Type] = {}
        self.result: Type | None = None

    # -- Functions -----------------------------------------------------------------------------------------

    def lower(self, kind: Any, name: str, body: Callable[[Any], None]) -> Any:
        """Return the LLVM function whose body a callback lowers, in as many rounds as types need."""
        for _ in range(_MOST_ROUNDS):
            self.function = ir.Function(self.unit.module, kind, name)
            self.function.linkage = "internal"
            try:
                self._round(body)
                return self.function
            except _Restart:
                del self.unit.module.globals[name]
                name = self.unit.fresh(name.partition("$")[0])
        raise NotCompiled("the types of its variables can't be found", self.source.tree.lineno)

    def _round(self, body: Callable[[Any], None]) -> None:
        self.entry = ir.IRBuilder(self.function.append_basic_block("entry"))
        first = self.function.append_basic_block("body")
        self.b = ir.IRBuilder(first)
        self.slots: dict[tuple[int, str], Any] = {}
        #: The variables that certainly have a value at this point.
        self.assigned: set[tuple[int, str]] = set()
        self.loops: list[Loop] = []
        self.inlined: list[str] = []
        #: The calls of helper functions, with those inside them, if each line runs once.
        self.calls = 0
        #: Bytes on the stack: of this function, and of the function with the most that it calls.
        self.own_memory = self.called_memory = 0
        self.scopes = 0
        body(self)
        self.entry.branch(first)

    def new_scope(self, source: SourceFunction, parent: Scope | None = None) -> Scope:
        """Return a new scope, numbered in the order of lowering."""
        self.scopes += 1
        return Scope(source, parent, self.scopes)

    @property
    def dead(self) -> bool:
        """Whether this point is never reached."""
        return bool(self.b.block.is_terminated)

    def allocate(self, kind: Any, count: int | None = None) -> Any:
        """Return memory on the stack that lasts as long as the call."""
        size = None if count is None else ir.Constant(I32, count)
        self.own_memory += (count or 1) * 8 if kind != I8 else count or 1
        return self.entry.alloca(kind, size=size)

    # -- Errors --------------------------------------------------------------------------------------------

    def fail(self, what: str, node: ast.AST) -> None:
        """End the call with an error."""
        self.b.ret(ir.Constant(I32, self.unit.site(self.scope.source, node, what)))

    def check(self, bad: Any, what: str, node: ast.AST) -> None:
        """End the call with an error where a condition holds."""
        if isinstance(bad, ir.Constant) and not bad.constant:
            return
        failed, fine = self.function.append_basic_block("failed"), self.function.append_basic_block("fine")
        self.b.cbranch(bad, failed, fine).set_weights([1, 100_000])
        self.b.position_at_end(failed)
        self.fail(what, node)
        self.b.position_at_end(fine)

    def checker(self, node: ast.AST) -> Callable[[Any, str], None]:
        """Return `check` for one place of the source."""
        return lambda bad, what: self.check(bad, what, node)

    def refuse(self, what: str, node: ast.AST | None) -> NotCompiled:
        """Return the error that a part isn't compiled."""
        return NotCompiled(what, getattr(node, "lineno", None))

    def spend(self, steps: Any, node: ast.AST) -> None:
        """Take loop iterations from those that a call may make."""
        left = self.b.sub(self.b.load(self.fuel, typ=I64), steps)
        self.b.store(left, self.fuel)
        self.check(self.b.icmp_signed("<", left, i64(0)), "a loop that does not end", node)

    # -- Values --------------------------------------------------------------------------------------------

    def value_of(self, const: Any, node: ast.AST | None) -> Value:
        """Return the value of a constant."""
        if const is None:
            return Value(NONE, const=None)
        if isinstance(const, bool):
            return Value(BOOL, const=const)
        if isinstance(const, Bitboard):
            return Value(BITS, const=const)
        if isinstance(const, int):
            return Value(INT, const=const)
        if isinstance(const, float):
            return Value(FLOAT, const=const)
        if isinstance(const, str):
            return Value(WORD if const in WORDS else Type("text", (const,)), const=const)
        assert isinstance(const, tuple)
        try:
            table = self.unit.table(const)
        except NotCompiled as error:
            raise self.refuse(str(error), node) from None
        return Value(row_type(table, 0), ir=i64(0), const=const)

    def ir(self, value: Value, node: ast.AST | None = None) -> Any:
        """Return LLVM's name of a value."""
        if value.ir is not None:
            return value.ir
        const = value.const
        if value.type == BOOL:
            return ir.Constant(I1, int(const))
        if value.type == BITS:
            return i64((int(const) + (1 << 63)) % (1 << 64) - (1 << 63))
        if value.type == INT:
            if not -(1 << 63) <= const < 1 << 63:
                raise self.refuse(
                    f"{const} needs more than 64 bits; a set of cells is a kibitz.Bitboard", node
                )
            return i64(const)
        if value.type == FLOAT:
            return ir.Constant(F64, const)
        if value.type == WORD:
            return i64(WORDS[const])
        if value.type == NONE:
            return i64(NO_ANSWER)
        raise self.refuse(f"{const!r} can't be used here", node)

    def convert(self, value: Value, to: Type, node: ast.AST) -> Any:
        """Return LLVM's name of a value as one of a wider type."""
        kind = value.type
        if kind == to:
            return self.ir(value, node)
        if to == BITS and value.is_const and isinstance(value.const, int) and 0 <= value.const < 1 << 64:
            return self.ir(Value(BITS, const=Bitboard(value.const)))
        if to == INT and kind == BOOL:
            return self.b.zext(self.ir(value), I64)
        if to == FLOAT and kind in (INT, BOOL):
            return self.b.sitofp(self.convert(value, INT, node), F64)
        if to == ANSWER and kind in (INT, BOOL):
            number = self.convert(value, INT, node)
            if not value.is_const:
                self.check(self.b.not_(fits(self.b, number, 4)), "an outcome beyond all points", node)
            return number
        if to == ANSWER and kind == WORD:
            return self.b.add(self.ir(value), i64(WORD_ANSWER))
        if to == ANSWER and kind == NONE:
            return i64(NO_ANSWER)
        if to.kind == "state" and kind.kind == "state":
            if to.detail[0] and not kind.detail[0]:
                raise self.refuse("this position never changes; change a copy()", node)
            return value.ir
        if to == BITS and kind == INT:
            raise self.refuse("a number stands where a bitboard does; write kibitz.Bitboard(...)", node)
        if to == INT and kind == BITS:
            raise self.refuse("a bitboard stands where a number does; use bit_count() or lowest()", node)
        raise self.refuse(f"{_said(kind)} stands where {_said(to)} does", node)

    def join(self, values: list[Value], node: ast.AST) -> Type:
        """Return the type that holds all values."""
        kind = values[0].type
        for value in values[1:]:
            wider = joined(kind, value.type)
            if wider is None and BITS in (kind, value.type):
                wider = BITS  # a constant number may stand for a bitboard; others are refused when converted
            if wider is None:
                raise self.refuse(f"a value is {_said(kind)} here and {_said(value.type)} there", node)
            kind = wider
        return kind

    def storage(self, kind: Type, node: ast.AST) -> Any:
        """Return LLVM's type of a variable."""
        if kind == BOOL:
            return I1
        if kind == FLOAT:
            return F64
        if kind in (INT, BITS, WORD, NONE, ANSWER) or kind.kind == "row":
            return I64
        if kind.kind in ("array", "state"):
            return PTR
        raise self.refuse(f"{_said(kind)} can't be a variable", node)

    # -- Variables -----------------------------------------------------------------------------------------

    def home(self, name: str) -> Scope | None:
        """Return the scope that a variable belongs to, if it is one."""
        scope: Scope | None = self.scope
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a variable of this scope a value."""
        key = (self.scope.number, name)
        self.scope.names.add(name)
        before = self.types.get(key)
        wider = value.type if before is None else joined(before, value.type)
        if wider is None:
            hint = ""
            if BITS in (before, value.type):
                hint = "; let it begin as a kibitz.Bitboard"
            raise self.refuse(
                f"{name} is {_said(before or NONE)} elsewhere and {_said(value.type)} here{hint}", node
            )
        if wider != before:
            self.types[key] = wider
            if before is not None and key in self.slots:
                raise _Restart
        if key not in self.slots:
            self.slots[key] = self.allocate(self.storage(wider, node))
        self.b.store(self.convert(value, wider, node), self.slots[key])
        self.assigned.add(key)

    def widen(self, key: tuple[int, str], kind: Type) -> None:
        """Begin anew with a wider type of a variable."""
        self.types[key] = kind
        raise _Restart

    def returned(self, value: Value, node: ast.AST) -> Type:
        """Note what the function returns, and return the type of all that it returns."""
        before = self.result
        wider = value.type if before is None else joined(before, value.type)
        if wider is None:
            raise self.refuse(
                f"{_said(value.type)} is returned here and {_said(before or NONE)} elsewhere", node
            )
        self.result = wider
        if before is not None and wider != before:
            raise _Restart
        return wider

    def read(self, scope: Scope, name: str, node: ast.AST) -> Value:
        """Return the value of a variable."""
        key = (scope.number, name)
        if key not in self.assigned:
            raise self.refuse(
                f"{name} may have no value here; give it one before the loop or condition", node
            )
        kind = self.types[key]
        return Value(kind, self.b.load(self.slots[key], typ=self.storage(kind, node)))

    # -- Memory --------------------------------------------------------------------------------------------

    def field_of(self, state: Value, name: str, node: ast.AST) -> Field:
        """Return a field of a state by its name."""
        for each in self.unit.fields:
            if each.name == name:
                return each
        raise self.refuse(f"the state has no field {name}", node)

    def field_address(self, state: Value, place: Field) -> Any:
        """Return where a field of a state lies."""
        return self.b.gep(state.ir, [i64(place.offset)], source_etype=I8)

    def load_number(self, code: str, address: Any) -> Value:
        """Return the number at an address."""
        kind, _ = MEMORY[code]
        number = self.b.load(address, align=1, typ=kind)
        return Value(BITS if code == "Q" else INT, number if kind == I64 else self.b.sext(number, I64))

    def store_number(self, code: str, address: Any, value: Value, node: ast.AST) -> None:
        """Store a number at an address; the call fails if it does not fit."""
        kind, size = MEMORY[code]
        number = self.convert(value, BITS if code == "Q" else INT, node)
        if kind != I64:
            if not (value.is_const and -(1 << 8 * size - 1) <= value.const < 1 << 8 * size - 1):
                self.check(
                    self.b.not_(fits(self.b, number, size)), f"a number that does not fit int{8 * size}", node
                )
            number = self.b.trunc(number, kind)
        self.b.store(number, address, align=1)

    def read_field(self, state: Value, name: str, node: ast.AST) -> Value:
        """Return a number, or a row of numbers, of a state."""
        place = self.field_of(state, name, node)
        address = self.field_address(state, place)
        if place.length is None:
            return self.load_number(place.kind.code, address)
        return Value(array_type(place.kind.code, place.length, mutable=state.type.detail[0]), address)

    def item_address(self, row: Value, index: Value, node: ast.AST) -> Any:
        """Return where an item of a row in memory lies; the call fails if there is none."""
        code, length, _ = row.type.detail
        number = self.index_in(index, i64(length), length, node)
        return self.b.gep(row.ir, [number], source_etype=MEMORY[code][0])

    def index_in(self, index: Value, length: Any, known: int | None, node: ast.AST) -> Any:
        """Return an index after checking that it is from 0 to below a length."""
        if index.type not in (INT, BOOL):
            raise self.refuse(f"an index is a number, not {_said(index.type)}", node)
        if index.is_const and known is not None:
            if not -known <= index.const < known:
                raise self.refuse(f"there is no item {index.const} in a row of {known}", node)
            return i64(index.const % known)
        number = self.convert(index, INT, node)
        self.check(
            self.b.icmp_unsigned(">=", number, length), "an index that is negative or beyond the end", node
        )
        return number

    def copy_state(self, to: Any, source: Any) -> None:
        """Copy all bytes of a state."""
        size = self.unit.state_size
        copy = self.unit.module.declare_intrinsic(
            "llvm.memcpy", [PTR, PTR, I64], ir.FunctionType(ir.VoidType(), [PTR, PTR, I64, I1])
        )
        self.b.call(copy, [to, source, i64(size), ir.Constant(I1, 0)])

    def new_state(self, copied: Value | None) -> Value:
        """Return a state of the method's own: a copy, or one of zeros."""
        size = self.unit.state_size
        memory = self.allocate(I8, size)
        if copied is not None:
            self.copy_state(memory, copied.ir)
        else:
            clear = self.unit.module.declare_intrinsic(
                "llvm.memset", [PTR, I64], ir.FunctionType(ir.VoidType(), [PTR, I8, I64, I1])
            )
            self.b.call(clear, [memory, ir.Constant(I8, 0), i64(size), ir.Constant(I1, 0)])
        return Value(state_type(mutable=True, local=True), memory)


def _said(kind: Type) -> str:
    """Return a type in words."""
    return {
        "bool": "True or False",
        "int": "a number",
        "float": "a fraction",
        "bitboard": "a bitboard",
        "word": "a word",
        "answer": "an outcome",
        "None": "None",
        "row": "a tuple",
        "array": "a row of numbers",
        "state": "a state",
        "text": "a text",
    }[kind.kind]
