"""Orphan processes, in an artificial process list: which are found and ended."""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from kibitz.engines import orphan_processes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are found in the way of Linux")


class Processes:
    """A folder such as /proc. Who is killed is gone from it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.killed: list[tuple[int, int]] = []
        monkeypatch.setattr(orphan_processes, "_PROCESSES", folder)
        monkeypatch.setattr(orphan_processes, "_handle", lambda pid: None)
        monkeypatch.setattr(orphan_processes, "_ROUND_SECONDS", 0)
        monkeypatch.setattr(os, "kill", self.kill)

    def add(
        self, pid: int, parent: int, started: int = 50, name: str = "name", marks: str | None = ""
    ) -> None:
        folder = self.folder / str(pid)
        folder.mkdir()
        # As `man proc` lists them: the parent is field 4, the start is field 22.
        fields = [str(pid), f"({name})", "S", str(parent), *map(str, range(5, 22)), str(started), "23", "24"]
        (folder / "stat").write_text(" ".join(fields))
        if marks is not None:
            (folder / "environ").write_bytes(f"A=1\0{orphan_processes.MARKS}={marks}\0B=2\0".encode())

    def kill(self, pid: int, how: int) -> None:
        self.killed.append((pid, how))
        shutil.rmtree(self.folder / str(pid))


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(tmp_path, monkeypatch)


def test_children_of_children_are_found_with_the_moment_they_began(processes: Processes) -> None:
    processes.add(10, 1)
    processes.add(11, 10, started=71)
    processes.add(12, 10, started=72, name="a ) 7 (b) S 1")
    processes.add(13, 12, started=73)
    processes.add(14, 1)
    processes.add(15, 14)
    (processes.folder / "16").mkdir()  # it died before it was looked at
    (processes.folder / "17").mkdir()
    (processes.folder / "17" / "stat").write_text("17 (cut")
    (processes.folder / "self").mkdir()
    assert orphan_processes.descendants(10) == {11: b"71", 12: b"72", 13: b"73"}
    assert orphan_processes.descendants(13) == orphan_processes.descendants(99) == {}


def test_only_marked_processes_are_ended(processes: Processes) -> None:
    processes.add(10, 1, marks="ours")
    processes.add(11, 1, marks="first:ours:last")
    processes.add(12, 1, marks="theirs")
    processes.add(13, 1, marks=None)  # of another user, or dead
    processes.add(14, 1, marks="also")
    processes.add(os.getpid(), 1, marks="ours")
    orphan_processes.kill_orphans(["ours", "also"], {})
    assert sorted(processes.killed) == [(pid, signal.SIGKILL) for pid in (10, 11, 14)]


def test_a_process_is_ended_only_if_it_is_still_the_same(processes: Processes) -> None:
    processes.add(10, 1, started=50)
    processes.add(11, 1, started=51)
    orphan_processes.kill_orphans([], {10: b"50", 11: b"99", 12: b"1"})
    assert processes.killed == [(10, signal.SIGKILL)]


def test_processes_started_during_the_search_are_found(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.add(100, 1, marks="ours")
    kill = processes.kill

    def bear_another(pid: int, how: int) -> None:
        kill(pid, how)
        if pid < 110:
            processes.add(pid + 1, 1, marks="ours")

    monkeypatch.setattr(os, "kill", bear_another)
    orphan_processes.kill_orphans(["ours"], {})
    assert [pid for pid, _ in processes.killed] == list(range(100, 111))

    def live_on(pid: int, how: int) -> None:
        processes.killed.append((pid, how))

    # But not for ever.
    processes.killed.clear()
    processes.add(200, 1, marks="ours")
    monkeypatch.setattr(os, "kill", live_on)
    orphan_processes.kill_orphans(["ours"], {})
    assert 1 < len(processes.killed) < 100


def test_a_handle_stands_for_one_process_only(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has them, it is the handle that is killed, and it is closed in the end."""
    processes.add(10, 1, started=50)
    processes.add(11, 1, started=51)
    handles = {pid: os.open(processes.folder, os.O_RDONLY) for pid in (10, 11)}
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(orphan_processes, "_handle", handles.__getitem__)
    monkeypatch.setattr(signal, "pidfd_send_signal", lambda handle, how: sent.append((handle, how)))
    orphan_processes.kill_orphans([], {10: b"50", 11: b"99"})
    assert sent == [(handles[10], signal.SIGKILL)]
    assert processes.killed == []
    for handle in handles.values():
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.close(handle)


def test_the_watchdog_tracks_living_processes(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    processes.add(10, 1)
    processes.add(11, 10)
    processes.add(20, 1)
    processes.add(21, 20)
    processes.add(30, 1, marks="a:mark:b")
    groups: list[int] = []
    monkeypatch.setattr(orphan_processes, "kill_group", groups.append)
    monkeypatch.setattr(sys, "stdin", io.StringIO("+ 10\n+ 20\n- 20\n- 99\n"))
    monkeypatch.setattr(sys, "argv", ["strays.py", "mark"])
    orphan_processes.watchdog()
    assert groups == [10]
    assert sorted(pid for pid, _ in processes.killed) == [11, 30]


def test_a_group_is_killed_as_a_whole_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "killpg", lambda leader, how: received.append((leader, how)))
    orphan_processes.kill_group(10)
    assert received == [(10, signal.SIGKILL)]

    def gone(leader: int, how: int) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "killpg", gone)
    orphan_processes.kill_group(10)
