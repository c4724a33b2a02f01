"""The example games, written in Python, that come with Kibitz."""

from __future__ import annotations

import ast
import importlib.resources
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.base.options import Option
from kibitz.games.package import Entry

if TYPE_CHECKING:
    from kibitz.games.python_game.game import PythonGameAdapter


@dataclass(frozen=True)
class ExampleEntry(Entry):
    """The name of an example game."""

    path: Path = Path()

    def options(self) -> tuple[Option, ...]:
        """Return its options."""
        from kibitz.games.python_game.loader import class_in

        return class_in(self.path)[0].options

    def make(self, given: Mapping[str, object]) -> PythonGameAdapter:
        """Return the game with these options."""
        from kibitz.games.python_game.loader import load_file

        return load_file(self.path, given, known_as=self.name)


@cache
def examples() -> Mapping[str, ExampleEntry]:
    """Return every example by name, without running its code."""
    folder = Path(str(importlib.resources.files("kibitz") / "examples"))
    found = [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    return {path.stem: ExampleEntry(path.stem, "", _summary(path), path=path) for path in found}


def _summary(path: Path) -> str:
    """Return the first line of a file's docstring, without the name of the game."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].partition(": ")[2].rstrip(".")
