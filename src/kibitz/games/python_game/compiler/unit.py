"""A game's methods compiled together: the module, its tables, helper functions and entry points."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from llvmlite import ir

from kibitz.games.python_game.compiler.arithmetic import F64, I1, I8, I32, I64, PTR, fits, i64
from kibitz.games.python_game.compiler.dependencies import digest_of, typed
from kibitz.games.python_game.compiler.lowering import MEMORY
from kibitz.games.python_game.compiler.source_code import SourceFunction, find_source
from kibitz.games.python_game.compiler.statements import MethodLowering, result_of
from kibitz.games.python_game.compiler.tables import Table
from kibitz.games.python_game.compiler.values import (
    ANSWER,
    BOOL,
    FLOAT,
    INT,
    NONE,
    WORD,
    NotCompiled,
    Type,
    Value,
    state_type,
)
from kibitz.games.python_game.definition import PythonGame
from kibitz.games.python_game.state import Field, State

#: The iterations of all loops together that one call may make: some 50 milliseconds.
MOST_STEPS = 1 << 24
#: The methods that the core calls, if there are any.
ENTRY_POINTS = (
    *("moves", "play", "outcome", "turn", "chances", "roller", "evaluate", "canonical"),
    *("tier", "index", "from_index"),
)


@dataclass(frozen=True)
class Site:
    """A place where a compiled method may fail; the core knows it by its number."""

    method: str
    line: int
    what: str


class Unit:
    """Lowers the methods of one game with its options."""

    def __init__(self, game: PythonGame) -> None:
        self.game = game
        self.module = ir.Module(type(game).__name__)
        made = game.State
        assert issubclass(made, State)
        self.fields: tuple[Field, ...] = made._fields
        last = self.fields[-1]
        used = last.offset + last.kind.size * (last.length or 1)
        #: Bytes of a state: the fields, the side to move where no method says it, and zeros.
        self.state_size = (used + 1 + 7) // 8 * 8
        self.side_offset = used
        self.methods: dict[str, SourceFunction] = {}
        self._statics: set[int] = set()
        self._collect()
        self.sites: list[Site] = []
        self._tables: dict[Any, Table] = {}
        self._helpers: dict[tuple[int, tuple[Type, ...]], tuple[Any, Type]] = {}
        #: The calls that a helper function is, with those inside it, by its name.
        self.calls: dict[str, int] = {}
        #: The bytes on the stack that it needs, with those of its calls.
        self.memory: dict[str, int] = {}
        self._stack: list[str] = []
        self._names = 0
        #: Constants that the code depends on: the module (empty for the game itself), the name, a digest.
        self.constants: dict[tuple[str, str], str] = {}
        #: Whether all that the code depends on can be found again.
        self.cacheable = True

    def _collect(self) -> None:
        for cls in reversed(type(self.game).__mro__):
            if cls in (PythonGame, object) or not issubclass(cls, PythonGame):
                continue
            for name, found in vars(cls).items():
                is_static = isinstance(found, staticmethod)
                function = inspect.unwrap(found.__func__ if is_static else found)
                if not isinstance(function, FunctionType):
                    self.methods.pop(name, None)
                    continue
                try:
                    source = find_source(name, function)
                except NotCompiled:
                    if name in ENTRY_POINTS:
                        raise
                    continue
                self.methods[name] = source
                if is_static:
                    self._statics.add(id(source))

    def is_method(self, source: SourceFunction) -> bool:
        """Return whether a function takes the game as its first argument."""
        return self.methods.get(source.name) is source and id(source) not in self._statics

    # -- What lowering asks for ----------------------------------------------------------------------------

    def fresh(self, name: str) -> str:
        """Return a name that no function of the module has."""
        self._names += 1
        return f"{name}${self._names}"

    def site(self, source: SourceFunction, node: ast.AST, what: str) -> int:
        """Return the status of a call that fails at a place."""
        site = Site(source.name, getattr(node, "lineno", source.tree.lineno), what)
        if site not in self.sites:
            self.sites.append(site)
        return self.sites.index(site) + 1

    def table(self, items: tuple[Any, ...]) -> Table:
        """Return the table of a constant."""
        key = typed(items)
        if key not in self._tables:
            self._tables[key] = Table(self.module, len(self._tables), items)
        return self._tables[key]

    def note_constant(self, source: SourceFunction | None, name: str, const: Any) -> None:
        """Note that the code depends on an attribute of the game or on a name of a function's module."""
        if source is not None and name in source.function.__code__.co_freevars:
            self.cacheable = False
        module = "" if source is None else source.function.__module__
        self.constants[module, name] = digest_of(const)

    def function_source(self, name: str, function: FunctionType, node: ast.AST) -> SourceFunction:
        """Return the source of a function of a module."""
        try:
            source = find_source(name, function)
        except NotCompiled as error:
            raise NotCompiled(str(error), getattr(node, "lineno", None)) from None
        self.constants[function.__module__, name] = digest_of(ast.dump(source.tree))
        return source

    def helper(self, source: SourceFunction, types: list[Type], node: ast.AST) -> tuple[Any, Type]:
        """Return the function for arguments of these types, and the type that it returns."""
        key = (id(source.tree), tuple(types))
        if source.name in self._stack:
            chain = " -> ".join([*self._stack[self._stack.index(source.name) :], source.name])
            raise NotCompiled(
                f"recursion isn't compiled: {chain}; write a loop", getattr(node, "lineno", None)
            )
        if key not in self._helpers:
            self._helpers[key] = self._lower_helper(source, types, node)
        return self._helpers[key]

    def _lower_helper(self, source: SourceFunction, types: list[Type], node: ast.AST) -> tuple[Any, Type]:
        lowering = MethodLowering(self, source)

        def body(low: MethodLowering) -> None:
            low.fuel, low.memory = low.function.args[0], low.function.args[1]
            values = [
                Value(kind, argument) for kind, argument in zip(types, low.function.args[2:], strict=True)
            ]
            scope = low.function_scope(source, values, node)

            def on_return(value: Value | None, at: ast.AST) -> None:
                found = result_of(value)
                kind = low.returned(found, at)
                low.b.store(low.convert(found, kind, at), low.memory)
                low.b.ret(ir.Constant(I32, 0))

            scope.on_return = on_return
            low.enter_function(scope, values, node)
            low.statements(source.tree.body)
            if not low.dead:
                on_return(None, source.tree)

        arguments = [lowering.storage(kind, node) for kind in types]
        self._stack.append(source.name)
        try:
            function = lowering.lower(
                ir.FunctionType(I32, [PTR, PTR, *arguments]), self.fresh(source.name), body
            )
        finally:
            self._stack.pop()
        self.calls[function.name] = lowering.calls + 1
        self.memory[function.name] = lowering.own_memory + lowering.called_memory
        return function, lowering.result or NONE

    def state_comparison(self, name: str) -> Any:
        """Return the function that compares two states: whether they are equal, or the first is less."""
        found = self.module.globals.get(name)
        if found is not None:
            return found
        function = ir.Function(self.module, ir.FunctionType(I1, [PTR, PTR]), name)
        function.linkage = "internal"
        b = ir.IRBuilder(function.append_basic_block())
        for place in self.fields:
            kind, size = MEMORY[place.kind.code]
            compare = b.icmp_unsigned if place.kind.code == "Q" else b.icmp_signed
            for index in range(place.length or 1):
                offset = i64(place.offset + index * size)
                one, other = (
                    b.load(b.gep(argument, [offset], source_etype=I8), align=1, typ=kind)
                    for argument in function.args
                )
                compare = b.icmp_unsigned if place.kind.code == "Q" else b.icmp_signed
                differs, same = function.append_basic_block(), function.append_basic_block()
                b.cbranch(compare("!=", one, other), differs, same)
                b.position_at_end(differs)
                b.ret(compare("<", one, other) if name == "is_less" else ir.Constant(I1, 0))
                b.position_at_end(same)
        b.ret(ir.Constant(I1, name == "is_equal"))
        return function

    # -- Entry points --------------------------------------------------------------------------------------

    def lower(self) -> list[str]:
        """Lower every method that the core calls, and return their names."""
        out = []
        for name in ENTRY_POINTS:
            if getattr(self.game, name, None) is None:
                continue
            if name not in self.methods:
                raise NotCompiled(f"{name} is no plain method of the class")
            self._lower_entry(name, self.methods[name])
            out.append(name)
        return out

    def _lower_entry(self, name: str, source: SourceFunction) -> None:
        shared = state_type(mutable=False)
        own = state_type(mutable=True, local=True)
        lowering = MethodLowering(self, source)
        make: dict[str, tuple[list[Any], Callable[[MethodLowering], None]]] = {
            "moves": ([PTR, PTR, I32, PTR], lambda low: _lower_moves(low, source, shared)),
            "chances": ([PTR, PTR, PTR, I32, PTR], lambda low: _lower_chances(low, source, shared)),
            "play": ([PTR, I32], lambda low: _lower_change(low, source, own)),
            "canonical": ([PTR], lambda low: _lower_change(low, source, own)),
            "outcome": ([PTR, PTR], lambda low: _lower_result(low, source, shared, ANSWER)),
            "turn": ([PTR, PTR], lambda low: _lower_result(low, source, shared, WORD)),
            "roller": ([PTR, PTR], lambda low: _lower_result(low, source, shared, WORD)),
            "evaluate": ([PTR, PTR], lambda low: _lower_result(low, source, shared, FLOAT)),
            "tier": ([PTR, PTR], lambda low: _lower_result(low, source, shared, INT)),
            "index": ([PTR, PTR], lambda low: _lower_result(low, source, shared, ANSWER)),
            "from_index": ([I64, I64, PTR, PTR], lambda low: _lower_maker(low, source)),
        }
        arguments, body = make[name]

        def whole(low: MethodLowering) -> None:
            low.fuel = low.allocate(I64)
            low.b.store(i64(MOST_STEPS), low.fuel)
            body(low)

        self._stack.append(name)
        function = lowering.lower(ir.FunctionType(I32, arguments), self.fresh(f"{name}_entry"), whole)
        self._stack.pop()
        exported = ir.Function(self.module, ir.FunctionType(I32, arguments), f"kibitz_{name}")
        b = ir.IRBuilder(exported.append_basic_block())
        b.ret(b.call(function, exported.args))


