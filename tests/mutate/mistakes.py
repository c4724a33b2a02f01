"""Mutation operators: a sign, a bound, a number, a condition, a deleted line."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
#: Parts of the tree where a mutation changes nothing: types, and code for the type checker.
_IDLE = {"annotation", "returns", "decorator_list", "type_params", "bases"}


@dataclass
class Mistake:
    """A place in a file, and its replacement."""

    node: ast.AST
    field: str
    wrong: object
    line: int
    #: The place before and after.
    text: str

    def planted(self, tree: ast.Module) -> str:
        """The source of the file with the mistake in it."""
        with self.standing():
            return ast.unparse(ast.fix_missing_locations(tree))

    @contextlib.contextmanager
    def standing(self) -> Iterator[None]:
        """While the mistake stands in its tree."""
        right = getattr(self.node, self.field)
        setattr(self.node, self.field, self.wrong)
        try:
            yield
        finally:
            setattr(self.node, self.field, right)


def mistakes(tree: ast.Module) -> list[Mistake]:
    """Every mistake that can be planted in a file, from its top to its end."""
    found = []
    for node in _lively(tree):
        for field, wrong in _wrongs(node):
            before = ast.unparse(node)
            right = getattr(node, field)
            setattr(node, field, wrong)
            after = ast.unparse(ast.fix_missing_locations(node))
            setattr(node, field, right)
            text = f"{_first_line(before)} -> {_first_line(after)}"
            found.append(Mistake(node, field, wrong, getattr(node, "lineno", 0), text))
    return sorted(found, key=lambda one: one.line)


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:70]


def _lively(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in which a mistake would matter."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in _IDLE:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_idle(child):
                continue
            yield from _lively(child)


def _is_idle(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of `zip`: a guard for readers
    # Texts are for people, and asserts for readers. A class of errors or of types only has its name.
    return isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Global)


def _wrongs(node: ast.AST) -> Iterator[tuple[str, object]]:
    """The fields of a node that can be wrong, and how."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield "ops", [_COMPARISONS[type(node.ops[0])]()]
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _OPERATORS:
        # A union of types is written with a bar, and texts are put together with a plus.
        yield "op", _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        yield "op", ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "operand", ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "op", ast.UAdd()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "value", node.value + 1
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "test", ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "value", ast.Constant(None)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "value", ast.Constant(None)  # the line is forgotten


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
