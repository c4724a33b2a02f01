"""A pytest plugin that runs only the given tests, in that order, with a time limit for each.

The file that `KIBITZ_ONLY` names lists the tests with the seconds that each may take; the name of the test
that runs stands in a file beside it, so that the last one begun is known however the run ends.
"""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

_TOLD = Path(os.environ["KIBITZ_ONLY"])
_LIMITS: dict[str, float] = json.loads(_TOLD.read_text(encoding="utf-8"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    order = {name: number for number, name in enumerate(_LIMITS)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
    items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    _TOLD.with_suffix(".last").write_text(item.nodeid, encoding="utf-8")
    faulthandler.dump_traceback_later(_LIMITS[item.nodeid], exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(exitstatus: int) -> None:
    """A thread that a failed test left behind must not keep the process."""
    os._exit(exitstatus)
