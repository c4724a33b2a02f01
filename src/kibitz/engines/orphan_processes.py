"""Finding and killing orphaned descendants of child processes (Linux).

A process group is killed as a whole, but a process that starts its own session
leaves the group, and once its parent has ended nothing shows where it came from.
So every child inherits a random mark in its environment. A process that clears
its environment is found as long as its parents live.

Run as a program, this file is a watchdog: it reads process ids from its input,
and kills those that remain when the input closes because its parent was killed.
It uses the standard library only.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

#: Environment variable with the marks of our parents and our own.
MARKS = "KIBITZ_ENGINE"

_PROCESSES = Path("/proc")
#: A process may start another one during the search, so the search is repeated.
_ROUNDS = 20
_ROUND_SECONDS = 0.01

#: Process ids with the start time of each, which distinguishes reused ids.
KnownProcesses = dict[int, bytes]


def kill_group(leader: int) -> None:
    """Kill a process group, which may outlive its leader."""
    with contextlib.suppress(OSError):
        os.killpg(leader, signal.SIGKILL)


def descendants(program: int) -> KnownProcesses:
    """Return the descendants of a running process."""
    facts = {pid: found for pid in _numbers() if (found := _stat(pid))}
    children: dict[int, list[int]] = {}
    for pid, (parent, _) in facts.items():
        children.setdefault(parent, []).append(pid)
    seen: KnownProcesses = {}
    waiting = [program]
    while waiting:
        new = children.get(waiting.pop(), [])
        seen |= {pid: facts[pid][1] for pid in new}
        waiting += new
    return seen


def kill_orphans(marks: Iterable[str], seen: KnownProcesses) -> None:
    """Kill all processes with one of the marks, and those of `seen` that still run."""
    tokens = [mark.encode() for mark in marks]

    def was_seen(pid: int) -> bool:
        found = _stat(pid)
        return found is not None and found[1] == seen[pid]

    def is_marked(pid: int) -> bool:
        # The environment of other users' processes can't be read; dead processes have none.
        with contextlib.suppress(OSError):
            environment = (_PROCESSES / str(pid) / "environ").read_bytes()
            return any(token in environment for token in tokens)
        return False

    for pid in seen:
        _kill(pid, was_seen)
    for _ in range(_ROUNDS):
        marked = [pid for pid in _numbers() if is_marked(pid)]
        if not marked:
            return
        for pid in marked:
            _kill(pid, is_marked)
        time.sleep(_ROUND_SECONDS)


def _numbers() -> Iterator[int]:
    """Yield the ids of all other processes, where the system lists them."""
    own = os.getpid()
    return (int(path.name) for path in _PROCESSES.glob("[0-9]*") if path.name != str(own))


def _stat(pid: int) -> tuple[int, bytes] | None:
    """Return the parent and the start time of a process."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        # The second field is a name in parentheses, which may contain anything; the third is at 0 here.
        fields = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        return int(fields[1]), fields[19]
    return None


def _kill(pid: int, is_ours: Callable[[int], bool]) -> None:
    """Kill a process if it is ours, and never another that has got its id meanwhile."""
    with contextlib.suppress(OSError):
        handle = _handle(pid)
        try:
            if not is_ours(pid):
                return
            if handle is None:
                os.kill(pid, signal.SIGKILL)
            else:
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        finally:
            if handle is not None:
                os.close(handle)


def _handle(pid: int) -> int | None:
    """Open a handle (pidfd) of a process; None if the system has no such thing."""
    if not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise
    except OSError:
        return None  # an old kernel


def watchdog() -> None:
    """Read `+ PID` and `- PID` from standard input until it closes, then kill the remaining processes."""
    groups: set[int] = set()
    for line in sys.stdin:
        sign, pid = line.split()
        (groups.add if sign == "+" else groups.discard)(int(pid))
    seen: KnownProcesses = {}
    for group in groups:
        seen |= descendants(group)
        kill_group(group)
    kill_orphans(sys.argv[1:], seen)


if __name__ == "__main__":
    watchdog()
