"""Engine processes: line-based communication with another program, bounded in time and size."""

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

#: Output without an answer is cut off after so many bytes.
MOST_BYTES = 1_000_000
#: Seconds to wait for the exit of a program after its quit command.
_QUIT_SECONDS = 0.2
#: Seconds to wait for the exit of a program after the end of its output.
_DEATH_SECONDS = 1.0
#: Seconds between two checks for a stop while waiting for output.
_POLL_SECONDS = 0.1
#: A program counts as started when it was asleep at so many polls in a row, so many seconds apart.
_IDLE_POLLS = 3
_IDLE_SECONDS = 0.005
#: Bytes of the other stream that are kept for error messages.
_KEPT_BYTES = 400


class EngineFailed(KibitzError):
    """An engine crashed, did not answer, or gave an invalid answer."""


class EngineProcess:
    """A program that reads lines on stdin and writes lines to stdout or stderr."""

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
        answers, log = self._process.stdout, self._process.stderr
        if answers_on_stderr:
            answers, log = log, answers
        try:
            self._answers = _Reader(answers, MOST_BYTES)
            self._log = _Reader(log, None)
        except KibitzError as error:
            self._child.end()
            for pipe in (self._process.stdin, answers, log):
                if pipe is not None:
                    pipe.close()
            raise EngineFailed(f"can't read from {quoted(words[0])}: {error}") from None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Send a line, and drop output that came before it."""
        assert self._process.stdin is not None
        self._answers.drain()
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def line(self, deadline: float, what: str) -> str:
        """Return the next line of output; `deadline` is a time of `time.monotonic`."""
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
        """Wait until the program sleeps, as it does once it has started (Linux only).

        For protocols without a handshake, which don't report when a program is ready.
        """
        asleep = 0
        while asleep < _IDLE_POLLS and time.monotonic() < deadline:
            state = _state_of(self.pid)
            if state is None or self._process.poll() is not None:
                return
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(_IDLE_SECONDS)

    def _died(self) -> EngineFailed:
        # On a busy machine its exit and its error output may come a little after the end of its output.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_DEATH_SECONDS)
            self._log.join()
        code = self._process.poll()
        how = "closed its output" if code is None else f"died with exit code {code}"
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                how = f"was killed by {signal.Signals(-code).name}"
        message = self._log.last_line()
        return EngineFailed(f"{how}, saying {quoted(message)}" if message else how)

    def close(self, quit_command: str | None = None) -> None:
        """End the program and its descendants: by its quit command first, then by force."""
        process = self._process
        assert process.stdin is not None
        if quit_command is not None:
            self._child.remember_descendants()
        with contextlib.suppress(OSError, ValueError):
            if quit_command is not None and process.poll() is None:
                process.stdin.write(quit_command.encode() + b"\n")
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()
        if quit_command is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_QUIT_SECONDS)
        self._child.end()
        self._answers.close()
        self._log.close()


def _state_of(pid: int) -> str | None:
    """Return the state of a process's main thread on Linux (S for asleep); None elsewhere."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise EngineFailed(f"{quoted(command)} is not a command: {error}") from None
    if not words:
        raise EngineFailed("there is no command; name the program to start")
    return words


class _Reader:
    """A thread that reads a pipe until its end or until it is stopped, as an orphan may keep the pipe open.

    It queues complete lines up to a bound, or keeps only the last bytes if there is no bound.
    """

    def __init__(self, pipe: IO[bytes], bound: int | None) -> None:
        self._pipe = pipe
        self._bound = bound
        self._stopping = threading.Event()
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
        """Wait for input or the end of the pipe; return False once stopped."""
        if os.name != "posix":
            return True  # pipes can't be polled there
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        while not self._stopping.is_set():
            if poll.poll(1000 * _POLL_SECONDS):
                return True
        return False

    def drain(self) -> None:
        """Drop queued lines, but not the end of the pipe or an overflow."""
        self._size = 0
        with contextlib.suppress(queue.Empty, OverflowError, EOFError):
            while True:
                self.next(0)

    def next(self, deadline: float) -> str:
        """Return the next line; OverflowError or EOFError if there will be none."""
        line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        if isinstance(line, Exception):
            self._lines.put(line)
            raise line
        return line.decode("utf-8", "replace").strip()

    def join(self) -> None:
        """Wait for the end of the pipe, with a timeout."""
        self._thread.join(_DEATH_SECONDS)

    def last_line(self) -> str:
        """Return the last line that was kept."""
        lines = self._rest.decode("utf-8", "replace").strip().splitlines()
        return "".join(c if c.isprintable() else " " for c in lines[-1]) if lines else ""

    def close(self) -> None:
        """Stop the thread and close the pipe."""
        self._stopping.set()
        self.join()
        if not self._thread.is_alive():
            self._pipe.close()