def _enter(low: MethodLowering, source: SourceFunction, values: list[Value]) -> Any:
    scope = low.function_scope(source, values, source.tree)
    low.enter_function(scope, values, source.tree)
    return scope


def _finish(low: MethodLowering, source: SourceFunction) -> None:
    low.statements(source.tree.body)
    if not low.dead:
        low.scope.on_return(None, source.tree)  # type: ignore[misc]


def _lower_result(low: MethodLowering, source: SourceFunction, shared: Type, kind: Type) -> None:
    """Lower a method that returns one value of a type."""
    state, out = low.function.args
    scope = _enter(low, source, [Value(shared, state)])

    def on_return(value: Value | None, node: ast.AST) -> None:
        found = result_of(value)
        if kind == INT and found.type == BOOL:
            raise low.refuse(f"{source.name} returns a number", node)
        low.b.store(low.convert(found, kind, node), out, align=1)
        low.b.ret(ir.Constant(I32, 0))

    scope.on_return = on_return
    _finish(low, source)


def _lower_change(low: MethodLowering, source: SourceFunction, own: Type) -> None:
    """Lower a method that changes its state in place, or returns another."""
    state = low.function.args[0]
    values = [Value(own, state)]
    if len(low.function.args) > 1:
        values.append(Value(INT, low.b.sext(low.function.args[1], I64)))
    scope = _enter(low, source, values)

    def on_return(value: Value | None, node: ast.AST) -> None:
        if value is not None and value.type != NONE:
            if value.type.kind != "state":
                raise low.refuse(f"{source.name} returns a state or nothing", node)
            moved = low.function.append_basic_block("moved")
            done = low.function.append_basic_block("done")
            low.b.cbranch(
                low.b.icmp_unsigned("!=", low.b.ptrtoint(value.ir, I64), low.b.ptrtoint(state, I64)),
                moved,
                done,
            )
            low.b.position_at_end(moved)
            low.copy_state(state, value.ir)
            low.b.branch(done)
            low.b.position_at_end(done)
        low.b.ret(ir.Constant(I32, 0))

    scope.on_return = on_return
    _finish(low, source)


