from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for every test."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], Path]]:
    """Makes a real disk of so many kilobytes, with the cache on it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = False

    def make(kilobytes: int) -> Path:
        nonlocal mounted
        if sys.platform != "linux" or shutil.which("mount") is None:
            pytest.skip("needs a tmpfs")
        command = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("may not mount a tmpfs")
        mounted = True
        monkeypatch.setenv("KIBITZ_CACHE", str(folder / "cache"))
        return folder

    yield make
    if mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)
