"""The syntax trees of an author's methods, with the lines of the file that they come from."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import FunctionType
from typing import Any

from kibitz.games.python_game.compiler.values import NotCompiled


@dataclass(frozen=True)
class SourceFunction:
    """A function of the author's: its tree, and what its names mean."""

    name: str
    function: FunctionType
    tree: ast.FunctionDef

    @cached_property
    def parameters(self) -> list[str]:
        """The names of its parameters; NotCompiled if any is special."""
        given = self.tree.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            raise NotCompiled(
                f"{self.name} has parameters with defaults or stars, which aren't compiled", self.tree.lineno
            )
        return [each.arg for each in (*given.posonlyargs, *given.args)]

    @cached_property
    def _closure(self) -> dict[str, Any]:
        cells = self.function.__closure__ or ()
        return {
            name: cell.cell_contents
            for name, cell in zip(self.function.__code__.co_freevars, cells, strict=True)
            if name != "__class__"
        }

    def lookup(self, name: str) -> Any:
        """Return what a name means outside of the function; KeyError if nothing."""
        if name in self._closure:
            return self._closure[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return vars(builtins)[name]


def find_source(name: str, function: Any) -> SourceFunction:
    """Return the source of a function; NotCompiled if there is none."""
    function = inspect.unwrap(function)
    if not isinstance(function, FunctionType):
        raise NotCompiled(f"{name} is no plain method, so it isn't compiled")
    code = function.__code__
    tree = _functions(code.co_filename, "".join(linecache.getlines(code.co_filename))).get(
        (code.co_name, code.co_firstlineno)
    )
    if tree is None:
        raise NotCompiled(f"the source of {name} can't be read; write the class in a file")
    return SourceFunction(name, function, tree)


@lru_cache(maxsize=32)
def _functions(_file: str, text: str) -> dict[tuple[str, int], ast.FunctionDef]:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    return {
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def is_sequence(tree: ast.FunctionDef) -> bool:
    """Return whether a function yields values, or returns a list of them."""
    return any(
        isinstance(node, ast.Yield | ast.YieldFrom)
        or (
            isinstance(node, ast.Return)
            and isinstance(node.value, ast.List | ast.ListComp | ast.GeneratorExp | ast.Dict | ast.DictComp)
        )
        for node in _own_nodes(tree)
    )


def _own_nodes(tree: ast.AST) -> list[ast.AST]:
    out: list[ast.AST] = []
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            out += [child, *_own_nodes(child)]
    return out
