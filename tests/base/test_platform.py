"""Features that some platforms lack."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz.base import platform
from kibitz.base.platform import PLATFORM, Platform, require_processes
from kibitz.files import output_target
from kibitz.files.atomic_write import write_atomically
from kibitz.solving import memory


def test_here_everything_can_be_done() -> None:
    assert Platform(threads=True, processes=True, sockets=True, memory=None) == PLATFORM
    require_processes("a program")


def test_a_program_in_a_browser_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "PLATFORM", Platform(processes=False))
    with pytest.raises(OSError, match="a browser can't start programs such as 'gnuchess'"):
        require_processes("gnuchess")


def test_memory_that_can_be_addressed_is_a_bound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing in /proc says it there."""
    monkeypatch.setattr(memory, "PLATFORM", Platform(memory=4 * 2**30))
    monkeypatch.setattr(Platform, "memory_in_use", lambda self: 2**30)
    assert memory.free_memory(tmp_path, tmp_path) == 3 * 2**30


def test_files_without_names_relative_to_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There `dir_fd` raises NotImplementedError, which is no OSError."""
    monkeypatch.setattr(output_target, "_FROM_FOLDER", False)
    for name in ("access", "stat", "open", "readlink", "replace", "unlink"):
        real = getattr(os, name)

        def refusing(*args: object, real: object = real, **named: object) -> object:
            if any(named.get(each) is not None for each in ("dir_fd", "src_dir_fd", "dst_dir_fd")):
                raise NotImplementedError("dir_fd unavailable on this platform")
            return real(*args, **named)  # type: ignore[operator]

        monkeypatch.setattr(os, name, refusing)
    path, link = tmp_path / "game.pgn", tmp_path / "link.pgn"
    write_atomically(path, "one")
    link.symlink_to(path)
    write_atomically(link, "two")
    assert path.read_text() == "two"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.pgn", "link.pgn"]
