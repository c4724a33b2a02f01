"""Lowering of loops: over ranges, rows, bitboards, comprehensions and the author's generators."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from kibitz.games.python_game.compiler import arithmetic
from kibitz.games.python_game.compiler.arithmetic import I64, i64
from kibitz.games.python_game.compiler.expressions import ExpressionLowering
from kibitz.games.python_game.compiler.lowering import MEMORY, Scope
from kibitz.games.python_game.compiler.source_code import SourceFunction, is_sequence
from kibitz.games.python_game.compiler.values import BITS, INT, Value, array_type

#: A loop of at most so many rounds counts them all when it begins, which is quicker than one by one.
_COUNTED_AT_ONCE = 4_096
Visit = Callable[[Value], None]


class LoopLowering(ExpressionLowering):
    """Lowers loops. `visit` lowers the body of a loop for one item; the loop goes on where that ends."""

    def each(self, where: ast.expr, visit: Visit, node: ast.AST) -> None:
        """Lower a loop over what an expression gives."""
        before = set(self.assigned)
        if isinstance(where, ast.GeneratorExp | ast.ListComp):
            self._comprehension(where, visit)
        elif isinstance(where, ast.List | ast.Tuple):
            self._listed(where, visit, node)
        elif isinstance(where, ast.Call) and isinstance(where.func, ast.Name) and where.func.id == "range":
            self._range(where, visit, node)
        elif (source := self._sequence(where)) is not None:
            assert isinstance(where, ast.Call)
            self._inline(source, where, visit)
        else:
            self.each_item(self.expression(where), visit, node)
        self.assigned = before

    def each_item(self, row: Value, visit: Visit, node: ast.AST) -> None:
        """Lower a loop over the items of a value."""
        if row.type.kind == "array":
            code, length, _ = row.type.detail
            kind = MEMORY[code][0]
            self._counted(
                i64(length),
                lambda at: visit(self.load_number(code, self.b.gep(row.ir, [at], source_etype=kind))),
                node,
            )
        elif row.type.kind == "row":
            table, level = row.type.detail
            self._counted(
                table.length(self.b, level, row.ir), lambda at: visit(self._table_item(row, at)), node
            )
        elif row.type == BITS:
            self._bits(self.ir(row), visit, node)
        else:
            raise self.refuse("this can't be looped over", node)

    def each_with_index(self, where: ast.expr, visit: Callable[[Value, Value], None], node: ast.AST) -> None:
        """Lower a loop over items with their numbers, as `enumerate` gives them."""
        at = self.allocate(I64)
        self.b.store(i64(0), at)

        def numbered(item: Value) -> None:
            index = self.b.load(at, typ=I64)
            self.b.store(self.b.add(index, i64(1)), at)
            visit(Value(INT, index), item)

        self.each(where, numbered, node)

    def _counted(self, count: Any, visit: Callable[[Any], None], node: ast.AST) -> None:
        """Lower a loop whose number of rounds is known when it begins."""
        b = self.b
        known = getattr(count, "constant", None)
        at_once = known is not None and known <= _COUNTED_AT_ONCE
        if at_once:
            self.spend(count, node)
        at = self.allocate(I64)
        b.store(i64(0), at)
        head, body, done = (self.function.append_basic_block(name) for name in ("head", "item", "after"))
        b.branch(head)
        b.position_at_end(head)
        index = b.load(at, typ=I64)
        b.cbranch(b.icmp_signed("<", index, count), body, done)
        b.position_at_end(body)
        if not at_once:
            self.spend(i64(1), node)
        # Counted on before the body, which may end anywhere.
        b.store(b.add(index, i64(1)), at)
        visit(index)
        b.branch(head)
        b.position_at_end(done)

    def _bits(self, number: Any, visit: Visit, node: ast.AST) -> None:
        b = self.b
        left = self.allocate(I64)
        b.store(number, left)
        self.spend(i64(64), node)
        head, body, done = (self.function.append_basic_block(name) for name in ("head", "item", "after"))
        b.branch(head)
        b.position_at_end(head)
        now = b.load(left, typ=I64)
        b.cbranch(b.icmp_unsigned("!=", now, i64(0)), body, done)
        b.position_at_end(body)
        b.store(b.and_(now, b.sub(now, i64(1))), left)
        visit(Value(INT, arithmetic.lowest_bit(b, now)))
        b.branch(head)
        b.position_at_end(done)

    def _range(self, call: ast.Call, visit: Visit, node: ast.AST) -> None:
        values = self._arguments(call, 1, 3)
        numbers = [self.convert(value, INT, node) for value in values]
        begin = numbers[0] if len(numbers) > 1 else i64(0)
        end = numbers[1] if len(numbers) > 1 else numbers[0]
        step = numbers[2] if len(numbers) > 2 else i64(1)
        if all(value.is_const for value in values):
            count = i64(len(range(*(value.const for value in values))))
        else:
            count = self._rounds(begin, end, step, node)
        known = getattr(step, "constant", None)

        def visit_number(at: Any) -> None:
            # The numbers lie between the ends, so none outgrows 64 bits.
            by = at if known == 1 else self.b.mul(at, step)
            visit(Value(INT, by if getattr(begin, "constant", None) == 0 else self.b.add(begin, by)))

        self._counted(count, visit_number, node)

    def _rounds(self, begin: Any, end: Any, step: Any, node: ast.AST) -> Any:
        """Return how many numbers a range has; of more than 2**63 the loop ends by its limit anyway."""
        b = self.b
        known = getattr(step, "constant", None)
        if known is None:
            self.check(b.icmp_signed("==", step, i64(0)), "a range with steps of 0", node)
        elif known == 0:
            raise self.refuse("a range with steps of 0", node)
        is_up = b.icmp_signed(">", step, i64(0))
        low, high = b.select(is_up, begin, end), b.select(is_up, end, begin)
        size = b.select(is_up, step, b.sub(i64(0), step))
        gap = b.sub(b.sub(high, low), i64(1))
        count = gap if known in (1, -1) else b.udiv(gap, size)
        rounds = b.add(count, i64(1))
        largest = i64((1 << 63) - 1)
        rounds = b.select(b.icmp_signed("<", rounds, i64(0)), largest, rounds)
        return b.select(b.icmp_signed("<", low, high), rounds, i64(0))

    def _listed(self, where: ast.List | ast.Tuple, visit: Visit, node: ast.AST) -> None:
        """Lower a loop over items that are written out."""
        values = [self.expression(each) for each in where.elts]
        if not values:
            return
        if all(value.is_const for value in values):
            self.each_item(self.value_of(tuple(value.const for value in values), node), visit, node)
            return
        kind = self.join(values, node)
        if kind not in (INT, BITS):
            raise self.refuse("only numbers and bitboards can be written out here", node)
        memory = self.allocate(I64, len(values))
        for index, value in enumerate(values):
            self.b.store(
                self.convert(value, kind, node), self.b.gep(memory, [i64(index)], source_etype=I64), align=1
            )
        row = Value(array_type("Q" if kind == BITS else "q", len(values), mutable=False), memory)
        self.each_item(row, visit, node)

    # -- Comprehensions ------------------------------------------------------------------------------------

    def _comprehension(self, node: ast.GeneratorExp | ast.ListComp, visit: Visit) -> None:
        def at_item() -> None:
            visit(self.expression(node.elt))

        self.comprehend(node.generators, at_item)

    def comprehend(self, clauses: list[ast.comprehension], at_item: Callable[[], None]) -> None:
        """Lower the loops and conditions of a comprehension."""
        outer = self.scope
        inner = self.new_scope(outer.source, outer)
        inner.on_return, inner.on_yield = outer.on_return, outer.on_yield
        inner.names = {
            each.id for clause in clauses for each in ast.walk(clause.target) if isinstance(each, ast.Name)
        }

        def clause_at(number: int) -> None:
            if number == len(clauses):
                at_item()
                return
            clause = clauses[number]

            def visit(*items: Value) -> None:
                self.scope = inner
                self.assign_target(clause.target, items, clause.target)
                skip = self.function.append_basic_block("skip")
                for test in clause.ifs:
                    on = self.function.append_basic_block("on")
                    self.b.cbranch(self.truth(self.expression(test), test), on, skip)
                    self.b.position_at_end(on)
                clause_at(number + 1)
                self.b.branch(skip)
                self.b.position_at_end(skip)

            if number == 0:
                self.scope = outer  # the first is evaluated outside
            self.loop_over(clause.iter, visit, clause.iter)

        clause_at(0)
        self.scope = outer

    def loop_over(self, where: ast.expr, visit: Callable[..., None], node: ast.AST) -> None:
        """Lower a loop over an expression or an `enumerate`."""
        if isinstance(where, ast.Call) and isinstance(where.func, ast.Name) and where.func.id == "enumerate":
            if len(where.args) != 1 or where.keywords:
                raise self.refuse("enumerate takes one argument here", node)
            self.each_with_index(where.args[0], visit, node)
        else:
            self.each(where, visit, node)

    # -- Generators ----------------------------------------------------------------------------------------

    def _sequence(self, where: ast.expr) -> SourceFunction | None:
        """Return the author's function that gives a sequence, if that is what is called."""
        if not isinstance(where, ast.Call):
            return None
        source = None
        if isinstance(where.func, ast.Attribute) and self.is_self(where.func.value):
            source = self.unit.methods.get(where.func.attr)
        return source if source is not None and is_sequence(source.tree) else None

    def _inline(self, source: SourceFunction, call: ast.Call, visit: Visit) -> None:
        """Lower a generator in place: its `yield` is the body of the loop."""
        if source.name in self.inlined:
            raise self.refuse(f"recursion isn't compiled: {' -> '.join([*self.inlined, source.name])}", call)
        values = [self.expression(each) for each in call.args]
        outer, loops = self.scope, self.loops
        done = self.function.append_basic_block("finished")

        def on_yield(value: ast.expr | None, node: ast.AST) -> None:
            if value is None or isinstance(value, ast.Tuple):
                raise self.refuse("a generator yields one value at a time here", node)
            found = self.expression(value)
            inner, inner_loops, assigned = self.scope, self.loops, set(self.assigned)
            self.scope, self.loops = outer, loops
            visit(found)
            self.scope, self.loops, self.assigned = inner, inner_loops, assigned

        def on_return(value: Value | None, node: ast.AST) -> None:
            self.b.branch(done)

        self.inlined.append(source.name)
        scope = self.function_scope(source, values, call)
        scope.on_yield, scope.on_return = on_yield, on_return
        self.loops = []
        self.enter_function(scope, values, call)
        self.statements(source.tree.body)
        if not self.dead:
            self.b.branch(done)
        self.b.position_at_end(done)
        self.scope, self.loops = outer, loops
        self.inlined.pop()

    # -- Given by statements.py ----------------------------------------------------------------------------

    def function_scope(self, source: SourceFunction, values: list[Value], node: ast.AST) -> Scope:
        """Return the scope of a function's variables."""
        raise NotImplementedError

    def enter_function(self, scope: Scope, values: list[Value], node: ast.AST) -> None:
        """Give a function's parameters their values."""
        raise NotImplementedError

    def statements(self, body: list[ast.stmt]) -> None:
        """Lower statements one after the other."""
        raise NotImplementedError

    def assign_target(self, target: ast.expr, items: tuple[Value, ...], node: ast.AST) -> None:
        """Assign one value, or several to a tuple of targets."""
        raise NotImplementedError