def _lower_maker(low: MethodLowering, source: SourceFunction) -> None:
    """Lower a method that makes a state from two numbers, or returns None."""
    tier, index, out, exists = low.function.args
    scope = _enter(low, source, [Value(INT, tier), Value(INT, index)])

    def on_return(value: Value | None, node: ast.AST) -> None:
        made = value is not None and value.type != NONE
        if made:
            assert value is not None
            if value.type.kind != "state":
                raise low.refuse(f"{source.name} returns a state or None", node)
            low.copy_state(out, value.ir)
        low.b.store(i64(int(made)), exists)
        low.b.ret(ir.Constant(I32, 0))

    scope.on_return = on_return
    _finish(low, source)


def _append(low: MethodLowering, count: Any, cap: Any, stores: list[tuple[Any, Any, Any]]) -> None:
    """Append to the caller's arrays if there is room, and count on in any case."""
    at = low.b.load(count, typ=I64)
    room, on = low.function.append_basic_block("room"), low.function.append_basic_block("on")
    low.b.cbranch(low.b.icmp_signed("<", at, low.b.sext(cap, I64)), room, on)
    low.b.position_at_end(room)
    for array, kind, item in stores:
        low.b.store(item, low.b.gep(array, [at], source_etype=kind), align=1)
    low.b.branch(on)
    low.b.position_at_end(on)
    low.b.store(low.b.add(at, i64(1)), count)


