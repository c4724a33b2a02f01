"""Lowering of statements."""

from __future__ import annotations

import ast

from kibitz.games.python_game.compiler.arithmetic import i64
from kibitz.games.python_game.compiler.loops import LoopLowering
from kibitz.games.python_game.compiler.lowering import Loop, Scope
from kibitz.games.python_game.compiler.source_code import SourceFunction
from kibitz.games.python_game.compiler.values import NONE, NotCompiled, Value

_REMEDIES = {
    "Try": "check before instead of catching an error",
    "With": "rules open nothing",
    "Match": "write if and elif",
    "FunctionDef": "write a method",
    "Import": "import at the top of the file",
    "ImportFrom": "import at the top of the file",
    "Global": "keep what changes in the state",
    "Nonlocal": "keep what changes in the state",
    "Delete": "assign 0",
    "ClassDef": "move it to the top of the file",
}


class MethodLowering(LoopLowering):
    """Lowers the statements of a method."""

    def statements(self, body: list[ast.stmt]) -> None:
        """Lower statements one after the other; those behind a return are never reached."""
        for statement in body:
            if self.dead:
                return
            method = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
            if method is None:
                name = type(statement).__name__
                what = ast.unparse(statement).partition("\n")[0]
                remedy = f"; {_REMEDIES[name]}" if name in _REMEDIES else ""
                raise self.refuse(f"`{what[:40]}` isn't compiled{remedy}", statement)
            method(statement)

    # -- Functions -----------------------------------------------------------------------------------------

    def function_scope(self, source: SourceFunction, values: list[Value], node: ast.AST) -> Scope:
        """Return the scope of a function's variables."""
        parameters = self._parameters(source)
        if len(parameters) != len(values):
            raise self.refuse(f"{source.name} takes {len(parameters)} arguments, not {len(values)}", node)
        scope = self.new_scope(source)
        scope.names = set(parameters) | _assigned_names(source.tree)
        return scope

    def _parameters(self, source: SourceFunction) -> list[str]:
        parameters = source.parameters
        if self.unit.is_method(source):
            if parameters[:1] != ["self"]:
                raise NotCompiled(
                    f"the first parameter of {source.name} must be called self", source.tree.lineno
                )
            parameters = parameters[1:]
        return parameters

    def enter_function(self, scope: Scope, values: list[Value], node: ast.AST) -> None:
        """Give a function's parameters their values."""
        self.scope = scope
        for name, value in zip(self._parameters(scope.source), values, strict=True):
            if value.type.kind != "text":
                self.assign(name, value, node)
            else:
                raise self.refuse("a text can't be passed on; use a number", node)

    # -- Simple statements ---------------------------------------------------------------------------------

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):
            return  # a docstring
        if isinstance(value, ast.Yield):
            self._yield(value.value, node)
        elif isinstance(value, ast.YieldFrom):
            self.each(value.value, lambda item: self._yield_value(item, node), node)
        elif isinstance(value, ast.Call):
            self.expression(value)
        else:
            raise self.refuse(f"`{ast.unparse(value)}` does nothing", node)

    def _yield(self, value: ast.expr | None, node: ast.AST) -> None:
        if self.scope.on_yield is None:
            raise self.refuse("this method does not give a sequence", node)
        self.scope.on_yield(value, node)

    def _yield_value(self, item: Value, node: ast.AST) -> None:
        """Yield a value that was lowered already, by way of a variable."""
        scope = self.scope
        name = f"yielded {scope.number}"
        scope.names.add(name)
        self.assign(name, item, node)
        self._yield(ast.copy_location(ast.Name(name, ast.Load()), node), node)

    def _do_assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Tuple) and all(
            isinstance(target, ast.Tuple) and len(target.elts) == len(node.value.elts)
            for target in node.targets
        ):
            values = tuple(self.expression(item) for item in node.value.elts)
            for target in node.targets:
                assert isinstance(target, ast.Tuple)
                for each, value in zip(target.elts, values, strict=True):
                    self._store(each, value, node)
            return
        if isinstance(node.value, ast.Call) and self.is_builtin(node.value.func, divmod):
            one, other = self._arguments(node.value, 2, 2)
            pair = tuple(self.operation(op, one, other, node) for op in ("FloorDiv", "Mod"))
            for target in node.targets:
                self.assign_target(target, pair, node)
            return
        value = self.expression(node.value)
        for target in node.targets:
            self._refuse_alias(target, node.value, value)
            self.assign_target(target, (value,), node)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            value = self.expression(node.value)
            self._refuse_alias(node.target, node.value, value)
            self._store(node.target, value, node)

    def _refuse_alias(self, target: ast.expr, source: ast.expr, value: Value) -> None:
        """Refuse a second name for memory of the method's own, which a loop would use again."""
        if not isinstance(target, ast.Name):
            return
        if value.type.kind == "state" and not isinstance(source, ast.Call):
            raise self.refuse(
                f"a second name for a state isn't compiled; write {target.id} = {ast.unparse(source)}.copy() "
                f"before, and {target.id}.set({ast.unparse(source)}) here",
                target,
            )
        if value.type.kind == "array" and isinstance(source, ast.Attribute):
            state = self.expression(source.value)
            if state.type.detail[1]:
                raise self.refuse(
                    f"a name for a row of a copy isn't compiled; write {ast.unparse(source)}", target
                )
        if value.type.kind == "array" and isinstance(source, ast.Name):
            raise self.refuse("a second name for a row isn't compiled", target)

    def assign_target(self, target: ast.expr, items: tuple[Value, ...], node: ast.AST) -> None:
        """Assign one value, or several to a tuple of targets."""
        if isinstance(target, ast.Tuple | ast.List):
            if len(items) == 1:
                items = self._unpacked(items[0], len(target.elts), node)
            if len(items) != len(target.elts):
                raise self.refuse(f"{len(items)} values for {len(target.elts)} names", node)
            for each, value in zip(target.elts, items, strict=True):
                self.assign_target(each, (value,), node)
        elif len(items) == 1:
            self._store(target, items[0], node)
        else:
            raise self.refuse(
                "a pair has two names, as in a, b = divmod(x, y) or for number, item in enumerate(row)", node
            )

    def _unpacked(self, row: Value, count: int, node: ast.AST) -> tuple[Value, ...]:
        if row.type.kind == "row":
            if row.is_const:
                length: int | None = len(row.const)
            else:
                table, level = row.type.detail
                length = table.widths[level]
            if length is None:
                raise self.refuse("rows of different lengths can't be unpacked; loop over them", node)
        elif row.type.kind == "array":
            length = row.type.detail[1]
        else:
            raise self.refuse("this can't be unpacked", node)
        if length != count:
            raise self.refuse(f"{length} values for {count} names", node)
        return tuple(self.item(row, self.value_of(index, node), node) for index in range(count))

    def _store(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value, node)
            return
        code, address = self.address_of(target)
        self.store_number(code, address, value, node)

    def _do_augassign(self, node: ast.AugAssign) -> None:
        op = type(node.op).__name__
        if isinstance(node.target, ast.Name):
            before = self.expression(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self.assign(node.target.id, self.operation(op, before, self.expression(node.value), node), node)
            return
        code, address = self.address_of(node.target)
        before = self.load_number(code, address)
        self.store_number(code, address, self.operation(op, before, self.expression(node.value), node), node)

    # -- Control -------------------------------------------------------------------------------------------

    def _do_if(self, node: ast.If) -> None:
        test = self.expression(node.test)
        if test.is_const:
            self.statements(node.body if test.const else node.orelse)
            return
        then, other, done = (self.function.append_basic_block(name) for name in ("then", "else", "done"))
        self.b.cbranch(self.truth(test, node.test), then, other)
        before = set(self.assigned)
        ends: list[set[tuple[int, str]]] = []
        for block, body in ((then, node.body), (other, node.orelse)):
            self.b.position_at_end(block)
            self.assigned = set(before)
            self.statements(body)
            if not self.dead:
                self.b.branch(done)
                ends.append(self.assigned)
        self.b.position_at_end(done)
        if ends:
            self.assigned = set.intersection(*ends)
        else:
            self.assigned = before
            self.b.unreachable()

    def _do_while(self, node: ast.While) -> None:
        head, body, rest, done = (
            self.function.append_basic_block(name) for name in ("while", "do", "otherwise", "done")
        )
        self.b.branch(head)
        self.b.position_at_end(head)
        test = self.expression(node.test)
        endless = test.is_const and bool(test.const)
        if endless:
            self.b.branch(body)
        else:
            self.b.cbranch(self.truth(test, node.test), body, rest)
        before = set(self.assigned)
        loop = Loop(done, head)
        self.loops.append(loop)
        self.b.position_at_end(body)
        self.spend(i64(1), node)
        self.statements(node.body)
        if not self.dead:
            self.b.branch(head)
        self.loops.pop()
        self.b.position_at_end(rest)
        self.assigned = set(before)
        if endless:
            self.b.unreachable()
        else:
            self.statements(node.orelse)
            if not self.dead:
                loop.at_breaks.append(self.assigned)
                self.b.branch(done)
        self.b.position_at_end(done)
        if loop.at_breaks:
            self.assigned = set.intersection(*loop.at_breaks)
        else:
            self.assigned = before
            self.b.unreachable()

    def _do_for(self, node: ast.For) -> None:
        done = self.function.append_basic_block("done")
        before = set(self.assigned)
        loop = Loop(done, None)
        self.loops.append(loop)

        def visit(*items: Value) -> None:
            assigned = set(self.assigned)
            depth = len(self.loops)
            loop.again = self.function.append_basic_block("again")
            again = loop.again
            self.assign_target(node.target, items, node)
            self.statements(node.body)
            assert len(self.loops) == depth
            if not self.dead:
                self.b.branch(again)
            self.b.position_at_end(again)
            self.assigned = assigned

        self.loop_over(node.iter, visit, node)
        self.loops.pop()
        self.assigned = set(before)
        self.statements(node.orelse)
        if not self.dead:
            loop.at_breaks.append(self.assigned)
            self.b.branch(done)
        self.b.position_at_end(done)
        if loop.at_breaks:
            self.assigned = set.intersection(*loop.at_breaks)
        else:
            self.assigned = before
            self.b.unreachable()

    def _do_break(self, node: ast.Break) -> None:
        loop = self.loops[-1]
        loop.at_breaks.append(set(self.assigned))
        self.b.branch(loop.after)

    def _do_continue(self, node: ast.Continue) -> None:
        self.b.branch(self.loops[-1].again)

    def _do_return(self, node: ast.Return) -> None:
        assert self.scope.on_return is not None
        if node.value is not None and self.scope.on_yield is not None:
            self._return_sequence(node.value, node)
            node_value: Value | None = None
        else:
            node_value = None if node.value is None else self.expression(node.value)
        if not self.dead:
            self.scope.on_return(node_value, node)

    def _return_sequence(self, value: ast.expr, node: ast.AST) -> None:
        """Lower a list that is returned as if each item were yielded."""
        if isinstance(value, ast.ListComp | ast.GeneratorExp):
            self.comprehend(value.generators, lambda: self._yield(value.elt, node))
        elif isinstance(value, ast.List | ast.Tuple):
            for item in value.elts:
                self._yield(item, node)
        elif isinstance(value, ast.DictComp):
            pair = ast.copy_location(ast.Tuple([value.key, value.value], ast.Load()), value)
            self.comprehend(value.generators, lambda: self._yield(pair, node))
        elif isinstance(value, ast.Dict) and all(key is not None for key in value.keys):
            for key, item in zip(value.keys, value.values, strict=True):
                assert key is not None
                self._yield(ast.copy_location(ast.Tuple([key, item], ast.Load()), value), node)
        elif (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in ("range", "list")
        ):
            where = value.args[0] if value.func.id == "list" and value.args else value
            self.each(where, lambda item: self._yield_value(item, node), node)
        else:
            raise self.refuse(
                f"`{ast.unparse(value)[:40]}` isn't compiled; return a list that is written out, "
                "or write `yield` for each item",
                node,
            )

    def _do_raise(self, node: ast.Raise) -> None:
        what = "raise" if node.exc is None else ast.unparse(node.exc)
        self.fail(f"raise {what}", node)

    def _do_assert(self, node: ast.Assert) -> None:
        test = self.truth(self.expression(node.test), node.test)
        self.check(self.b.not_(test), f"assert {ast.unparse(node.test)}", node)


def _assigned_names(tree: ast.AST) -> set[str]:
    """Return the names that a function assigns, except inside comprehensions."""
    out: set[str] = set()
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp | ast.Lambda):
            continue
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            out.add(child.id)
        out |= _assigned_names(child)
    return out


def result_of(value: Value | None) -> Value:
    """Return what a function returns as a value."""
    return Value(NONE, const=None) if value is None else value
