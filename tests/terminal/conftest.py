from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.environment import at_a_terminal


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some commands write files where one is, and a game that lies there is offered."""
    path = os.environ.get("PYTHONPATH", "")
    if path:
        folders = map(os.path.abspath, path.split(os.pathsep))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**at_a_terminal(), "KIBITZ_DATA": str(tmp_path), "PYTHONUTF8": "1"}
