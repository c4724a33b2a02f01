"""A copy of the package in which one mutation at a time is made and tested."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from importlib.util import cache_from_source
from pathlib import Path

from tests.mutate.lines import PACKAGE
from tests.mutate.mistakes import Mistake
from tests.mutate.near import ROOT
from tests.mutate.rings import Rings, file_of

NOT_DECIDED = "NOT DECIDED"
UNNOTICED = "UNNOTICED"
#: Two workers may plant different mistakes in one tree.
_PLANTING = threading.Lock()


class Bench:
    """Where mistakes are planted; one for each of several workers."""

    def __init__(self, rings: Rings, seconds: float) -> None:
        self._rings, self._seconds = rings, seconds
        self._held = tempfile.TemporaryDirectory(prefix="kibitz-mutate-")
        self._folder = Path(self._held.name)
        shutil.copytree(PACKAGE, self._folder / "kibitz", ignore=shutil.ignore_patterns("__pycache__"))

    def close(self) -> None:
        """Remove the copy."""
        self._held.cleanup()

    def outcome(self, file: Path, tree: ast.Module, one: Mistake) -> str:
        """Which test notices a mistake, or that none does, or that there was no time to ask all."""
        planted, end = self._folder / "kibitz" / file, time.monotonic() + self._seconds
        right = planted.read_text(encoding="utf-8")
        with _PLANTING:
            wrong = one.planted(tree)

        def put(source: str) -> None:
            planted.write_text(source, encoding="utf-8")
            # Python distinguishes versions of a source by size and second.
            Path(cache_from_source(str(planted))).unlink(missing_ok=True)

        def ask(tests: list[str], source: str) -> str | None:
            put(source)
            return self._first_to_fail(tests, end)

        try:
            for tests in self._rings.around(file, tree, one):
                while tests and (by := ask(tests, wrong)):
                    # On a busy machine a test may fail for no reason: only its mistake must make it fail.
                    alone = [by] if by in tests else tests[:1]
                    if ask(alone, right) is None and ask(alone, wrong) is not None:
                        return f"noticed by {by}"
                    print(f"{by} fails now and then, so it tells nothing", flush=True)
                    tests = tests[tests.index(alone[0]) + 1 :]
        except TimeoutError:
            return NOT_DECIDED
        finally:
            put(right)
        return UNNOTICED

    def _first_to_fail(self, tests: list[str], end: float) -> str | None:
        value = self._folder / "only.json"
        last = value.with_suffix(".last")
        last.unlink(missing_ok=True)
        # Seconds are what a test took once; a busy machine may take longer, but not for ever.
        value.write_text(json.dumps({test: 30 + 5 * self._rings.seconds[test] for test in tests}))
        found = os.pathsep.join([str(self._folder), os.environ.get("PYTHONPATH", "")])
        # Plugins that come with other tools take longer to begin than most tests.
        ours = {"PYTHONPATH": found, "KIBITZ_ONLY": str(value), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "-p",
            "tests.mutate.only",
        ]
        with subprocess.Popen(
            [*command, *dict.fromkeys(file_of(test) for test in tests)],
            cwd=ROOT,
            env={**os.environ, **ours},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as run:
            try:
                run.wait(max(1.0, end - time.monotonic()))
            except subprocess.TimeoutExpired as late:
                raise TimeoutError from late
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(run.pid, signal.SIGKILL)  # and what it may have left behind
        if run.returncode in (0, 5):
            return None
        return last.read_text(encoding="utf-8") if last.exists() else "every test: none can begin"
