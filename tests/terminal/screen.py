"""A terminal of a given size, and its screen as text."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from tests.terminal.program import PROGRAM

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")

_PATIENCE = 90.0


class Screen:
    """What is on the screen of a program that runs at a terminal; close it when done."""

    def __init__(self, env: dict[str, str], *words: str, width: int = 80, height: int = 24) -> None:
        self.child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], *words],
            # Nobody here answers questions about where the cursor is.
            env={**env, "PROMPT_TOOLKIT_NO_CPR": "1"},
            encoding="utf-8",
            dimensions=(height, width),
        )
        self._screen = pyte.HistoryScreen(width, height, history=2000)
        self._stream = pyte.Stream(self._screen)
        #: Everything that the program wrote, with its escape codes.
        self.raw = ""

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        self.child.close(force=True)

    def _read(self, seconds: float = 0.1) -> bool:
        """Take in what the program writes; whether it is still there."""
        try:
            text = self.child.read_nonblocking(4096, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += text
        self._stream.feed(text)
        return True

    @property
    def lines(self) -> list[str]:
        """Everything that can be read, also what has scrolled away."""
        gone = [
            "".join(line[x].data for x in range(self._screen.columns)) for line in self._screen.history.top
        ]
        return [line.rstrip() for line in [*gone, *self._screen.display]]

    @property
    def text(self) -> str:
        """The same as one text, without the empty rest of the screen."""
        return "\n".join(self.lines).rstrip()

    @property
    def last(self) -> str:
        """The line in which one types."""
        return self.text.rpartition("\n")[2]

    def wait(self, pattern: str) -> str:
        """Read until the text on the screen matches; what matched."""
        return self._until(lambda: re.search(pattern, self.text), pattern)

    def wait_for_prompt(self, pattern: str = r"[:?\]]") -> str:
        """Read until a line waits for an answer; that line."""
        return self._until(lambda: re.search(rf"^.*{pattern}$", self.last), f"a prompt {pattern}")

    def wait_until(self, happened: Callable[[], bool], what: str) -> None:
        """Read until something can be seen."""
        self._until(lambda: re.match("", "") if happened() else None, what)

    def _until(self, found: Callable[[], re.Match[str] | None], wanted: str) -> str:
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            match = found()
            if match:
                return str(match[0])
            if not self._read():
                match = found()
                if match:
                    return str(match[0])
                break
        raise AssertionError(f"{wanted!r} is not on the screen:\n{self.text}")

    def type(self, text: str) -> None:
        """Type an answer and send it, once it can be seen."""
        self.keys(text)
        if text.strip():
            deadline = time.monotonic() + _PATIENCE
            while not self.last.endswith(text.rstrip()) and time.monotonic() < deadline:
                self._read()
        before = len(self.raw)
        self.keys("\r")
        while len(self.raw) == before and self._read():
            pass

    def keys(self, text: str) -> None:
        """Press keys."""
        self.child.send(text)

    def end(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._read() and time.monotonic() < deadline:
            pass
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -1)
