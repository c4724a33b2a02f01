"""Published positions and results, where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).parents[3] / "shared" / "data" / "connect4"


def _path(name: str) -> Path:
    path = _FOLDER / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    return path


def scored_positions(name: str, every: int = 1) -> list[tuple[str, int]]:
    """Moves and score of every so many-th line of a test set."""
    lines = _path(name).read_text().splitlines()[::every]
    return [(moves, int(score)) for moves, score in (line.split() for line in lines)]


def board_results() -> dict[str, Any]:
    return dict(json.loads(_path("c4_board_size_results.json").read_text()))
