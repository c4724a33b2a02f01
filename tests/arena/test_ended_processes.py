"""Ending a match or tournament in any way ends its engines and workers."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.engines import orphan_processes

FAKE = Path(__file__).with_name("fake_engine.py")

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="only Linux tells who started whom")


def _processes(token: str) -> set[int]:
    """The processes with this word in their command line or environment."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            said = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
            dead = (folder / "stat").read_bytes().rpartition(b")")[2].split()[0] in b"ZX"
        except OSError:
            continue
        if token.encode() in said and not dead:
            found.add(int(folder.name))
    return found


def _until_asked(log: Path, count: int) -> None:
    """Wait until so many programs have been asked for a move, which none will give."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if log.exists() and log.read_text().count("\ngo") >= count:
            return
        time.sleep(0.02)
    raise AssertionError("the programs did not start")


def _hanging(command: str, workers: int, token: str, folder: Path) -> subprocess.Popen[str]:
    engine = shlex.join([sys.executable, "-S", "-E", str(FAKE), "hang", token, str(folder / "log")])
    players = [f'engine:cmd="{engine}",patience=300', f'engine:cmd="{engine}",patience=301']
    args = [command, *players, "--game", "tictactoe", "--games", "8", "--workers", str(workers), "--json"]
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_DATA": str(folder), "KIBITZ_TEST": token},
    )


@pytest.mark.parametrize(
    ("command", "workers", "ending"),
    [
        *(("match", 1, ending) for ending in ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")),
        *(("match", 2, ending) for ending in ("SIGINT", "SIGKILL")),
        *(("tournament", 2, ending) for ending in ("SIGTERM", "SIGKILL")),
    ],
)
def test_a_hanging_program_ends_with_its_parent(
    command: str, workers: int, ending: str, tmp_path: Path
) -> None:
    token = f"kibitz-{os.getpid()}-{command}-{workers}-{ending}"
    process = _hanging(command, workers, token, tmp_path)
    try:
        _until_asked(tmp_path / "log", workers)
        process.send_signal(getattr(signal, ending))
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert "Traceback" not in err
    expected = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129, "SIGKILL": -9}
    assert process.returncode == expected[ending]
    if ending == "SIGKILL":  # somebody else has to notice it
        deadline = time.monotonic() + 120
        while _processes(token) and time.monotonic() < deadline:
            time.sleep(0.02)
    assert _processes(token) == set()
    assert out == ""


def test_a_worker_that_is_killed_leaves_nothing_and_its_game_is_played_again(tmp_path: Path) -> None:
    engine = shlex.join([sys.executable, "-S", "-E", str(FAKE), "good", f"kibitz-{os.getpid()}-good"])
    args = ["match", f'engine:cmd="{engine}"', "random", "--game", "tictactoe", "--games", "60", "--json"]
    token = f"kibitz-{os.getpid()}-worker"
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *args, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_DATA": str(tmp_path), "KIBITZ_TEST": token},
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        workers = [pid for pid in _processes(token) if _is_worker(pid)]
        if workers and list(tmp_path.glob("matches/*")):
            os.kill(workers[0], signal.SIGKILL)
            break
        if process.poll() is not None:  # quicker than we look
            break
        time.sleep(0.02)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert json.loads(out)["games"] == 60
    assert _processes(token) == set()


def _is_worker(pid: int) -> bool:
    try:
        return b"kibitz.executors.worker_process_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


_USES_A_CHILD = """
import os, sys, time
from kibitz.engines.child_processes import Child
child = Child([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
print(child.process.pid, flush=True)
"""
_WAYS_OUT = {
    "the end": "",
    "an error": "1 / 0",
    "exit": "sys.exit(3)",
    "at once": "os._exit(3)",
    "a crash": "os.kill(os.getpid(), 11)",
    # A forked process is not the owner and must not end the owner's children.
    "a copy": "if os.fork() == 0: sys.exit(0)\nos.wait(); assert child.process.poll() is None; child.end()",
    # A guard that was killed is replaced.
    "no guard": (
        "from kibitz.engines.child_processes import _registry;"
        "_registry._watchdog.kill(); _registry._watchdog.wait();"
        "other = Child(['sleep', '60']); os.kill(os.getpid(), 9)"
    ),
}


@pytest.mark.parametrize("way", _WAYS_OUT)
def test_a_child_ends_on_every_way_out(way: str) -> None:
    token = f"kibitz-{os.getpid()}-{way.replace(' ', '-')}"
    done = subprocess.run(
        [sys.executable, "-c", _USES_A_CHILD + _WAYS_OUT[way]],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "KIBITZ_TEST": token},
        timeout=60,
        check=False,
    )
    assert done.stdout.strip().isdigit()
    assert done.returncode == {"the end": 0, "a copy": 0, "an error": 1, "a crash": -11, "no guard": -9}.get(
        way, 3
    )
    deadline = time.monotonic() + 120
    while _processes(token) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert _processes(token) == set()


def test_the_watchdog_ends_exactly_the_remaining_processes() -> None:
    """Told of two processes, one of which went, it ends the other when nobody talks to it any more."""
    left, went = (subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(2))
    marked = subprocess.Popen(
        ["sleep", "60"],
        start_new_session=True,
        env={**os.environ, orphan_processes.MARKS: "a:mark-of-ours:b"},
    )
    try:
        text = f"+ {left.pid}\n+ {went.pid}\n- {went.pid}\n"
        guard = [sys.executable, "-I", "-S", orphan_processes.__file__, "mark-of-ours"]
        subprocess.run(guard, input=text.encode(), timeout=60, check=True)
        assert left.wait(120) == marked.wait(120) == -signal.SIGKILL
        assert went.poll() is None
    finally:
        for process in (left, went, marked):
            process.kill()
            process.wait()
