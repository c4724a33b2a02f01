"""A game is one package in Python and one in the core; no other module names it, its class or its options."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.games import registry
from kibitz.games.package import package_folder

SOURCE = Path(kibitz.__file__).parent
PACKAGES = [f"games/{name}/" for name in registry._PACKAGES]
#: The registry lists the packages. Examples in docstrings and messages have to name some game.
REGISTRY = "games/registry.py"


def names() -> set[str]:
    """The names of games, families and classes."""
    entries = [entry for package in registry.packages() for entry in package.entries]
    classes = [entry.game_class() for entry in entries]
    return {e.name for e in entries} | {c._family for c in classes} | {c.__name__.lower() for c in classes}


def game_options() -> set[str]:
    """Return the options of games whose names mean nothing else."""
    found: set[str] = set()
    for package in registry.packages():
        for entry in package.entries:
            cls = entry.game_class()
            found |= {option.name for option in cls.options}
            found |= {search.option.name for search in cls.search.options}
    # Words that other things have too.
    return found - {"width", "height", "length", "size", "target", "forced", "faces", "eval"}


def files_outside() -> Iterator[Path]:
    for path in SOURCE.rglob("*.py"):
        inside = path.relative_to(SOURCE).as_posix()
        if not inside.startswith(tuple(PACKAGES)) and inside != REGISTRY:
            yield path


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name and every text in code except docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            if node.attr != "connect":  # as sockets do
                yield node.lineno, node.attr
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_no_file_outside_a_package_names_a_game() -> None:
    named = []
    for path in files_outside():
        for line, word in words_of(ast.parse(path.read_text(encoding="utf-8"))):
            # A sentence may give an example: "such as tictactoe".
            example = " " in word.strip()
            if not example and names() & set(re.split(r"[^a-z0-9]+|_", word.lower())):
                named.append(f"{path.relative_to(SOURCE)}:{line}: {word}")
    assert not named


def test_no_file_outside_a_package_has_an_option_of_a_game() -> None:
    named = []
    for path in files_outside():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in game_options():
                named.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {node.value}")
    assert not named


def test_no_package_uses_another() -> None:
    for package in PACKAGES:
        for path in (SOURCE / package).rglob("*.py"):
            for line, word in words_of(ast.parse(path.read_text(encoding="utf-8"))):
                others = [other for other in PACKAGES if other != package]
                reached = [other for other in others if f"kibitz.{other[:-1].replace('/', '.')}" in word]
                assert not reached, f"{path}:{line}: {word}"


@pytest.mark.parametrize("name", registry._PACKAGES)
def test_a_package_loads_what_it_names(name: str) -> None:
    """Every reference in it can be resolved."""
    from kibitz.base.plugins import resolve

    package = importlib.import_module(f"kibitz.games.{name}").PACKAGE
    for entry in package.entries:
        assert package_folder(entry.make({})) == SOURCE / "games" / name
        assert entry.summary
    for protocol in package.protocols:
        assert callable(resolve(protocol.ask))
        assert callable(resolve(protocol.serve))
    for kind in package.formats:
        assert callable(resolve(kind.read))
        assert callable(resolve(kind.write))
        assert kind.usual_name.endswith(kind.suffix)