def _move_number(low: MethodLowering, value: Value, node: ast.AST) -> Any:
    number = low.convert(value, INT, node)
    low.check(low.b.not_(fits(low.b, number, 4)), "a move that does not fit 32 bits", node)
    return low.b.trunc(number, I32)


def _returning_count(low: MethodLowering, count: Any, out: Any) -> Callable[[Value | None, ast.AST], None]:
    def on_return(value: Value | None, node: ast.AST) -> None:
        if value is not None and value.type != NONE:
            raise low.refuse("write yield for each move, or return a list that is written out", node)
        total = low.b.load(count, typ=I64)
        low.b.store(low.b.trunc(total, I32), out, align=1)
        low.b.ret(ir.Constant(I32, 0))

    return on_return


def _lower_moves(low: MethodLowering, source: SourceFunction, shared: Type) -> None:
    state, moves, cap, total = low.function.args
    count = low.allocate(I64)
    low.b.store(i64(0), count)
    scope = _enter(low, source, [Value(shared, state)])

    def on_yield(value: ast.expr | None, node: ast.AST) -> None:
        if value is None or isinstance(value, ast.Tuple):
            raise low.refuse("a move of compiled rules is one number; write it with format_move", node)
        move = _move_number(low, low.expression(value), node)
        _append(low, count, cap, [(moves, I32, move)])

    scope.on_yield = on_yield
    scope.on_return = _returning_count(low, count, total)
    _finish(low, source)


def _lower_chances(low: MethodLowering, source: SourceFunction, shared: Type) -> None:
    state, moves, probabilities, cap, total = low.function.args
    count = low.allocate(I64)
    low.b.store(i64(0), count)
    scope = _enter(low, source, [Value(shared, state)])

    def on_yield(value: ast.expr | None, node: ast.AST) -> None:
        if not isinstance(value, ast.Tuple) or len(value.elts) != 2:
            raise low.refuse("chances yields pairs: yield move, probability", node)
        move = _move_number(low, low.expression(value.elts[0]), node)
        probability = low.convert(low.expression(value.elts[1]), FLOAT, node)
        _append(low, count, cap, [(moves, I32, move), (probabilities, F64, probability)])

    scope.on_yield = on_yield
    scope.on_return = _returning_count(low, count, total)
    _finish(low, source)
