"""A pytest plugin that loads all tests once and runs those that cover a mutated line, in a fork.

`KIBITZ_FORKS` names a file with the mistakes and their tests; what came of each is written, a line each, to
the file `KIBITZ_FORKS` with the ending `.done`. Processes that tests start don't see the mistakes: what
survives here is reported as such, and may still be killed by tests of those.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import select
import signal
import time
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutate.lines import PACKAGE
from tests.mutate.live import LiveFunctions
from tests.mutate.mistakes import Mistake, mistakes

_TOLD = Path(os.environ["KIBITZ_FORKS"])
_JOBS = json.loads(_TOLD.read_text(encoding="utf-8"))
#: The seconds that each test took once.
_SECONDS: dict[str, float] = _JOBS["seconds"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    forks = _Forks({item.nodeid: item for item in session.items})
    with _TOLD.with_suffix(".done").open("a", encoding="utf-8") as done:
        for number, file, index, tests in _JOBS["mistakes"]:
            by = forks.noticed(Path(file), index, tests)
            done.write(json.dumps([number, by]) + "\n")
            done.flush()
    os._exit(0)  # nothing here has to be taken down


class _Forks:
    def __init__(self, items: dict[str, pytest.Item]) -> None:
        self._items = items
        self._functions = LiveFunctions()
        self._functions.look()
        self._sound: dict[str, bool] = {}
        self._trees: dict[Path, tuple[ast.Module, list[Mistake]]] = {}
        gc.freeze()

    def noticed(self, file: Path, index: int, tests: list[str]) -> str | None:
        """The test that fails with a mistake, passes without and fails again with it; None if there is none,
        or if the mistake can't be planted here.
        """
        if file not in self._trees:
            tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
            self._trees[file] = tree, mistakes(tree)
        tree, found = self._trees[file]
        here = [self._items[test] for test in tests if test in self._items]
        while here and (at := self._first_to_fail(here, (file, tree, found[index]))) is not None:
            test = here[at]
            if test.nodeid not in self._sound:
                self._sound[test.nodeid] = self._first_to_fail([test], None) is None
            if (
                self._sound[test.nodeid]
                and self._first_to_fail([test], (file, tree, found[index])) is not None
            ):
                return test.nodeid
            here = here[at + 1 :]
        return None

    def _first_to_fail(
        self, items: list[pytest.Item], mistake: tuple[Path, ast.Module, Mistake] | None
    ) -> int | None:
        result, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                os.close(result)
                self._run(items, mistake, tell)
            finally:
                os._exit(1)
        os.close(tell)
        last = -1
        limit = time.monotonic() + 60
        try:
            while True:
                ready, _, _ = select.select([result], [], [], max(0.0, limit - time.monotonic()))
                word = os.read(result, 1) if ready else b"late"
                if word != b".":
                    break
                last += 1
                if last < len(items):
                    limit = time.monotonic() + 10 + 5 * _SECONDS[items[last].nodeid]
        finally:
            os.close(result)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # and what it may have left behind
            os.waitpid(child, 0)
        return None if last >= len(items) or last < 0 else last

    def _run(
        self, items: list[pytest.Item], mistake: tuple[Path, ast.Module, Mistake] | None, tell: int
    ) -> None:
        """In the fork: a dot before each test, and one when all have passed."""
        if mistake and not self._functions.plant(*mistake):
            return
        for item, following in zip(items, [*items[1:], None], strict=True):
            os.write(tell, b".")
            if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                return
        os.write(tell, b".")
