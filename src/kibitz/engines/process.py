"""Another program, and the pipes to it: nothing it does can harm us, and what it started ends with it."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
from typing import IO

from kibitz.base.errors import KibitzError, quoted
from kibitz.base.threads import start_thread
from kibitz.engines.child_processes import Child

#: More than this without an answer is a flood.
MOST_BYTES = 1_000_000
#: How long a program may take to end after it was told to.
_GOODBYE_SECONDS = 0.2
#: How long its end is waited for once its output has ended.
_DEATH_SECONDS = 1.0
#: How often somebody who waits for output looks whether there is still a need to.
_GLANCE_SECONDS = 0.1
#: A program that was seen waiting so often in a row, with so much time between, has started.
_IDLE_GLANCES = 3
_IDLE_SECONDS = 0.005
#: How much of what it said on the other stream is kept for messages.
_KEPT_BYTES = 400


class EngineFailed(KibitzError):
    """Another program did not do what a player must."""


class EngineProcess:
    """A program that is asked in lines and answers in lines, on stdout or on stderr."""

    def __init__(self, command: str, *, answers_on_stderr: bool = False) -> None:
        words = _words(command)
        try:
            self._child = Child(words, stderr=subprocess.PIPE)
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise EngineFailed(f"can't start {quoted(words[0])}: {reason}") from None
        self._process = self._child.process
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        answers, chatter = self._process.stdout, self._process.stderr
        if answers_on_stderr:
            answers, chatter = chatter, answers
        try:
            self._answers = _Reader(answers, MOST_BYTES)
            self._chatter = _Reader(chatter, None)
        except KibitzError as error:
            self._child.end()
            for pipe in (self._process.stdin, answers, chatter):
                if pipe is not None:
                    pipe.close()
            raise EngineFailed(f"can't listen to {quoted(words[0])}: {error}") from None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Say something. Answers that nobody asked for are forgotten."""
        assert self._process.stdin is not None
        self._answers.forget()
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def line(self, deadline: float, what: str) -> str:
        """The next line it says, until a moment of `time.monotonic`."""
        try:
            line = self._answers.next(deadline)
        except queue.Empty:
            raise EngineFailed(f"gave no {what} in time") from None
        except OverflowError:
            raise EngineFailed(f"wrote more than {MOST_BYTES:,} bytes instead of a {what}") from None
        except EOFError:
            raise self._died() from None
        return line

    def wait_until_idle(self, deadline: float) -> None:
        """Wait until it waits itself, as a program does that has started, where that can be seen.

        A protocol without a greeting says nothing of when a program is ready.
        """
        asleep = 0
        while asleep < _IDLE_GLANCES and time.monotonic() < deadline:
            state = _state_of(self.pid)
            if state is None or self._process.poll() is not None:
                return
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(_IDLE_SECONDS)

    def _died(self) -> EngineFailed:
        # On a busy machine its end and its last words may come a little after the end of its output.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_DEATH_SECONDS)
            self._chatter.join()
        code = self._process.poll()
        how = "closed its output" if code is None else f"died with exit code {code}"
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                how = f"was killed by {signal.Signals(-code).name}"
        said = self._chatter.last_words()
        return EngineFailed(f"{how}, saying {quoted(said)}" if said else how)

    def close(self, goodbye: str | None = None) -> None:
        """End it and everything it started: politely at first, then not."""
        process = self._process
        assert process.stdin is not None
        if goodbye is not None:
            self._child.look()
        with contextlib.suppress(OSError, ValueError):
            if goodbye is not None and process.poll() is None:
                process.stdin.write(goodbye.encode() + b"\n")
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()
        if goodbye is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GOODBYE_SECONDS)
        self._child.end()
        self._answers.close()
        self._chatter.close()


def _state_of(pid: int) -> str | None:
    """What the first thread of a process does, as Linux writes it: S where it waits; None elsewhere."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise EngineFailed(f"{quoted(command)} is no command: {error}") from None
    if not words:
        raise EngineFailed("there is no command; say which program to start")
    return words


class _Reader:
    """Reads a pipe until it ends or until it is told to stop: a stray process may keep the other end.

    It holds whole lines for who asks for them, up to a bound, or only the last words.
    """

    def __init__(self, pipe: IO[bytes], bound: int | None) -> None:
        self._pipe = pipe
        self._bound = bound
        self._told = threading.Event()
        self._lines: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
        self._rest = b""
        self._size = 0
        self._thread = start_thread(self._read)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while self._readable() and (data := os.read(self._pipe.fileno(), 65536)):
                if self._bound is None:
                    self._rest = (self._rest + data)[-_KEPT_BYTES:]
                    continue
                self._size += len(data)
                if self._size > self._bound:
                    self._lines.put(OverflowError())
                    return  # the pipe fills up, and the program waits until it is killed
                *whole, self._rest = (self._rest + data).split(b"\n")
                for line in whole:
                    self._lines.put(line)
        if self._rest:
            self._lines.put(self._rest)
        self._lines.put(EOFError())

    def _readable(self) -> bool:
        """Wait until there is something to read, or the end; False to stop."""
        if os.name != "posix":
            return True  # there, pipes can only be read
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        while not self._told.is_set():
            if poll.poll(1000 * _GLANCE_SECONDS):
                return True
        return False

    def forget(self) -> None:
        """Drop lines that have come, but not the news that no more will."""
        self._size = 0
        with contextlib.suppress(queue.Empty, OverflowError, EOFError):
            while True:
                self.next(0)

    def next(self, deadline: float) -> str:
        """The next line; OverflowError or EOFError if there will be none."""
        line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        if isinstance(line, Exception):
            self._lines.put(line)
            raise line
        return line.decode("utf-8", "replace").strip()

    def join(self) -> None:
        """Wait until all has been read, but not for ever."""
        self._thread.join(_DEATH_SECONDS)

    def last_words(self) -> str:
        """The last line of a stream that nobody listens to."""
        lines = self._rest.decode("utf-8", "replace").strip().splitlines()
        return "".join(c if c.isprintable() else " " for c in lines[-1]) if lines else ""

    def close(self) -> None:
        """Close the pipe."""
        self._told.set()
        self.join()
        if not self._thread.is_alive():
            self._pipe.close()
