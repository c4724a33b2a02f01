"""Test many mutants with tests that are loaded once, several at a time (`tests/mutate/forks.py`)."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutate.mistakes import Mistake, mistakes
from tests.mutate.near import ROOT
from tests.mutate.rings import Rings, file_of

Chosen = Sequence[tuple[Path, ast.Module, Mistake]]


def shown_to_forks(
    chosen: Chosen, rings: Rings, workers: int, enough: float
) -> Iterator[tuple[int, str | None]]:
    """The number of each mistake, and the test that noticed it or None, as they become known.

    Each is shown to tests that took `enough` seconds together; the longest come last.
    """
    jobs = []
    for number, (file, tree, one) in enumerate(chosen):
        first, others, _ = rings.around(file, tree, one)
        tests, spent = [], 0.0
        for test in [*first, *sorted(others, key=rings.seconds.__getitem__)]:
            spent += rings.seconds[test]
            if spent <= enough:
                tests.append(test)
        index = [(each.line, each.text) for each in mistakes(tree)].index((one.line, one.text))
        jobs.append((number, str(file), index, tests))
    with tempfile.TemporaryDirectory(prefix="kibitz-forks-") as name:
        folder = Path(name)
        runs = [_Run(folder / f"{worker}.json", jobs[worker::workers], rings) for worker in range(workers)]
        try:
            while any(run.goes_on() for run in runs):
                time.sleep(0.2)
                for run in runs:
                    yield from run.news()
            for run in runs:
                yield from run.news()
        finally:
            for run in runs:
                run.end()


class _Run:
    def __init__(self, told: Path, jobs: list[tuple[int, str, int, list[str]]], rings: Rings) -> None:
        self._done, self._read = told.with_suffix(".done"), 0
        self._done.touch()
        asked = dict.fromkeys(test for *_, tests in jobs for test in tests)
        told.write_text(
            json.dumps({"mistakes": jobs, "seconds": {test: rings.seconds[test] for test in asked}}),
            encoding="utf-8",
        )
        # Plugins that come with other tools take longer to begin than most tests.
        ours = {"KIBITZ_FORKS": str(told), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        words = [
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "tests.mutate.forks",
            f"--basetemp={told.with_suffix('')}",
        ]
        self._run = subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, *dict.fromkeys(map(file_of, asked))],
            cwd=ROOT,
            env={**os.environ, **ours},
            stdout=told.with_suffix(".out").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def goes_on(self) -> bool:
        return self._run.poll() is None

    def news(self) -> Iterator[tuple[int, str | None]]:
        lines = self._done.read_text(encoding="utf-8").split("\n")[:-1]
        for line in lines[self._read :]:
            number, by = json.loads(line)
            yield number, by
        self._read = len(lines)

    def end(self) -> None:
        if self.goes_on():
            os.killpg(self._run.pid, signal.SIGKILL)
        self._run.wait()
