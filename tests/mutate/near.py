"""The tests that are named like a module; these run first."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Tests that are too unspecific or too slow for single mutants.
OTHERS = {"attack", "mutate", "openspiel", "fuzz", "golden"}
#: A name that occurs in more test files than this is too common.
RARE = 8


class NearTests:
    """The test files by their path in the repository, ranked by how near they are to a module."""

    def __init__(self) -> None:
        self.text = {
            path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / "tests").rglob("test_*.py"))
            if path.relative_to(ROOT / "tests").parts[0] not in OTHERS and "page_" not in path.name
        }

    def ranks(self, file: Path, tree: ast.Module) -> dict[str, int]:
        """Return 0 for tests that name the module, 1 for those of its package, 2 for those with a rare name
        that it defines; others are left out.
        """
        name = ".".join(("kibitz", *file.with_suffix("").parts))
        defined = {one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
        ranks: dict[str, int] = {}
        for word in sorted({*defined, file.stem}):
            saying = self._saying(word)
            ranks |= dict.fromkeys(saying if len(saying) <= RARE else [], 2)
        ranks |= {path: 1 for path in self.text if path.split("/")[1] in file.parent.parts}
        return ranks | dict.fromkeys(self._saying(name), 0)

    def _saying(self, word: str) -> list[str]:
        return [path for path, text in self.text.items() if re.search(rf"\b{re.escape(word)}\b", text)]
