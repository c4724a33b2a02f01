"""The last line of progress stays, however quick the solving was."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.terminal.table_preparation import prepare_tables

#: Published: positions of numerical tic-tac-toe up to symmetry.
POSITIONS = 1_125_686


def test_solving_numerical_tic_tac_toe_ends_with_done_of_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    prepare_tables(kibitz.load("numerical").start(), animated=False)
    first, last = capsys.readouterr().err.splitlines()
    assert first == "Solving numerical tic-tac-toe for perfect play ..."
    told = last.removeprefix("Solving numerical tic-tac-toe: ").removesuffix(" (100%)")
    done, total = (int(number.replace(",", "")) for number in told.split("/"))
    assert done == total >= POSITIONS
    prepare_tables(kibitz.load("numerical").start(), animated=False)  # it is there now
    assert capsys.readouterr().err == ""


def test_listeners_hear_that_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    heard: list[tuple[int, int]] = []
    kibitz.solve("mnk:width=4,height=3,length=3", progress=lambda *progress: heard.append(progress))
    assert heard[-1][0] == heard[-1][1] > 0
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
