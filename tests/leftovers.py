"""Processes that tests leave behind (Linux).

Every program that a test starts inherits the variable `RUN`, so it is found
whoever its parent is by then. A program that is started with an environment of
its own is found as long as it descends from the test process.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kibitz.engines import orphan_processes
from tests.environment import RUN

_PROCESSES = Path("/proc")
#: Seconds in which a program that is about to end may do so.
GRACE_SECONDS = 30.0
#: These live as long as the process that started them, and end with it.
_COMPANIONS = (
    "multiprocessing.resource_tracker",
    "multiprocessing.forkserver",
    Path(orphan_processes.__file__).name,
)


class Leftover(NamedTuple):
    """A process that outlives the tests."""

    pid: int
    command: str
    #: The test that was running when the process was started, if it says so.
    test: str


def can_look() -> bool:
    """Return whether the system lists its processes."""
    return (_PROCESSES / "self" / "environ").exists()


def start_guard() -> subprocess.Popen[bytes]:
    """Start a watchdog that ends remaining processes when this one is killed or closes the pipe."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", orphan_processes.__file__, os.environ[RUN]],
        stdin=subprocess.PIPE,
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name != RUN},
    )


def leftovers(*, besides: int, grace: float | None = None) -> list[Leftover]:
    """Return the processes that tests have started and that don't end, but for the guard."""
    end = time.monotonic() + (GRACE_SECONDS if grace is None else grace)
    while found := [one for one in _now() if one.pid != besides]:
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return found


def _now() -> Iterator[Leftover]:
    run, own = f"{RUN}={os.environ[RUN]}".encode(), os.getpid()
    below = orphan_processes.descendants(own)
    for folder in _PROCESSES.glob("[0-9]*"):
        pid = int(folder.name)
        with contextlib.suppress(OSError):  # it has ended, or belongs to another person
            command = (folder / "cmdline").read_bytes()
            if pid == own or not command:  # who is dead has no command line
                continue
            try:
                environment = (folder / "environ").read_bytes().split(b"\0")
            except PermissionError:
                environment = []
            if run not in environment and pid not in below:
                continue
            shown = command.replace(b"\0", b" ").decode(errors="replace").strip()
            if pid in below and any(name in shown for name in _COMPANIONS):
                continue
            tests = [text for text in environment if text.startswith(b"PYTEST_CURRENT_TEST=")]
            test = tests[0].partition(b"=")[2].decode(errors="replace") if tests else "?"
            yield Leftover(pid, shown, test)
