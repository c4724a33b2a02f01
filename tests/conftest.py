"""Settings for all tests: the same examples every time, and no time limit on a busy machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture(scope="session", autouse=True)
def _no_tables_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Players use tables that are there, so tests begin with an empty cache of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("empty")))
        yield


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

class Long(kibitz.OwnGame):
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
