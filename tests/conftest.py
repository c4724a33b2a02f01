"""Settings for all tests: one environment, the same examples every time, no process left behind."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.environment import fix_environment

settings.register_profile(
    "kibitz",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("kibitz")

# Started in the background or by nohup, we would ignore these, and so would every program that a test starts.
for _name, _handler in {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}.items():
    if hasattr(signal, _name) and signal.getsignal(getattr(signal, _name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, _name), _handler)


# Before any test module is imported, as some read it then.
_FOLDER = Path(tempfile.mkdtemp(prefix="kibitz-tests-"))
fix_environment(_FOLDER)


def pytest_unconfigure() -> None:
    """Remove the folders that stood for the user's."""
    shutil.rmtree(_FOLDER, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """Fail if a program outlives the tests that started it; it is ended, also when this process is killed."""
    from tests.leftovers import can_look, leftovers, start_guard  # imports Kibitz

    if not can_look():
        yield
        return
    with start_guard() as guard:  # the end of the block closes its input and waits for it
        yield
        found = leftovers(besides=guard.pid)
    assert not found, "tests have left processes behind: " + "; ".join(
        f"{one.command} (started by {one.test})" for one in found
    )


@pytest.fixture(autouse=True)
def _no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's event loop from other tests: it counts as running while its browser is open."""
    loop = None if "chromium" in request.fixturenames else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def numerical_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the table of numerical tic-tac-toe, solved once for all tests that need it."""
    import kibitz

    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(folder))
        kibitz.solve("numerical")
    return folder


@pytest.fixture
def long_game_file(tmp_path: Path) -> Path:
    """A game in Python of so many positions that listing them takes an hour; with a small length, few."""
    path = tmp_path / "long.py"
    path.write_text(LONG_GAME, encoding="utf-8")
    return path


LONG_GAME = """
import kibitz

class Long(kibitz.PythonGame):
    options = (kibitz.Option("length", 10**9, "where it ends", low=1, high=10**9),)
    def start(self):
        return 0
    def moves(self, state):
        return [1, 2]
    def play(self, state, move):
        return state + move
    def outcome(self, state):
        return None if state < self.length else "loss"
"""
