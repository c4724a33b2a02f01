from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    return {**inherited, "KIBITZ_DATA": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1"}
