"""The games of one's own that come along: short files to play, to read, and to begin from."""

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
    """The name of an example."""

    path: Path = Path()

    def options(self) -> tuple[Option, ...]:
        """What may be set."""
        from kibitz.games.python_game.loader import class_in

        return class_in(self.path)[0].options

    def make(self, given: Mapping[str, object]) -> PythonGameAdapter:
        """The game with these options."""
        from kibitz.games.python_game.loader import load_file

        return load_file(self.path, given, known_as=self.name)


@cache
def examples() -> Mapping[str, ExampleEntry]:
    """Every example by name; none of their code is run for that."""
    folder = Path(str(importlib.resources.files("kibitz") / "examples"))
    found = [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    return {path.stem: ExampleEntry(path.stem, "", _summary(path), path=path) for path in found}


def _summary(path: Path) -> str:
    """The first line of what a file says of itself, without its name."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0].partition(": ")[2].rstrip(".")
