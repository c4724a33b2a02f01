"""Insufficient memory is detected before any work, whatever limits it."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz.solving import memory
from kibitz.solving.memory import check_memory, free_memory
from kibitz.solving.solve_plan import SolvePlan

MACHINE = "MemTotal: 4000 kB\nMemAvailable: 3000 kB\nSwapFree: 500 kB\n"


def make(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_memory_of_the_machine(tmp_path: Path) -> None:
    proc = make(tmp_path, {"meminfo": MACHINE})
    assert free_memory(proc, tmp_path / "none") == 3500 * 1024


def test_a_system_that_says_nothing(tmp_path: Path) -> None:
    assert free_memory(tmp_path, tmp_path) == math.inf
    proc = make(tmp_path, {"meminfo": "nonsense", "self/cgroup": "0::/x\n"})
    assert free_memory(proc, tmp_path) == math.inf


@pytest.mark.parametrize(
    ("line", "folder", "names", "cache"),
    [
        ("0::/a/b", "a/b", ("memory.max", "memory.current"), "file"),
        ("0::/a/b", "a", ("memory.max", "memory.current"), "file"),
        ("0::/", ".", ("memory.max", "memory.current"), "file"),
        ("4:cpu,memory:/a", "memory/a", ("memory.limit_in_bytes", "memory.usage_in_bytes"), "total_cache"),
        ("4:memory:/a/b", "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes"), "total_cache"),
    ],
)
def test_the_limits_of_a_container(
    tmp_path: Path, line: str, folder: str, names: tuple[str, str], cache: str
) -> None:
    """A group's own limit, and those of the groups around it; files in memory make room."""
    proc = make(tmp_path / "proc", {"meminfo": MACHINE, "self/cgroup": f"7:pids:/\n{line}\n"})
    groups = make(
        tmp_path / "groups",
        {f"{folder}/{names[0]}": "1000000\n", f"{folder}/{names[1]}": "700000\n"},
    )
    (groups / "a" / "b").mkdir(parents=True, exist_ok=True)
    assert free_memory(proc, groups) == 300_000
    (groups / folder / "memory.stat").write_text(f"anon 5\n{cache} 200000\n")
    assert free_memory(proc, groups) == 500_000
    (groups / folder / names[0]).write_text("max\n")
    assert free_memory(proc, groups) == 3500 * 1024


def test_too_little_is_said_before_anything_is_done(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 1e6)
    with pytest.raises(kibitz.BadOption, match=r"would need [0-9]+ MB of memory .* 1 MB left"):
        kibitz.solve("numerical")
    assert not cache.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of memory")
def test_a_limit_of_the_shell(cache: Path) -> None:
    """Below what five stones are announced to take; nothing is begun."""
    limited = f"ulimit -v 550000; exec {sys.executable} -m kibitz solve ewn --stones 5"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "MB of memory while it is solved" in done.stderr
    assert not cache.exists()


def test_memory_that_runs_out_after_all_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("kibitz.solving.solve.solve_by_graph", fail)
    with pytest.raises(kibitz.BadOption, match="not enough memory"):
        kibitz.solve("tictactoe")


def test_just_enough_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SolvePlan("dense", 1, memory=2_000_000, disk=0)
    monkeypatch.setattr(memory, "free_memory", lambda: 2_000_000)
    check_memory(plan, "a game")
    with pytest.raises(kibitz.BadOption, match=r"a game would need 2 MB of memory .* 2 MB left"):
        check_memory(replace(plan, memory=2_000_001), "a game")
    # What is listed needs so much at most, and mostly far less.
    check_memory(replace(plan, layout="keyed", memory=10**12), "a game")
    monkeypatch.setattr(memory, "free_memory", lambda: -5e6)
    with pytest.raises(kibitz.BadOption, match="there are 0 MB left"):
        check_memory(plan, "a game")


def test_limits_of_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    proc = make(tmp_path, {"self/statm": "100 50 10 1 0 20 0\n"})
    page = resource.getpagesize()
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1_000 * page, resource.RLIM_INFINITY))
    assert free_memory(proc, tmp_path / "none") == 900 * page
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY, 5))
    assert free_memory(proc, tmp_path / "none") == math.inf


def test_the_tightest_limit_counts(tmp_path: Path) -> None:
    """An outer group may leave less than the inner one, and a group may use more than it is allowed."""
    proc = make(tmp_path / "proc", {"meminfo": MACHINE, "self/cgroup": "0::/a/b\n"})
    groups = make(
        tmp_path / "groups",
        {
            "a/b/memory.max": "1000000\n",
            "a/b/memory.current": "100000\n",
            "a/memory.max": "900000\n",
            "a/memory.current": "800000\n",
        },
    )
    assert free_memory(proc, groups) == 100_000
    (groups / "a" / "memory.current").write_text("950000\n")
    assert free_memory(proc, groups) == -50_000
