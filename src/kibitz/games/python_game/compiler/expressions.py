"""Lowering of expressions."""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

from llvmlite import ir

from kibitz.games.python_game.bitboard import Bitboard
from kibitz.games.python_game.compiler import arithmetic
from kibitz.games.python_game.compiler.arithmetic import F64, I1, I64, i64
from kibitz.games.python_game.compiler.lowering import FunctionLowering
from kibitz.games.python_game.compiler.source_code import is_sequence
from kibitz.games.python_game.compiler.values import (
    ANSWER,
    BITS,
    BOOL,
    FLOAT,
    INT,
    NO_ANSWER,
    NONE,
    WORD,
    NotCompiled,
    Value,
    array_type,
    constant,
    row_type,
)

_FOLDED: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}
_SIGNS = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
_MOST_SHIFT = 1_000
#: The calls that a method may lead to without a loop, as only loops are counted while it runs.
_MOST_CALLS = 100_000
#: Bytes of rows and states that methods keep on the stack, which is small in threads of some systems.
_MOST_MEMORY = 1 << 17
_NUMBERS = (INT, BOOL)
#: What to write instead of what isn't compiled.
_REMEDIES = {
    "sorted": "keep rows in order by moving items in a loop",
    "list": "write [0] * n for a row of n numbers, or copy()",
    "tuple": "loop over the items themselves",
    "set": "use a kibitz.Bitboard",
    "dict": "use a tuple and look up by number",
    "str": "use numbers in the rules, and texts in format_move",
    "print": "take it out",
    "zip": "loop over range(n)",
    "map": "write a loop",
    "filter": "write a loop",
    "reversed": "write range(n - 1, -1, -1)",
    "divmod": "write quotient, rest = divmod(a, b), or a // b and a % b",
    "round": "write // or a comparison",
    "pow": "make a tuple of the powers in __init__",
    "isinstance": "a field has one type",
    "super": "write the method out",
    "Slice": "loop over range(begin, end)",
    "Lambda": "write a method",
    "JoinedStr": "use numbers in the rules, and texts in format_move",
    "Dict": "use a tuple and look up by number",
    "Set": "use a kibitz.Bitboard or a tuple",
    "ListComp": "loop over the items, or pass them to any(), all(), sum(), min() or max()",
    "SetComp": "use a kibitz.Bitboard",
    "DictComp": "use a tuple and look up by number",
    "GeneratorExp": "pass it to any(), all(), sum(), min() or max()",
    "List": "write [0] * n for a row of n numbers",
    "NamedExpr": "assign before",
    "Starred": "write the items out",
    "Await": "rules don't wait",
}


