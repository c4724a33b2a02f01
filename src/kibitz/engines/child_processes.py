"""The processes that this one started, and their end: whoever starts one ends it, on every way out.

A child has a process group and a mark of its own, so that whatever it starts
ends with it. Those that are left when this process ends, end then; when it is
killed, a guard ends them (`strays.py`): a small process that notices that the
pipe from here has closed.
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

from kibitz.engines import orphan_processes

_POSIX = os.name == "posix"


class Child:
    """A process that was started here. OSError or ValueError if it can't be."""

    def __init__(
        self,
        words: list[str],
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | None = None,
    ) -> None:
        self.mark = secrets.token_hex(16)
        self.seen: orphan_processes.Seen = {}
        with _family.lock:
            _family.call_guard()
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                # An interrupt at the keyboard is for this process, which ends its children.
                start_new_session=True,
                env={
                    **(os.environ if env is None else env),
                    orphan_processes.MARKS: _family.marks(self.mark),
                },
            )
            _family.children.add(self)
            _family.tell_guard(f"+ {self.process.pid}")

    def look(self) -> None:
        """Remember what it has started, while it runs to tell."""
        if self.process.poll() is None:
            self.seen |= orphan_processes.descendants(self.process.pid)

    def close(self) -> None:
        """Close the pipes to it, when nobody uses them any more."""
        for pipe in filter(None, (self.process.stdin, self.process.stdout)):
            with contextlib.suppress(OSError):  # what could not be written is of no use now
                pipe.close()

    def end(self) -> None:
        """End it and everything it started, at once."""
        end_children([self])


def end_children(children: Collection[Child]) -> None:
    """End several together, which takes no longer than one."""
    seen: orphan_processes.Seen = {}
    for child in children:
        child.look()
        seen |= child.seen
        child.process.kill()
        if _POSIX:
            orphan_processes.kill_group(child.process.pid)
    orphan_processes.end_strays([child.mark for child in children], seen)
    for child in children:
        child.process.wait()
        with _family.lock:
            _family.children.discard(child)
            _family.tell_guard(f"- {child.process.pid}")


class _Family:
    """All children that live, and their guard."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.children: set[Child] = set()
        self._mark = secrets.token_hex(16)
        self._guard: subprocess.Popen[bytes] | None = None

    def marks(self, own: str) -> str:
        """What a child carries: the marks of whoever started us, the family's, and its own."""
        return ":".join(filter(None, (os.environ.get(orphan_processes.MARKS), self._mark, own)))

    def call_guard(self) -> None:
        """See to it that there is a guard, where processes can be found again."""
        if not _POSIX or not sys.executable or (self._guard and self._guard.poll() is None):
            return
        self.dismiss_guard()
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", orphan_processes.__file__, self._mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        for child in self.children:
            self.tell_guard(f"+ {child.process.pid}")

    def tell_guard(self, what: str) -> None:
        """Say who came or went."""
        if self._guard is not None and self._guard.stdin is not None:
            with contextlib.suppress(OSError):  # it may have been killed
                self._guard.stdin.write(what.encode() + b"\n")
                self._guard.stdin.flush()

    def end(self) -> None:
        """End all children, also one whose start was interrupted, and the guard."""
        if self._guard is None and not self.children:
            return
        end_children(tuple(self.children))
        orphan_processes.end_strays([self._mark], {})
        if self._guard is not None:
            self._guard.kill()
            self.dismiss_guard()
            self._guard.wait()

    def dismiss_guard(self) -> None:
        """Close the pipe to it."""
        if self._guard is not None and self._guard.stdin is not None:
            with contextlib.suppress(OSError):
                self._guard.stdin.close()


_family = _Family()


def _begin_anew() -> None:
    """A copy of this process has no children yet, and the guard is not its own."""
    global _family
    _family.dismiss_guard()
    _family = _Family()


def end_all() -> None:
    """End all children, for whoever leaves without the usual ways out."""
    _family.end()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
