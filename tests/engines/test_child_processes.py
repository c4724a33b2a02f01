"""Child processes: marks in their environment, and the guard that follows their descendants."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.engines import child_processes, orphan_processes
from kibitz.engines.child_processes import Child, end_children

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only there is a guard")


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages to the watchdog of a new registry."""
    said: list[str] = []
    family = child_processes._Registry()
    monkeypatch.setattr(child_processes, "_registry", family)
    monkeypatch.setattr(family, "ensure_watchdog", lambda: None)
    monkeypatch.setattr(family, "notify_watchdog", said.append)
    return said


def test_the_watchdog_follows_children(messages: list[str]) -> None:
    one, two = Child(["cat"]), Child(["cat"])
    assert messages == [f"+ {one.process.pid}", f"+ {two.process.pid}"]
    assert child_processes._registry.children == {one, two}
    one.end()
    assert messages[2:] == [f"- {one.process.pid}"]
    assert child_processes._registry.children == {two}
    child_processes.end_all()
    assert messages[3:] == [f"- {two.process.pid}"]
    assert child_processes._registry.children == set()
    for child in (one, two):
        assert child.process.returncode == -9
        child.close()
        child.close()
        assert child.process.stdin is not None
        assert child.process.stdin.closed


def test_a_child_talks_through_its_pipes_in_a_session_of_its_own(messages: list[str]) -> None:
    child = Child(["cat"])
    assert child.process.stdin is not None
    assert child.process.stdout is not None
    child.process.stdin.write(b"hello\n")
    child.process.stdin.flush()
    assert child.process.stdout.readline() == b"hello\n"
    assert os.getsid(child.process.pid) == child.process.pid != os.getsid(0)
    child.end()
    child.close()


def test_marks_are_carried_beside_the_environment(
    messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    show = ["sh", "-c", f"echo ${orphan_processes.MARKS} $KIBITZ_OWN"]
    monkeypatch.setenv("KIBITZ_OWN", "inherited")
    for before, shown in (("", []), ("outer", ["outer"])):
        monkeypatch.setenv(orphan_processes.MARKS, before)
        one, two = Child(show), Child(show, env={**os.environ, "KIBITZ_OWN": "given"})
        found = []
        for child in (one, two):
            assert child.process.stdout is not None
            marks, own = child.process.stdout.read().decode().split()
            *outer, family, mark = marks.split(":")
            assert (outer, mark) == (shown, child.mark)
            found.append((family, own))
            child.end()
            child.close()
        assert one.mark != two.mark
        assert found[0][0] == found[1][0] != one.mark
        assert [own for _, own in found] == ["inherited", "given"]


def test_grandchildren_end_with_the_child(messages: list[str]) -> None:
    if not os.path.isdir("/proc/self"):
        pytest.skip("only Linux tells who started whom")
    child = Child(["sh", "-c", "env -i setsid sleep 60 & echo $!; wait"])
    assert child.process.stdout is not None
    grandchild = int(child.process.stdout.readline())
    child.remember_descendants()
    assert set(child.descendants) == {grandchild}
    end_children([child])
    child.close()
    child.remember_descendants()  # it has ended
    assert set(child.descendants) == {grandchild}
    deadline = time.monotonic() + 60
    while _lives(grandchild) and time.monotonic() < deadline:
        time.sleep(0.001)
    assert not _lives(grandchild)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


class Guard:
    """Stands for the process that ends the others."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.alive = True
        self.waited = False
        self.received = b""
        self.stdin = self
        self.closed = 0

    def poll(self) -> int | None:
        return None if self.alive else -9

    def kill(self) -> None:
        self.alive = False

    def wait(self) -> None:
        self.waited = True

    def write(self, text: bytes) -> None:
        if not self.alive:
            raise BrokenPipeError
        self.received += text

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def test_there_is_one_guard_and_another_when_it_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    guards: list[Guard] = []

    def start(words: list[str], **_: object) -> Guard:
        guards.append(Guard(words))
        return guards[-1]

    family = child_processes._Registry()
    child = type("One", (), {"process": type("Process", (), {"pid": 77})})()
    family.end()  # there is nothing to end
    family.notify_watchdog("+ 1")  # nor a watchdog
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", start)
        family.ensure_watchdog()
        family.ensure_watchdog()
        (first,) = guards
        assert first.words[0] == sys.executable
        assert first.words[-2] == orphan_processes.__file__
        assert first.words[-1] in family.marks("own").split(":")
        family.notify_watchdog("+ 5")
        assert first.received == b"+ 5\n"
        first.kill()
        family.notify_watchdog("+ 6")
        assert first.received == b"+ 5\n"
        family.children.add(child)
        family.ensure_watchdog()
        assert len(guards) == 2
        assert first.closed == 1
        assert guards[1].received == b"+ 77\n"  # it gets all living children
        family.children.clear()
        patch.setattr(orphan_processes, "kill_orphans", lambda marks, seen: None)
        family.end()
    assert not guards[1].alive
    assert guards[1].waited
    assert guards[1].closed == 1
