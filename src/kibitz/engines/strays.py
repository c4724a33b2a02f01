"""What another program started and left behind: found again and ended, and nothing else (Linux).

A process group is ended as a whole, but whoever starts a session of its own
leaves it, and with its parent gone nothing tells where it came from. So the
program inherits a mark in its environment, which nobody else can have by
chance. Who wipes the mark out is found as long as its parents live.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

#: The variable with the marks: ours after those of whoever started us in the same way.
MARKS = "KIBITZ_ENGINE"

_PROCESSES = Path("/proc")
#: Somebody may be starting another process while being looked for.
_ROUNDS = 20
_ROUND_SECONDS = 0.01


class Strays:
    """The processes of one program, wherever they went."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(16)
        #: Descendants by number, with the moment each was started.
        self._seen: dict[int, bytes] = {}

    def environment(self) -> dict[str, str]:
        """What the program is to be started with."""
        marks = [os.environ.get(MARKS, ""), self._mark]
        return {**os.environ, MARKS: ":".join(filter(None, marks))}

    def look(self, program: int) -> None:
        """Remember who descends from the program, which must still run."""
        facts = {pid: found for pid in _numbers() if (found := _stat(pid))}
        children: dict[int, list[int]] = {}
        for pid, (parent, _) in facts.items():
            children.setdefault(parent, []).append(pid)
        waiting = [program]
        while waiting:
            new = children.get(waiting.pop(), [])
            self._seen |= {pid: facts[pid][1] for pid in new}
            waiting += new

    def end(self) -> None:
        """Kill all that are left."""
        for pid in self._seen:
            _kill(pid, self._was_seen)
        for _ in range(_ROUNDS):
            marked = [pid for pid in _numbers() if self._is_marked(pid)]
            if not marked:
                return
            for pid in marked:
                _kill(pid, self._is_marked)
            time.sleep(_ROUND_SECONDS)

    def _was_seen(self, pid: int) -> bool:
        found = _stat(pid)
        return found is not None and found[1] == self._seen[pid]

    def _is_marked(self, pid: int) -> bool:
        # Those of other people can't be read, and who is dead has none.
        with contextlib.suppress(OSError):
            return self._mark.encode() in (_PROCESSES / str(pid) / "environ").read_bytes()
        return False


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
