from __future__ import annotations

import os
from pathlib import Path

import pytest

#: What says how a terminal looks; a run in several processes sets some of it.
_OURS = {"NO_COLOR", "TERM", "COLUMNS", "LINES"}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**inherited, "KIBITZ_DATA": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1"}
