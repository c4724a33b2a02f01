"""What other programs started and left behind: found again and ended, and nothing else (Linux).

A process group is ended as a whole, but whoever starts a session of its own
leaves it, and with its parent gone nothing tells where it came from. So a
program inherits a mark in its environment, which nobody else can have by
chance. Who wipes the mark out is found as long as its parents live.

Run as a program, this file is the guard of the process that started it: it
hears of processes on its input, and ends those that are left when that closes,
because somebody was killed. It needs nothing but Python's own library.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

#: The variable with the marks: ours after those of whoever started us in the same way.
MARKS = "KIBITZ_ENGINE"

_PROCESSES = Path("/proc")
#: Somebody may be starting another process while being looked for.
_ROUNDS = 20
_ROUND_SECONDS = 0.01

#: Processes by number, with the moment each was started.
Seen = dict[int, bytes]


def kill_group(leader: int) -> None:
    """Kill a process and its group, which may live on when the process is gone."""
    with contextlib.suppress(OSError):
        os.killpg(leader, signal.SIGKILL)


def descendants(program: int) -> Seen:
    """Who descends from a process that still runs."""
    facts = {pid: found for pid in _numbers() if (found := _stat(pid))}
    children: dict[int, list[int]] = {}
    for pid, (parent, _) in facts.items():
        children.setdefault(parent, []).append(pid)
    seen: Seen = {}
    waiting = [program]
    while waiting:
        new = children.get(waiting.pop(), [])
        seen |= {pid: facts[pid][1] for pid in new}
        waiting += new
    return seen


def end_strays(marks: Iterable[str], seen: Seen) -> None:
    """Kill all that carry one of the marks, and those that were seen and still live."""
    tokens = [mark.encode() for mark in marks]

    def was_seen(pid: int) -> bool:
        found = _stat(pid)
        return found is not None and found[1] == seen[pid]

    def is_marked(pid: int) -> bool:
        # Those of other people can't be read, and who is dead has none.
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
    """All processes but this one, where the system lists them."""
    own = os.getpid()
    return (int(path.name) for path in _PROCESSES.glob("[0-9]*") if path.name != str(own))


def _stat(pid: int) -> tuple[int, bytes] | None:
    """The parent of a process, and when it was started."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        # The second field is a name in brackets, which may hold anything; the third is at 0 here.
        fields = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        return int(fields[1]), fields[19]
    return None


def _kill(pid: int, is_ours: Callable[[int], bool]) -> None:
    """Kill a process if it is ours, and never who got its number meanwhile."""
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
    """What stands for this very process and no later one; None where the system has no such thing."""
    if not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise
    except OSError:
        return None  # an old kernel


def guard() -> None:
    """Hear `+ PID` and `- PID` on standard input until it closes, then end who is left and who is marked."""
    groups: set[int] = set()
    for line in sys.stdin:
        sign, pid = line.split()
        (groups.add if sign == "+" else groups.discard)(int(pid))
    seen: Seen = {}
    for group in groups:
        seen |= descendants(group)
        kill_group(group)
    end_strays(sys.argv[1:], seen)


if __name__ == "__main__":
    guard()
