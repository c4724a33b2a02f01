"""A pytest plugin that records the lines and the duration of each test.

The processes that tests start note theirs as well, if they end by themselves: `tests/mutate/lines.py`
has coverage.py begun in them and gives them the name of the test.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

#: The settings of coverage.py; its data lie beside them.
SETTINGS = Path(os.environ["COVERAGE_PROCESS_START"])

_noting = coverage.Coverage(config_file=str(SETTINGS))
_seconds = defaultdict[str, float](float)
_noting.start()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    _noting.switch_context(item.nodeid)
    yield
    _noting.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_unconfigure() -> None:
    _noting.stop()
    _noting.save()
    SETTINGS.with_name(f"seconds.{os.getpid()}.json").write_text(json.dumps(_seconds), encoding="utf-8")
