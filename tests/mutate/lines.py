"""The map from lines to the tests that run them, made with coverage.py.

It is kept in the user's cache and made anew when told to. A file that has changed since
is unknown to it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import coverage
import platformdirs

from tests.mutate.near import ROOT

PACKAGE = ROOT / "src" / "kibitz"
FOLDER = platformdirs.user_cache_path("kibitz-mutate")

_SETTINGS = """[run]
data_file = {folder}/part
parallel = true
source = {package}
context = ${{PYTEST_CURRENT_TEST-}}
disable_warnings = no-data-collected, module-not-imported, module-not-measured, trace-changed
"""


def make_map(tests: list[str], workers: int, anew: bool) -> None:
    """Run tests and note which lines they run; the notes on other tests stay unless all is made anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kibitz-lines-") as name:
        folder = Path(name)
        settings = folder / "settings"
        settings.write_text(_SETTINGS.format(folder=folder, package=PACKAGE), encoding="utf-8")
        # Python runs this first in every process that a test starts.
        (folder / "sitecustomize.py").write_text("import coverage\n\ncoverage.process_startup()\n")
        found = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(folder)])
        env = {**os.environ, "PYTHONPATH": found, "COVERAGE_PROCESS_START": str(settings)}
        spread = ["-n", str(workers)] if workers > 1 else []
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "tests.mutate.tracing",
        ]
        subprocess.run([*command, *spread, *tests], cwd=ROOT, env=env, check=False)
        _keep(folder, anew)


def _keep(folder: Path, anew: bool) -> None:
    parts = [str(path) for path in folder.glob("part.*")]
    old = LineMap() if FOLDER.joinpath("map.json").exists() and not anew else None
    if not old:
        FOLDER.joinpath("lines").unlink(missing_ok=True)
    whole = coverage.Coverage(data_file=str(FOLDER / "lines"), config_file=False)
    if old:
        whole.load()
    whole.combine(parts)
    whole.save()
    seconds = dict(old.seconds) if old else {}
    for path in folder.glob("seconds.*.json"):
        seconds |= json.loads(path.read_text(encoding="utf-8"))
    sources = old.sources if old else {str(path): _digest(path) for path in PACKAGE.rglob("*.py")}
    kept = json.dumps({"seconds": seconds, "sources": sources})
    FOLDER.joinpath("map.json").write_text(kept, encoding="utf-8")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class LineMap:
    """Which tests run a line, and how many seconds each test takes."""

    def __init__(self) -> None:
        kept = json.loads(FOLDER.joinpath("map.json").read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = {
            test: seconds
            for test, seconds in kept["seconds"].items()
            if (ROOT / test.partition("::")[0]).exists()
        }
        self.sources: dict[str, str] = kept["sources"]
        self._data = coverage.CoverageData(str(FOLDER / "lines"))
        self._data.read()
        self._by_line = lru_cache(None)(self._data.contexts_by_lineno)

    def tests(self, file: Path, tree: ast.Module, line: int) -> set[str]:
        """The tests that run the statement on a line. It may run when the file is imported: then those
        that run a line which says the name that it sets, or else any function of the file.
        """
        inside = _lines(tree, line)
        if inside is not None:
            return self._running(PACKAGE / file, inside)
        found = set()
        for path in sorted(PACKAGE.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for name in set_names(statement_at(tree, line)):
                if name in text:
                    within = {at for one in _functions(ast.parse(text)) for at in _inside(one)}
                    said = enumerate(text.split("\n"), start=1)
                    lines = {at for at, each in said if re.search(rf"\b{name}\b", each)}
                    found |= self._running(path, lines & within)
        whole = {at for one in _functions(tree) for at in _inside(one)}
        return found or self._running(PACKAGE / file, whole)

    def _running(self, path: Path, lines: set[int]) -> set[str]:
        if not lines or self.sources.get(str(path)) != _digest(path):
            return set()
        by_line = self._by_line(str(path))
        contexts = {context for one in lines for context in by_line.get(one, ())}
        # A process names its test as pytest does: with the phase at the end.
        return {context.removesuffix(f" ({phase})") for context in contexts for phase in _PHASES} & {
            *self.seconds
        }


_PHASES = ("setup", "call", "teardown")


def statement_at(tree: ast.Module, line: int) -> ast.stmt:
    """The innermost statement around a line."""
    around = [one for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno <= line <= _end(one)]
    return max(around, key=lambda one: one.lineno)


def _lines(tree: ast.Module, line: int) -> set[int] | None:
    """The lines of the innermost statement around a line, without its body; None if it runs at import.

    What a function takes where nothing is given matters when the function runs.
    """
    statement = statement_at(tree, line)
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {*_inside(statement)}
    if not any(line in _inside(one) for one in _functions(tree)):
        return None
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else _end(statement)
    return {line, *range(statement.lineno, last + 1)}


def set_names(statement: ast.stmt) -> list[str]:
    """The names that a statement sets."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets += [statement.target] if isinstance(statement, ast.AnnAssign) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]


def _inside(function: ast.FunctionDef | ast.AsyncFunctionDef) -> range:
    return range(function.body[0].lineno, _end(function) + 1)


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