class ExpressionLowering(FunctionLowering):
    """Lowers expressions."""

    def expression(self, node: ast.expr) -> Value:
        """Lower an expression and return its value."""
        method = getattr(self, f"_on_{type(node).__name__.lower()}", None)
        if method is None:
            raise self._not_compiled(type(node).__name__, ast.unparse(node), node)
        out: Value = method(node)
        return out

    def _not_compiled(self, name: str, what: str, node: ast.AST) -> NotCompiled:
        remedy = _REMEDIES.get(name)
        short = what if len(what) <= 40 else what[:37] + "..."
        return self.refuse(f"`{short}` isn't compiled" + (f"; {remedy}" if remedy else ""), node)

    # -- Names and constants -------------------------------------------------------------------------------

    def _on_constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bytes | complex) or node.value is ...:
            raise self._not_compiled("", repr(node.value), node)
        return self.value_of(node.value, node)

    def _on_name(self, node: ast.Name) -> Value:
        scope = self.home(node.id)
        if scope is not None:
            return self.read(scope, node.id, node)
        return self.global_value(node)

    def global_value(self, node: ast.Name) -> Value:
        """Return the value of a name that no variable has."""
        found = self.global_object(node)
        if callable(found):
            raise self._not_compiled(node.id, node.id, node)
        const = self._constant(found, node.id, node)
        self.unit.note_constant(self.scope.source, node.id, const)
        return self.value_of(const, node)

    def global_object(self, node: ast.Name) -> Any:
        """Return what a name means outside of the function."""
        try:
            return self.scope.source.lookup(node.id)
        except KeyError:
            raise self.refuse(f"the name {node.id} is not defined", node) from None

    def _constant(self, found: Any, what: str, node: ast.AST) -> Any:
        try:
            return constant(found, what)
        except NotCompiled as error:
            raise self.refuse(str(error), node) from None

    def is_self(self, node: ast.expr) -> bool:
        """Return whether an expression is the game itself."""
        return isinstance(node, ast.Name) and node.id == "self" and self.home("self") is None

    def is_builtin(self, node: ast.expr, function: object) -> bool:
        """Return whether an expression is the name of a function of Python's own."""
        return (
            isinstance(node, ast.Name) and self.home(node.id) is None and self.global_object(node) is function
        )

    def _on_attribute(self, node: ast.Attribute) -> Value:
        if self.is_self(node.value):
            if node.attr in self.unit.methods:
                raise self.refuse(f"self.{node.attr} is a method; call it", node)
            if not hasattr(self.unit.game, node.attr):
                raise self.refuse(f"the game has no attribute {node.attr}", node)
            const = self._constant(getattr(self.unit.game, node.attr), f"self.{node.attr}", node)
            self.unit.note_constant(None, node.attr, const)
            return self.value_of(const, node)
        value = self.expression(node.value)
        if value.type.kind != "state":
            raise self._not_compiled("", ast.unparse(node), node)
        return self.read_field(value, node.attr, node)

    def _on_tuple(self, node: ast.Tuple) -> Value:
        items = [self.expression(item) for item in node.elts]
        if not all(item.is_const for item in items):
            raise self.refuse("a tuple of values that change isn't compiled; use one after the other", node)
        return self.value_of(tuple(item.const for item in items), node)

    # -- Operations ----------------------------------------------------------------------------------------

    def _on_binop(self, node: ast.BinOp) -> Value:
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            return self._scratch(node)
        return self.operation(
            type(node.op).__name__, self.expression(node.left), self.expression(node.right), node
        )

    def operation(self, op: str, one: Value, other: Value, node: ast.AST) -> Value:
        """Return the result of a binary operation."""
        if one.is_const and other.is_const and not (op == "LShift" and other.const > _MOST_SHIFT):
            try:
                return self.value_of(constant(_FOLDED[op](one.const, other.const), "this"), node)
            except (ArithmeticError, ValueError, TypeError, KeyError) as error:
                raise self.refuse(f"{error}", node) from None
        b, check = self.b, self.checker(node)
        out = None
        kind = INT
        if one.type in _NUMBERS and other.type in _NUMBERS:
            if op == "Div":
                kind = FLOAT
            else:
                a, c = self.convert(one, INT, node), self.convert(other, INT, node)
                if op == "Pow" and other.is_const and 1 <= other.const <= 63:
                    out = a
                    for _ in range(other.const - 1):
                        out = arithmetic.integer_operation(b, "Mult", out, a, check)
                else:
                    out = arithmetic.integer_operation(b, op, a, c, check)
                if one.type == other.type == BOOL and op.startswith("Bit"):
                    return Value(BOOL, b.icmp_signed("!=", out, i64(0)))
        elif BITS in (one.type, other.type):
            kind = BITS
            count = INT if op in ("LShift", "RShift") else BITS
            if count == INT and one.type != BITS:
                raise self.refuse("a number is shifted by a bitboard", node)
            out = arithmetic.bitboard_operation(
                b, op, self.convert(one, BITS, node), self.convert(other, count, node), check
            )
        elif FLOAT in (one.type, other.type):
            kind = FLOAT
        if out is None and kind == FLOAT:
            out = arithmetic.float_operation(
                b, op, self.convert(one, FLOAT, node), self.convert(other, FLOAT, node), check
            )
        if out is None:
            what = ast.unparse(node) if isinstance(node, ast.expr) else op
            raise self._not_compiled("pow" if op == "Pow" else "", what, node)
        return Value(kind, out)

    def _scratch(self, node: ast.BinOp) -> Value:
        """Return a row of numbers of the method's own, as [0] * n makes it."""
        assert isinstance(node.left, ast.List)
        count = self.expression(node.right)
        if len(node.left.elts) != 1 or not count.is_const or not 0 < count.const <= 4096:
            raise self.refuse("a row of numbers is made by [0] * n with a fixed n up to 4,096", node)
        if self.loops:
            raise self.refuse("a row of numbers is made outside of loops; fill it with a loop inside", node)
        item = self.expression(node.left.elts[0])
        code = "Q" if item.type == BITS else "q"
        first = self.convert(item, BITS if code == "Q" else INT, node)
        memory = self.allocate(I64, count.const)
        for index in range(count.const):
            self.b.store(first, self.b.gep(memory, [i64(index)], source_etype=I64), align=1)
        return Value(array_type(code, count.const, mutable=True), memory)

    def _on_unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            if value.is_const:
                return self.value_of(not value.const, node)
            return Value(BOOL, self.b.not_(self.truth(value, node.operand)))
        if isinstance(node.op, ast.UAdd):
            return value
        if value.is_const:
            const = -value.const if isinstance(node.op, ast.USub) else ~value.const
            return self.value_of(const, node)
        if isinstance(node.op, ast.Invert):
            if value.type not in (INT, BITS):
                raise self._not_compiled("", ast.unparse(node), node)
            return Value(value.type, self.b.not_(self.ir(value)))
        if value.type == FLOAT:
            return Value(FLOAT, self.b.fneg(self.ir(value)))
        if value.type == BITS:
            return Value(BITS, self.b.sub(i64(0), self.ir(value)))
        return self.operation("Sub", self.value_of(0, node), value, node)

    def truth(self, value: Value, node: ast.AST) -> Any:
        """Return LLVM's name of whether a value is true."""
        if value.is_const:
            return ir.Constant(I1, bool(value.const))
        if value.type == BOOL:
            return value.ir
        if value.type in (INT, BITS):
            return self.b.icmp_signed("!=", value.ir, i64(0))
        if value.type == FLOAT:
            return self.b.fcmp_unordered("!=", value.ir, ir.Constant(F64, 0.0))
        raise self.refuse("a condition must be a number, a bitboard or a comparison", node)

    def _on_boolop(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        done = self.function.append_basic_block("decided")
        found: list[tuple[Value, Any, Any]] = []
        assigned = set(self.assigned)
        for index, item in enumerate(node.values):
            value = self.expression(item)
            if value.is_const and bool(value.const) == is_and and index + 1 < len(node.values):
                continue  # the rest decides
            found.append((value, self.b.block, None))
            if index + 1 == len(node.values) or (value.is_const and bool(value.const) != is_and):
                break
            more = self.function.append_basic_block("more")
            truth = self.truth(value, item)
            found[-1] = (value, self.b.block, (truth, more))
            self.b.position_at_end(more)
        self.assigned = assigned
        if len(found) == 1:
            self.b.branch(done)
            self.b.position_at_end(done)
            return found[0][0]
        kind = self.join([value for value, _, _ in found], node)
        incoming = []
        for value, block, way in found:
            self.b.position_at_end(block)
            converted = self.convert(value, kind, node)
            if way is None:
                self.b.branch(done)
            else:
                self.b.cbranch(way[0], way[1] if is_and else done, done if is_and else way[1])
            incoming.append((converted, self.b.block))
        return self._merged(done, kind, incoming, node)

    def _merged(self, done: Any, kind: Any, incoming: list[tuple[Any, Any]], node: ast.AST) -> Value:
        self.b.position_at_end(done)
        phi = self.b.phi(self.storage(kind, node))
        for converted, block in incoming:
            phi.add_incoming(converted, block)
        return Value(kind, phi)

    def _on_ifexp(self, node: ast.IfExp) -> Value:
        test = self.expression(node.test)
        if test.is_const:
            return self.expression(node.body if test.const else node.orelse)
        then, other, done = (self.function.append_basic_block(name) for name in ("then", "other", "done"))
        self.b.cbranch(self.truth(test, node.test), then, other)
        parts = []
        for block, item in ((then, node.body), (other, node.orelse)):
            self.b.position_at_end(block)
            parts.append((self.expression(item), self.b.block))
        tables = [value.const for value, _ in parts if value.is_const and isinstance(value.const, tuple)]
        if len(tables) == 2 and tables[0] != tables[1]:
            return self._chosen_row(tables, [block for _, block in parts], done, node)
        kind = self.join([value for value, _ in parts], node)
        incoming = []
        for value, block in parts:
            self.b.position_at_end(block)
            converted = self.convert(value, kind, node)
            self.b.branch(done)
            incoming.append((converted, self.b.block))
        return self._merged(done, kind, incoming, node)

    def _chosen_row(self, rows: list[Any], blocks: list[Any], done: Any, node: ast.AST) -> Value:
        """Return one of two constant rows, each chosen in a block: a row of a table of both."""
        both = self.value_of(tuple(rows), node)
        incoming = []
        for index, block in enumerate(blocks):
            self.b.position_at_end(block)
            self.b.branch(done)
            incoming.append((i64(index), block))
        return self._table_item(both, self._merged(done, INT, incoming, node).ir)

    def _table_item(self, row: Value, at: Any) -> Value:
        """Return an item of a row of a table whose index is known to be right."""
        table, level = row.type.detail
        place = table.child(self.b, level, row.ir, at)
        if level + 1 == table.depth:
            return Value(table.item, table.leaf(self.b, place))
        return Value(row_type(table, level + 1), place)

    # -- Comparisons ---------------------------------------------------------------------------------------

    def _on_compare(self, node: ast.Compare) -> Value:
        left = self.expression(node.left)
        truths: list[Any] = []
        const: bool | None = True
        done, last = None, None
        for index, (op, item) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if index:
                # As `and`: what comes later is not asked once a comparison is false.
                done = done or self.function.append_basic_block("compared")
                more = self.function.append_basic_block("more")
                truths.append((ir.Constant(I1, 0), self.b.block))
                self.b.cbranch(last, more, done)
                self.b.position_at_end(more)
            if isinstance(op, ast.In | ast.NotIn):
                found = self._contained(left, item, isinstance(op, ast.NotIn), node)
                right = left
            else:
                right = self.expression(item)
                found = self.compared(type(op).__name__, left, right, node)
            const = found.const if found.is_const and len(node.ops) == 1 else None
            last = self.ir(found)
            left = right
        if done is None:
            return Value(BOOL, const=const) if const is not None else Value(BOOL, last)
        truths.append((last, self.b.block))
        self.b.branch(done)
        return self._merged(done, BOOL, truths, node)

    def compared(self, op: str, one: Value, other: Value, node: ast.AST) -> Value:
        """Return whether a comparison holds."""
        b = self.b
        if op in ("Is", "IsNot"):
            if other.type != NONE:
                raise self.refuse("`is` only compares with None; write ==", node)
            if one.type == ANSWER:
                same = b.icmp_signed("==", one.ir, i64(NO_ANSWER))
                return Value(BOOL, same if op == "Is" else b.not_(same))
            return self.value_of((one.type == NONE) == (op == "Is"), node)
        if one.is_const and other.is_const:
            return self.value_of(bool(_FOLDED[op](one.const, other.const)), node)
        sign = _SIGNS[op]
        if one.type == WORD and other.type == WORD and sign in ("==", "!="):
            return Value(BOOL, b.icmp_signed(sign, self.ir(one), self.ir(other)))
        if ANSWER in (one.type, other.type) and sign in ("==", "!="):
            return Value(
                BOOL, b.icmp_signed(sign, self.convert(one, ANSWER, node), self.convert(other, ANSWER, node))
            )
        if one.type == BITS or other.type == BITS:
            return Value(
                BOOL, b.icmp_unsigned(sign, self.convert(one, BITS, node), self.convert(other, BITS, node))
            )
        if FLOAT in (one.type, other.type):
            return Value(
                BOOL, b.fcmp_ordered(sign, self.convert(one, FLOAT, node), self.convert(other, FLOAT, node))
            )
        if one.type in _NUMBERS and other.type in _NUMBERS:
            return Value(
                BOOL, b.icmp_signed(sign, self.convert(one, INT, node), self.convert(other, INT, node))
            )
        if one.type.kind == "state" and other.type.kind == "state" and sign in ("<", ">", "==", "!="):
            return self._states_compared(sign, one, other)
        raise self._not_compiled("", ast.unparse(node) if isinstance(node, ast.expr) else op, node)

    def _states_compared(self, sign: str, one: Value, other: Value) -> Value:
        """Compare two states field by field, in order."""
        if sign == ">":
            one, other, sign = other, one, "<"
        name = "is_less" if sign == "<" else "is_equal"
        out = self.b.call(self.unit.state_comparison(name), [one.ir, other.ir])
        return Value(BOOL, self.b.not_(out) if sign == "!=" else out)

    def _contained(self, item: Value, where: ast.expr, negated: bool, node: ast.Compare) -> Value:
        if isinstance(where, ast.Tuple | ast.List):
            among = [self.compared("Eq", item, self.expression(each), node) for each in where.elts]
            out: Any = ir.Constant(I1, 0)
            for each in among:
                out = self.b.or_(out, self.ir(each))
            return Value(BOOL, self.b.not_(out) if negated else out)
        found = self.allocate(I1)
        self.b.store(ir.Constant(I1, 0), found)
        kind = self.expression(where) if not isinstance(where, ast.Call) else None
        if kind is not None and kind.type == BITS:
            cell = self.convert(item, INT, node)
            self.check(self.b.icmp_unsigned(">", cell, i64(63)), "a bitboard has cells 0 to 63", node)
            bit = self.b.and_(self.b.lshr(self.ir(kind), cell), i64(1))
            out = self.b.icmp_unsigned("!=", bit, i64(0))
            return Value(BOOL, self.b.not_(out) if negated else out)

        def look(value: Value) -> None:
            truth = self.compared("Eq", item, value, node)
            self.b.store(self.b.or_(self.b.load(found, typ=I1), self.ir(truth)), found)

        self.each(where, look, node)
        out = self.b.load(found, typ=I1)
        return Value(BOOL, self.b.not_(out) if negated else out)

    # -- Items and calls -----------------------------------------------------------------------------------

    def _on_subscript(self, node: ast.Subscript) -> Value:
        items = node.value
        row = self.expression(
            ast.copy_location(ast.Tuple(items.elts), items) if isinstance(items, ast.List) else items
        )
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            raise self._not_compiled("Slice", ast.unparse(node), node)
        index = self.expression(node.slice)
        return self.item(row, index, node)

    def item(self, row: Value, index: Value, node: ast.AST) -> Value:
        """Return an item of a row."""
        if row.type.kind == "array":
            return self.load_number(row.type.detail[0], self.item_address(row, index, node))
        if row.type.kind != "row":
            raise self._not_compiled("", ast.unparse(node) if isinstance(node, ast.expr) else "[]", node)
        if row.is_const and index.is_const and isinstance(index.const, int):
            if not -len(row.const) <= index.const < len(row.const):
                raise self.refuse(f"there is no item {index.const} in a tuple of {len(row.const)}", node)
            return self.value_of(row.const[index.const], node)
        table, level = row.type.detail
        width = table.widths[level]
        number = self.index_in(index, table.length(self.b, level, row.ir), width, node)
        return self._table_item(row, number)

    def _on_call(self, node: ast.Call) -> Value:
        if node.keywords and not (isinstance(node.func, ast.Name) and node.func.id in ("min", "max")):
            raise self.refuse("arguments by name aren't compiled; write them in order", node)
        function = node.func
        if isinstance(function, ast.Attribute):
            if self.is_self(function.value):
                if function.attr == "State":
                    return self.new_state(None)
                return self.call_method(function.attr, node)
            if (made := self._bitboard_maker(function)) is not None:
                return self._bitboard(made, node)
            return self._method_of_value(function, node)
        if not isinstance(function, ast.Name):
            raise self._not_compiled("", ast.unparse(node), node)
        found = self.global_object(function) if self.home(function.id) is None else None
        if found is Bitboard:
            return self._bitboard("", node)
        special = getattr(self, f"_call_{function.id}", None)
        if special is not None and inspect.isbuiltin(found) | isinstance(found, type):
            out: Value = special(node)
            return out
        if isinstance(found, FunctionType):
            return self.call_function(function.id, found, node)
        raise self._not_compiled(function.id, f"{function.id}()", node)

    def _bitboard_maker(self, function: ast.Attribute) -> str | None:
        """Return "of" or "" if a function is one that makes bitboards."""
        names = ast.unparse(function).split(".")
        if self.home(names[0]) is not None:
            return None
        try:
            found = self.scope.source.lookup(names[0])
            for name in names[1:]:
                found = getattr(found, name)
        except (KeyError, AttributeError):
            return None
        return "" if found is Bitboard else "of" if found == Bitboard.of else None

    def _arguments(self, node: ast.Call, least: int, most: int) -> list[Value]:
        if not least <= len(node.args) <= most or any(isinstance(each, ast.Starred) for each in node.args):
            raise self._not_compiled("", ast.unparse(node), node)
        return [self.expression(each) for each in node.args]

    def _bitboard(self, how: str, node: ast.Call) -> Value:
        values = self._arguments(node, 0 if not how else 1, 1)
        value = values[0] if values else self.value_of(0, node)
        if value.is_const:
            try:
                return self.value_of(Bitboard.of(value.const) if how else Bitboard(value.const), node)
            except (ArithmeticError, ValueError) as error:
                raise self.refuse(str(error), node) from None
        if value.type == BITS and not how:
            return value
        number = self.convert(value, INT, node)
        if how:
            self.check(self.b.icmp_unsigned(">", number, i64(63)), "a bitboard has cells 0 to 63", node)
            return Value(BITS, self.b.shl(i64(1), number))
        self.check(self.b.icmp_signed("<", number, i64(0)), "a bitboard of a number below 0", node)
        return Value(BITS, number)

    def _method_of_value(self, function: ast.Attribute, node: ast.Call) -> Value:
        value = self.expression(function.value)
        name = function.attr
        if value.type == BITS and name in ("bit_count", "lowest"):
            self._arguments(node, 0, 0)
            number = self.ir(value)
            if name == "bit_count":
                return Value(INT, arithmetic.bit_count(self.b, number))
            self.check(
                self.b.icmp_unsigned("==", number, i64(0)), "an empty bitboard has no lowest cell", node
            )
            return Value(INT, arithmetic.lowest_bit(self.b, number))
        if value.type == INT and name == "bit_count":
            return Value(INT, arithmetic.bit_count(self.b, self._absolute(self.ir(value), node)))
        if value.type.kind == "state" and name == "copy":
            self._arguments(node, 0, 0)
            return self.new_state(value)
        if value.type.kind == "state" and name == "set":
            (other,) = self._arguments(node, 1, 1)
            if other.type.kind != "state":
                raise self.refuse("set() takes a state", node)
            if not value.type.detail[0]:
                raise self.refuse("this position never changes; change a copy()", node)
            self.copy_state(value.ir, other.ir)
            return Value(NONE, const=None)
        if value.type.kind in ("array", "row") and name == "index":
            (wanted,) = self._arguments(node, 1, 1)
            return self._index_of(value, wanted, node)
        if value.type.kind in ("array", "row") and name == "count":
            (wanted,) = self._arguments(node, 1, 1)
            total = self.allocate(I64)
            self.b.store(i64(0), total)

            def count(item: Value) -> None:
                same = self.ir(self.compared("Eq", item, wanted, node))
                self.b.store(self.b.add(self.b.load(total, typ=I64), self.b.zext(same, I64)), total)

            self.each_item(value, count, node)
            return Value(INT, self.b.load(total, typ=I64))
        raise self._not_compiled(name, ast.unparse(node), node)

    def _index_of(self, row: Value, wanted: Value, node: ast.AST) -> Value:
        """Return the first index of an item; the call fails if there is none."""
        at, found = self.allocate(I64), self.allocate(I64)
        self.b.store(i64(0), at)
        self.b.store(i64(-1), found)

        def visit(item: Value) -> None:
            index, before = self.b.load(at, typ=I64), self.b.load(found, typ=I64)
            same = self.ir(self.compared("Eq", item, wanted, node))
            first = self.b.and_(same, self.b.icmp_signed("<", before, i64(0)))
            self.b.store(self.b.select(first, index, before), found)
            self.b.store(self.b.add(index, i64(1)), at)

        self.each_item(row, visit, node)
        out = self.b.load(found, typ=I64)
        self.check(self.b.icmp_signed("<", out, i64(0)), "an item that is not in the row", node)
        return Value(INT, out)

    def _absolute(self, number: Any, node: ast.AST) -> Any:
        self.check(self.b.icmp_signed("==", number, i64(-(1 << 63))), "a number outgrows 64 bits", node)
        return self.b.select(self.b.icmp_signed("<", number, i64(0)), self.b.neg(number), number)

    def _call_abs(self, node: ast.Call) -> Value:
        (value,) = self._arguments(node, 1, 1)
        if value.is_const:
            return self.value_of(abs(value.const), node)
        if value.type == FLOAT:
            return Value(FLOAT, self.b.call(self.b.module.declare_intrinsic("llvm.fabs", [F64]), [value.ir]))
        return Value(INT, self._absolute(self.convert(value, INT, node), node))

    def _call_len(self, node: ast.Call) -> Value:
        (value,) = self._arguments(node, 1, 1)
        if value.type.kind == "array":
            return self.value_of(value.type.detail[1], node)
        if value.type.kind == "row":
            if value.is_const:
                return self.value_of(len(value.const), node)
            table, level = value.type.detail
            if table.widths[level] is not None:
                return self.value_of(table.widths[level], node)
            return Value(INT, table.length(self.b, level, value.ir))
        raise self._not_compiled("", ast.unparse(node), node)

    def _call_int(self, node: ast.Call) -> Value:
        (value,) = self._arguments(node, 1, 1)
        if value.is_const and not isinstance(value.const, str | tuple):
            return self.value_of(int(value.const), node)
        if value.type == BITS:
            self.check(self.b.icmp_signed("<", self.ir(value), i64(0)), "a number outgrows 64 bits", node)
            return Value(INT, self.ir(value))
        if value.type == FLOAT:
            raise self._not_compiled("round", ast.unparse(node), node)
        return Value(INT, self.convert(value, INT, node))

    def _call_bool(self, node: ast.Call) -> Value:
        (value,) = self._arguments(node, 1, 1)
        return Value(BOOL, self.truth(value, node))

    def _call_float(self, node: ast.Call) -> Value:
        (value,) = self._arguments(node, 1, 1)
        return Value(FLOAT, self.convert(value, FLOAT, node))

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "Lt")

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "Gt")

    def _extreme(self, node: ast.Call, op: str) -> Value:
        if node.keywords and [each.arg for each in node.keywords] != ["default"]:
            raise self.refuse("min and max with a key aren't compiled; write a loop", node)
        if len(node.args) > 1 and not node.keywords:
            values = self._arguments(node, 2, 64)
            if all(value.is_const for value in values):
                pick = min if op == "Lt" else max
                return self.value_of(pick(value.const for value in values), node)
            kind = self.join(values, node)
            best = Value(kind, self.convert(values[0], kind, node))
            for value in values[1:]:
                other = Value(kind, self.convert(value, kind, node))
                better = self.ir(self.compared(op, other, best, node))
                best = Value(kind, self.b.select(better, other.ir, best.ir))
            return best
        if len(node.args) != 1:
            raise self._not_compiled("", ast.unparse(node), node)
        default = self.expression(node.keywords[0].value) if node.keywords else None
        return self._extreme_of(node, op, default)

    def _extreme_of(self, node: ast.Call, op: str, default: Value | None) -> Value:
        """Return the least or greatest item of what a loop can go through."""
        best, any_yet = self.allocate(I64), self.allocate(I1)
        self.b.store(ir.Constant(I1, 0), any_yet)
        self.b.store(i64(0) if default is None else self.convert(default, INT, node), best)

        def compare(item: Value) -> None:
            number = Value(INT, self.convert(item, INT, node))
            better = self.ir(self.compared(op, number, Value(INT, self.b.load(best, typ=I64)), node))
            take = self.b.or_(better, self.b.not_(self.b.load(any_yet, typ=I1)))
            self.b.store(self.b.select(take, number.ir, self.b.load(best, typ=I64)), best)
            self.b.store(ir.Constant(I1, 1), any_yet)

        self.each(node.args[0], compare, node)
        if default is None:
            self.check(self.b.not_(self.b.load(any_yet, typ=I1)), "the least or greatest of nothing", node)
        return Value(INT, self.b.load(best, typ=I64))

    def _call_sum(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            raise self._not_compiled("", ast.unparse(node), node)
        key = (0, f"sum at {node.lineno}:{node.col_offset}")
        kind = self.types.get(key, INT)
        total = self.allocate(F64 if kind == FLOAT else I64)
        self.b.store(ir.Constant(F64, 0.0) if kind == FLOAT else i64(0), total)
        where = self.storage(kind, node)

        def add(item: Value) -> None:
            if item.type == FLOAT and kind == INT:
                self.widen(key, FLOAT)
            before = Value(kind, self.b.load(total, typ=where))
            self.b.store(
                self.ir(self.operation("Add", before, Value(kind, self.convert(item, kind, node)), node)),
                total,
            )

        self.each(node.args[0], add, node)
        return Value(kind, self.b.load(total, typ=where))

    def _call_any(self, node: ast.Call) -> Value:
        return self._decided(node, True)

    def _call_all(self, node: ast.Call) -> Value:
        return self._decided(node, False)

    def _decided(self, node: ast.Call, by: bool) -> Value:
        """Return whether any item is true, or all are; no more items are asked than decide that."""
        if len(node.args) != 1:
            raise self._not_compiled("", ast.unparse(node), node)
        found = self.allocate(I1)
        self.b.store(ir.Constant(I1, not by), found)
        done = self.function.append_basic_block("decided")
        assigned = set(self.assigned)

        def look(item: Value) -> None:
            truth = self.truth(item, node)
            stop, on = self.function.append_basic_block("stop"), self.function.append_basic_block("on")
            self.b.cbranch(truth, stop if by else on, on if by else stop)
            self.b.position_at_end(stop)
            self.b.store(ir.Constant(I1, by), found)
            self.b.branch(done)
            self.b.position_at_end(on)

        self.each(node.args[0], look, node)
        self.b.branch(done)
        self.b.position_at_end(done)
        self.assigned = assigned
        return Value(BOOL, self.b.load(found, typ=I1))

    # -- Calls of the author's functions -------------------------------------------------------------------

    def call_method(self, name: str, node: ast.Call) -> Value:
        """Call a method of the author's class."""
        source = self.unit.methods.get(name)
        if source is None:
            raise self.refuse(f"self.{name} is no method of this class", node)
        if name in ("play", "canonical", "start"):
            raise self.refuse(f"a call of {name} isn't compiled; change a copy() of the state", node)
        return self._call(source, node)

    def call_function(self, name: str, function: FunctionType, node: ast.Call) -> Value:
        """Call a function of the author's module."""
        return self._call(self.unit.function_source(name, function, node), node)

    def _call(self, source: Any, node: ast.Call) -> Value:
        if is_sequence(source.tree):
            raise self.refuse(
                f"{source.name} gives a sequence; loop over it, or pass it to any(), sum() or the like",
                node,
            )
        arguments = [self.expression(each) for each in node.args]
        called, result = self.unit.helper(source, [each.type for each in arguments], node)
        self.calls += self.unit.calls[called.name]
        if self.calls > _MOST_CALLS:
            raise self.refuse(f"{source.name} leads to more than {_MOST_CALLS:,} calls; write a loop", node)
        self.called_memory = max(self.called_memory, self.unit.memory[called.name])
        if self.called_memory > _MOST_MEMORY:
            raise self.refuse(
                f"{source.name} and its calls keep more than {_MOST_MEMORY // 1024} KB of rows and copies",
                node,
            )
        memory = self.allocate(self.storage(result, node))
        given = [self.ir(each, each_node) for each, each_node in zip(arguments, node.args, strict=True)]
        status = self.b.call(called, [self.fuel, memory, *given])
        failed, fine = self.function.append_basic_block("failed"), self.function.append_basic_block("fine")
        self.b.cbranch(
            self.b.icmp_signed("!=", status, ir.Constant(status.type, 0)), failed, fine
        ).set_weights([1, 100_000])
        self.b.position_at_end(failed)
        self.b.ret(status)
        self.b.position_at_end(fine)
        if result == NONE:
            return Value(NONE, const=None)
        return Value(result, self.b.load(memory, typ=self.storage(result, node)))

    def address_of(self, target: ast.expr) -> tuple[str, Any]:
        """Return the code and the address of a number that is assigned to."""
        if isinstance(target, ast.Attribute) and not self.is_self(target.value):
            state = self.expression(target.value)
            if state.type.kind == "state":
                place = self.field_of(state, target.attr, target)
                if place.length is not None:
                    raise self.refuse(f"assign the items of {target.attr} one by one", target)
                self._check_mutable(state, target)
                return place.kind.code, self.field_address(state, place)
        if isinstance(target, ast.Subscript):
            row = self.expression(target.value)
            if row.type.kind == "array":
                if not row.type.detail[2]:
                    raise self.refuse("this position never changes; change a copy()", target)
                return row.type.detail[0], self.item_address(row, self.expression(target.slice), target)
            if row.type.kind == "row":
                raise self.refuse("a constant table never changes", target)
        if isinstance(target, ast.Attribute):
            raise self.refuse("attributes of the game are fixed; keep what changes in the state", target)
        raise self._not_compiled("", ast.unparse(target), target)

    def _check_mutable(self, state: Value, node: ast.AST) -> None:
        if not state.type.detail[0]:
            raise self.refuse("this position never changes; change a copy()", node)

    def each(self, where: ast.expr, visit: Callable[[Value], None], node: ast.AST) -> None:
        """Lower a loop over what an expression gives (see `loops.py`)."""
        raise NotImplementedError

    def each_item(self, row: Value, visit: Callable[[Value], None], node: ast.AST) -> None:
        """Lower a loop over the items of a value."""
        raise NotImplementedError
