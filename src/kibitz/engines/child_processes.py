"""Child processes, ended with all their descendants whichever way this process ends.

Every child has its own process group and a marker in its environment, so that its
descendants can be found. Children that remain at exit are ended by an exit handler;
if this process is killed, a watchdog process ends them (`orphan_processes.py`),
which notices that the pipe from here has closed.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Collection, Mapping

from kibitz.base.platform import require_processes
from kibitz.engines import orphan_processes

_POSIX = os.name == "posix"


class Child:
    """A child process. OSError or ValueError if it can't be started."""

    def __init__(
        self,
        words: list[str],
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | None = None,
    ) -> None:
        require_processes(words[0] if words else "a program")
        self.mark = secrets.token_hex(16)
        self.descendants: orphan_processes.KnownProcesses = {}
        with _registry.lock:
            _registry.ensure_watchdog()
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                # Ctrl-C goes to this process only, which ends its children.
                start_new_session=True,
                env={
                    **(os.environ if env is None else env),
                    orphan_processes.MARKS: _registry.marks(self.mark),
                },
            )
            _registry.children.add(self)
            _registry.notify_watchdog(f"+ {self.process.pid}")

    def remember_descendants(self) -> None:
        """Record its current descendants, which can't be found once it has ended."""
        if self.process.poll() is None:
            self.descendants |= orphan_processes.descendants(self.process.pid)

    def close(self) -> None:
        """Close the pipes to it."""
        for pipe in filter(None, (self.process.stdin, self.process.stdout)):
            with contextlib.suppress(OSError):  # unwritten input is lost
                pipe.close()

    def end(self) -> None:
        """Kill it and its descendants."""
        end_children([self])


def end_children(children: Collection[Child]) -> None:
    """Kill several children together, which takes no longer than one."""
    seen: orphan_processes.KnownProcesses = {}
    for child in children:
        child.remember_descendants()
        seen |= child.descendants
        child.process.kill()
        if _POSIX:
            orphan_processes.kill_group(child.process.pid)
    orphan_processes.kill_orphans([child.mark for child in children], seen)
    for child in children:
        child.process.wait()
        with _registry.lock:
            _registry.children.discard(child)
            _registry.notify_watchdog(f"- {child.process.pid}")


class _Registry:
    """The running children and the watchdog."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.children: set[Child] = set()
        self._mark = secrets.token_hex(16)
        self._watchdog: subprocess.Popen[bytes] | None = None

    def marks(self, own: str) -> str:
        """Return a child's environment variable: the marks of our parents, of this process, and its own."""
        return ":".join(filter(None, (os.environ.get(orphan_processes.MARKS), self._mark, own)))

    def ensure_watchdog(self) -> None:
        """Start the watchdog if it does not run, on systems where orphans can be found."""
        if not _POSIX or not sys.executable or (self._watchdog and self._watchdog.poll() is None):
            return
        self.close_watchdog()
        self._watchdog = subprocess.Popen(
            [sys.executable, "-I", "-S", orphan_processes.__file__, self._mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        for child in self.children:
            self.notify_watchdog(f"+ {child.process.pid}")

    def notify_watchdog(self, line: str) -> None:
        """Send `+ PID` or `- PID` to the watchdog."""
        if self._watchdog is not None and self._watchdog.stdin is not None:
            with contextlib.suppress(OSError):  # it may have been killed
                self._watchdog.stdin.write(line.encode() + b"\n")
                self._watchdog.stdin.flush()

    def end(self) -> None:
        """End all children, also one whose start was interrupted, and the watchdog."""
        if self._watchdog is None and not self.children:
            return
        end_children(tuple(self.children))
        orphan_processes.kill_orphans([self._mark], {})
        if self._watchdog is not None:
            self._watchdog.kill()
            self.close_watchdog()
            self._watchdog.wait()

    def close_watchdog(self) -> None:
        """Close the pipe to the watchdog."""
        if self._watchdog is not None and self._watchdog.stdin is not None:
            with contextlib.suppress(OSError):
                self._watchdog.stdin.close()


_registry = _Registry()


def _reset_after_fork() -> None:
    """Reset the registry in a forked child, which has no children and no watchdog yet."""
    global _registry
    _registry.close_watchdog()
    _registry = _Registry()


def end_all() -> None:
    """End all children, for callers that bypass the exit handlers."""
    _registry.end()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)
