"""Full disks: detected before the work if possible, and never a loss of existing files."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import kibitz
from kibitz.solving import blocks, checkpoints, table
from kibitz.solving.table_store import find_table, tables_folder

SPEC = "connect:width=4,height=4,length=4"


@pytest.fixture(autouse=True)
def _write_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.0)


def test_a_small_disk_is_refused_before_anything_is_done(disk: Callable[[int], Path]) -> None:
    folder = disk(500)
    with pytest.raises(kibitz.BadFile, match=r"would need .* MB of disk"):
        kibitz.solve("numerical")
    assert list(folder.iterdir()) == []


def test_a_disk_with_space_for_the_table_but_not_for_its_parts(disk: Callable[[int], Path]) -> None:
    """Such a table is solved all the same, and solving that was interrupted goes on."""
    disk(800)
    solved = kibitz.solve("numerical")
    assert solved.path is not None
    assert [path.name for path in tables_folder().iterdir()] == [solved.path.name]
    assert solved.value(solved.game.start()) == kibitz.Win(9)


def test_a_disk_that_others_fill_up(disk: Callable[[int], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a message and no table; what was finished is there when there is room again."""
    folder = disk(800)
    other = folder / "other"
    keep = checkpoints.Checkpoints.keep

    def fill(self, name, *part):  # type: ignore[no-untyped-def]
        keep(self, name, *part)
        if name == "values-7":
            with contextlib.suppress(OSError), other.open("wb", buffering=0) as out:
                while out.write(bytes(4096)):
                    pass

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints.Checkpoints, "keep", fill)
        with pytest.raises(kibitz.BadFile, match="the disk is full"):
            kibitz.solve("numerical")
    assert find_table(kibitz.load("numerical")) is None
    assert {path.suffix for path in tables_folder().iterdir()} == {".part"}
    assert len(list(tables_folder().glob("*.part/*.kbp"))) == 3
    other.unlink()
    assert kibitz.solve("numerical").positions == 1_125_686


def test_the_program_says_that_the_disk_is_full(disk: Callable[[int], Path]) -> None:
    """Listing a small game needs no room that is known beforehand."""
    disk(8)
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "solve", "tictactoe"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_parts_that_can_not_be_written_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def full(out, facts, sections):  # type: ignore[no-untyped-def]
        nonlocal tried
        tried += 1
        out.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(blocks, "write", full)
    assert kibitz.solve(SPEC).value(kibitz.load(SPEC).start()) is not None
    assert tried == 1


def test_a_full_disk_at_the_end_is_reported_and_leaves_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(out, facts, sections):  # type: ignore[no-untyped-def]
        out.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table, "write", full)
    with pytest.raises(kibitz.BadFile, match="the disk is full"):
        kibitz.solve(SPEC)
    assert find_table(kibitz.load(SPEC)) is None


def test_a_full_disk_is_reported_before_any_work(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    with pytest.raises(kibitz.BadFile, match=r"would need .* MB of disk"):
        kibitz.solve("numerical")
    assert not cache.exists()
