"""Sandbox processes for foreign code: games and players from files and other packages.

Such code may never return, exit its process or exhaust memory. In a separate process it affects nobody else:
it has limits, and when it dies, only its own requests fail. Commands and replies are lines of JSON over
pipes; a `CodeRunner` executes them there. Platforms without processes have a `Runtime` with another
implementation of the same protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from kibitz.service.codec import encode_command
from kibitz.service.commands import Command, R
from kibitz.service.errors import Died, error_named
from kibitz.service.game_session import OnProgress
from kibitz.service.settings import Settings

#: Seconds that cancelled work may go on.
_GRACE = 2.0


class Child(Protocol):
    """Interface of a process that answers lines with lines."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a line; OSError if the process has died or can't read."""

    def end(self) -> None:
        """Kill it."""


#: Starts a child with its settings; its lines go to the first callback, its end to the second.
Start = Callable[[dict[str, Any], Callable[[str | bytes], None], Callable[[], None]], Child]


class ChildProcess:
    """A process of this machine."""

    def __init__(
        self, start_data: dict[str, Any], on_line: Callable[[str | bytes], None], on_end: Callable[[], None]
    ) -> None:
        self._on_line, self._on_end = on_line, on_end
        self._loop = asyncio.get_running_loop()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz.service.sandbox_main", json.dumps(start_data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C is for the server, which ends this process.
            start_new_session=True,
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: dict[str, Any]) -> None:
        """Write a line."""
        assert self._process.stdin is not None
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self._process.stdin.fileno(), data) :]

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _read(self) -> None:
        """Forward the lines of the process; runs in a thread."""
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                self._soon(self._on_line, line)
        self._soon(self._on_end)
        self._process.wait()

    def _soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(call, *arguments)


class Sandbox:
    """A sandbox process, started on demand and restarted after it has died."""

    def __init__(self, settings: Settings, folder: str, whose: str, start: Start = ChildProcess) -> None:
        """`whose` is the code's display name; games are stored in `folder`."""
        self._settings = settings
        self._folder = folder
        self._whose = whose
        self._start_child = start
        self._process: Child | None = None
        self._next = 0
        self._open: dict[int, tuple[asyncio.Future[Any], OnProgress | None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        #: Done when the process is ready, or has failed.
        self._is_ready: asyncio.Future[None] | None = None
        #: Number of starts: state of earlier processes is lost.
        self.life = 0

    async def execute(
        self, command: Command[R], seconds: float = 0.0, on_progress: OnProgress | None = None
    ) -> R:
        """Execute a command; the reply may take `seconds` longer than a quick one."""
        self._loop = asyncio.get_running_loop()
        await self._start()
        self._next += 1
        number, answer = self._next, self._loop.create_future()
        self._open[number] = answer, on_progress
        life = self.life
        self._send({"id": number, "slow": seconds > 0, **encode_command(command)})
        try:
            async with asyncio.timeout(self._settings.own_patience + seconds):
                reply: R = await answer
                return reply
        except TimeoutError:
            if life == self.life:
                self.end(f"{self._whose} did not answer in time, so it was stopped")
            raise Died(f"{self._whose} did not answer in time, so it was stopped") from None
        except asyncio.CancelledError:
            if life == self.life:
                self._send({"cancel": number})
                self._loop.call_later(_GRACE, self._end_if_open, number, life)
            raise
        finally:
            if answer.done():
                self._open.pop(number, None)

    @property
    def lives(self) -> bool:
        """Return whether the process runs."""
        return self._process is not None

    def end(self, reason: str = "") -> None:
        """Kill the process; pending commands fail with the reason."""
        process, self._process = self._process, None
        if process is None:
            return
        process.end()
        self._fail(reason or f"{self._whose} ended before it answered")

    def _end_if_open(self, number: int, life: int) -> None:
        if life == self.life and number in self._open:
            self.end(f"{self._whose} did not stop in time, so it was ended")

    def _fail(self, reason: str) -> None:
        waiting, self._open = self._open, {}
        if self._is_ready is not None and not self._is_ready.done():
            self._is_ready.set_exception(Died(reason))
            self._is_ready.exception()  # pending commands fail
        for answer, _ in waiting.values():
            if not answer.done():
                answer.set_exception(Died(reason))

    async def _start(self) -> None:
        """Start the process unless it runs; the timeout of a command starts when it is ready."""
        if self._process is not None and self._is_ready is not None:
            await asyncio.shield(self._is_ready)
            return
        self.life += 1
        assert self._loop is not None
        self._is_ready = self._loop.create_future()
        start_data = {"settings": self._settings.to_json(), "folder": self._folder}
        life = self.life
        self._process = self._start_child(
            start_data, partial(self._on_line, life), partial(self._on_end, life)
        )
        await asyncio.shield(self._is_ready)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        try:
            self._process.send(message)
        except OSError:  # it has died, or can't read
            self.end()

    def _on_end(self, life: int) -> None:
        if life == self.life:
            self.end(f"{self._whose} ended its process")

    def _on_line(self, life: int, line: str | bytes) -> None:
        if life != self.life or self._process is None:
            return
        received = json.loads(line)
        if received["id"] == 0 and self._is_ready is not None:
            self._is_ready.set_result(None)
            return
        answer, on_progress = self._open.get(received["id"], (None, None))
        if "progress" in received:
            if on_progress is not None:
                on_progress(*received["progress"])
            return
        self._open.pop(received["id"], None)
        if answer is None or answer.done():
            return
        if "error" in received:
            answer.set_exception(error_named(received["error"], received["message"]))
        else:
            answer.set_result(received["reply"])
