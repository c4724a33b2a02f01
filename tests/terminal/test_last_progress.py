"""The last line of progress stays, however short the solving was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

#: Published: positions of numerical tic-tac-toe up to symmetry.
POSITIONS = 1_125_686


PREPARE = """
import kibitz
from kibitz.terminal.table_preparation import prepare_tables
prepare_tables(kibitz.load("numerical").start(), animated=False)
"""


def test_solving_numerical_tic_tac_toe_ends_with_done_of_total(tmp_path: Path) -> None:
    def prepare() -> list[str]:
        """Return the lines that a process of its own prints, which has no table in memory."""
        environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", PREPARE], env=environment, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (0, "")
        return done.stderr.splitlines()

    first, last = prepare()
    assert first == "Solving numerical tic-tac-toe for perfect play ..."
    counts = last.removeprefix("Solving numerical tic-tac-toe: ").removesuffix(" (100%)")
    done, total = (int(number.replace(",", "")) for number in counts.split("/"))
    assert done == total >= POSITIONS
    assert prepare() == []  # the table is there now


def test_listeners_get_completion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    received: list[tuple[int, int]] = []
    kibitz.solve("mnk:width=4,height=3,length=3", progress=lambda *progress: received.append(progress))
    assert received[-1][0] == received[-1][1] > 0
    assert [done for done, _ in received] == sorted(done for done, _ in received)
