from __future__ import annotations

import os
from pathlib import Path

import pytest

#: What says how a terminal looks; a run in several processes sets some of it.
_OURS = {"NO_COLOR", "TERM", "COLUMNS", "LINES"}


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
    inherited = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**inherited, "KIBITZ_DATA": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1"}
