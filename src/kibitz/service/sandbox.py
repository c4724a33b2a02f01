"""Processes for code that is not ours: games and players that somebody else wrote.

Such code may run for ever, end its process or take all memory. In a process of
its own it harms nobody else: it has a limit, and when it dies, only those who
asked hear of it. Commands and replies are lines of JSON over pipes; a
`CodeRunner` executes them there. Where there are no processes, a `Runtime` starts
something else that takes the same lines.
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

#: Seconds that work may go on after it was called off.
_GRACE = 2.0


class Child(Protocol):
    """A process that answers lines with lines, or what takes its place."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a line; OSError if it has died or takes nothing more."""

    def end(self) -> None:
        """End it at once."""


#: Starts a child that is told something; its lines go to the first function, the second hears that it ended.
Start = Callable[[dict[str, Any], Callable[[str | bytes], None], Callable[[], None]], Child]


class ChildProcess:
    """A process of this machine."""

    def __init__(
        self, told: dict[str, Any], hear: Callable[[str | bytes], None], gone: Callable[[], None]
    ) -> None:
        self._hear, self._gone = hear, gone
        self._loop = asyncio.get_running_loop()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz.service.sandbox_main", json.dumps(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # An interrupt at the keyboard is for the server, which ends this one.
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
        """In a thread: hand on what the process says."""
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                self._soon(self._hear, line)
        self._soon(self._gone)
        self._process.wait()

    def _soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(call, *arguments)


class Sandbox:
    """One such process. It is started when it is first asked, and again when it has died."""

    def __init__(self, settings: Settings, folder: str, whose: str, start: Start = ChildProcess) -> None:
        """`whose` is the code's own name for messages; games are kept in `folder`."""
        self._settings = settings
        self._folder = folder
        self._whose = whose
        self._start_child = start
        self._process: Child | None = None
        self._next = 0
        self._open: dict[int, tuple[asyncio.Future[Any], OnProgress | None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        #: Done when the process has begun to listen, or will not.
        self._stands: asyncio.Future[None] | None = None
        #: How often it was started: what it held before is gone.
        self.life = 0

    async def execute(
        self, command: Command[R], seconds: float = 0.0, on_progress: OnProgress | None = None
    ) -> R:
        """Execute a command there; the reply may take `seconds` longer than a quick one."""
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
        """Whether the process runs."""
        return self._process is not None

    def end(self, why: str = "") -> None:
        """End the process; whoever waits for it hears why."""
        process, self._process = self._process, None
        if process is None:
            return
        process.end()
        self._fail(why or f"{self._whose} ended before it answered")

    def _end_if_open(self, number: int, life: int) -> None:
        if life == self.life and number in self._open:
            self.end(f"{self._whose} did not stop in time, so it was ended")

    def _fail(self, why: str) -> None:
        waiting, self._open = self._open, {}
        if self._stands is not None and not self._stands.done():
            self._stands.set_exception(Died(why))
            self._stands.exception()  # whoever waits hears of it
        for answer, _ in waiting.values():
            if not answer.done():
                answer.set_exception(Died(why))

    async def _start(self) -> None:
        """Start the process, if it does not run; its own patience begins when it stands."""
        if self._process is not None and self._stands is not None:
            await asyncio.shield(self._stands)
            return
        self.life += 1
        assert self._loop is not None
        self._stands = self._loop.create_future()
        told = {"settings": self._settings.to_json(), "folder": self._folder}
        life = self.life
        self._process = self._start_child(told, partial(self._hear, life), partial(self._gone, life))
        await asyncio.shield(self._stands)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        try:
            self._process.send(message)
        except OSError:  # it has died, or takes nothing more
            self.end()

    def _gone(self, life: int) -> None:
        if life == self.life:
            self.end(f"{self._whose} ended its process")

    def _hear(self, life: int, line: str | bytes) -> None:
        if life != self.life or self._process is None:
            return
        said = json.loads(line)
        if said["id"] == 0 and self._stands is not None:
            self._stands.set_result(None)
            return
        answer, on_progress = self._open.get(said["id"], (None, None))
        if "progress" in said:
            if on_progress is not None:
                on_progress(*said["progress"])
            return
        self._open.pop(said["id"], None)
        if answer is None or answer.done():
            return
        if "error" in said:
            answer.set_exception(error_named(said["error"], said["message"]))
        else:
            answer.set_result(said["reply"])
