"""Mutations of loaded functions, without a new interpreter or a changed file."""

from __future__ import annotations

import ast
import gc
import importlib
import sys
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from tests.mutate.lines import PACKAGE, set_names, statement_at
from tests.mutate.mistakes import Mistake

#: A function that is no part of another one: its name with its classes, and its first line.
_Place = tuple[str, int]


class LiveFunctions:
    """The functions of the package that are loaded, by where they stand."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        self._loaded: set[str] = set()

    def look(self) -> None:
        """Find the functions of files that were loaded since."""
        known = {*self._loaded}
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(PACKAGE)):
                file = one.__code__.co_filename
                if file not in known:
                    self._loaded.add(file)
                    self._found[file, *_place(one.__code__)].append(one)

    def plant(self, file: Path, tree: ast.Module, one: Mistake) -> bool:
        """Make the loaded functions wrong; False if the mistake is in what runs at import and not again."""
        path = str(PACKAGE / file)
        module = importlib.import_module(
            ".".join(("kibitz", *file.with_suffix("").parts)).removesuffix(".__init__")
        )
        if path not in self._loaded:
            self.look()
        place, wrong = _change(file, tree, one)
        if wrong is None:
            return _set_names_anew(module, path, tree, one)
        functions = self._found[path, *place]
        for function in functions:
            function.__code__ = wrong
        return bool(functions)


def _set_names_anew(module: ModuleType, path: str, tree: ast.Module, one: Mistake) -> bool:
    """Where a name is set at import: set it to what is wrong, here and wherever it was imported from here."""
    setting = statement_at(tree, one.line)
    if setting not in tree.body or not isinstance(setting, ast.Assign | ast.AnnAssign):
        return False
    right, wrong = vars(module), dict(vars(module))
    with one.standing():
        alone = ast.fix_missing_locations(ast.Module([setting], []))
        exec(compile(alone, path, "exec", dont_inherit=True), wrong)
    for name in set_names(setting):
        old = right[name]
        for other in [*sys.modules.values()]:
            if vars(other).get(name) is old:
                setattr(other, name, wrong[name])
    return True


def _change(file: Path, tree: ast.Module, one: Mistake) -> tuple[_Place, CodeType | None]:
    path = str(PACKAGE / file)
    right = compile(tree, path, "exec", dont_inherit=True)
    with one.standing():
        wrong = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    before, after = dict(_functions(right)), dict(_functions(wrong))
    changed = [place for place in before if after.get(place) != before[place]]
    if len(changed) != 1 or before.keys() != after.keys() or _apart(right) != _apart(wrong):
        return ("", 0), None
    return changed[0], after[changed[0]]


def _place(code: CodeType) -> _Place:
    return code.co_qualname, code.co_firstlineno


def _functions(code: CodeType) -> list[tuple[_Place, CodeType]]:
    """The functions of a file or class that are no part of another one."""
    found = []
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found += [(_place(const), const)] if _is_function(const) else _functions(const)
    return found


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & 0x2)  # a body of a class has no fast locals


def _apart(code: CodeType) -> tuple[object, ...]:
    """What runs at import: all but the functions."""
    consts = [
        const if not isinstance(const, CodeType) else None if _is_function(const) else _apart(const)
        for const in code.co_consts
    ]
    return code.co_code, code.co_names, tuple(map(repr, consts))
