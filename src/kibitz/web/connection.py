"""One WebSocket of a client: its commands in, replies and events out.

`docs/web.md` describes the messages. Whatever a client sends, at worst its
own connection is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Protocol, get_args

from kibitz.base.errors import KibitzError
from kibitz.service.codec import Decoder, encode, read_object, whole
from kibitz.service.commands import Command, Compare, LiveCommand
from kibitz.service.game_session import OnProgress
from kibitz.service.rate_limit import Bucket
from kibitz.service.service import Service, refusal_of

#: Seconds that something is held back for what comes next: a person's move for a computer's quick answer.
_TOGETHER = 0.01
#: Commands that may wait for their turn before no more are read.
_MOST_QUEUED = 8

#: What is asked over a socket: what a client has open, and what tells how far it is.
COMMANDS = (*get_args(LiveCommand), Compare)
_DECODER = Decoder(COMMANDS)
_NUMBER = whole()


class Socket(Protocol):
    """The part of a WebSocket that a connection uses."""

    async def receive(self) -> str | None:
        """Return the next text; None when there is none any more, or something else."""

    def send_now(self, texts: list[str]) -> bool:
        """Send texts if that can be done without waiting; OSError when the other side has gone."""

    async def send(self, texts: list[str]) -> None:
        """Send texts; OSError when the other side has gone."""

    async def close(self, code: int, reason: str) -> None:
        """End it."""


class Connection:
    """Executes the commands of one client in order; slow ones are answered when their answers are there."""

    def __init__(self, socket: Socket, service: Service) -> None:
        self._socket = socket
        self._service = service
        self._limits, self._settings = service.limits, service.settings
        self._client = service.add_client(self.hear)
        self._bucket = Bucket(self._settings.rate, self._settings.burst)
        #: Texts that wait to be sent, and whether they are being sent.
        self._out: list[str] = []
        self._unread = 0
        self._writing = False
        self._later: asyncio.Handle | None = None
        self._gone = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        #: Commands are executed in order.
        self._turns = asyncio.Lock()
        self._queued = 0

    async def run(self) -> None:
        """Serve until the client leaves or has to go."""
        reader = asyncio.create_task(self._read())
        gone = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait((reader, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = [reader, gone, *self._tasks]
            for task in tasks:
                task.cancel()
            self._service.remove_client(self._client)
            await asyncio.wait(tasks)
            if self._later is not None:
                self._later.cancel()

    async def _read(self) -> None:
        while True:
            text = await self._socket.receive()
            if text is None:
                return
            if len(text) > self._settings.most_bytes:
                await self._socket.close(1009, "the message is too long")
                return
            if not self._bucket.take():
                await self._socket.close(1008, "too many messages at once")
                return
            while (wait := self._limits.take_turn()) > 0:
                await asyncio.sleep(wait)
            await self._handle(text)

    # Commands.

    async def _handle(self, text: str) -> None:
        number: int | None = None
        try:
            values = read_object(text)
            number = _NUMBER.read("id", values.get("id"))
            command: Command[Mapping[str, Any]] = _DECODER.decode(values)
            if command.writes:
                self._limits.write()
        except KibitzError as error:
            self._refuse(number, error)
            return
        if command.slow:
            self._begin(self._execute(number, command))
        elif (game := self._client.game) and game.host.is_here and not (self._queued or command.waits):
            await self._execute(number, command)  # at once, without waiting for anything
        else:
            # Meanwhile we hear whether the client is still there, and a little of what it asks besides.
            task = self._begin(self._in_turn(number, command))
            task.add_done_callback(self._turn_ended)
            self._queued += 1
            if self._queued >= _MOST_QUEUED:
                await asyncio.wait([task])

    async def _in_turn(self, number: int, command: Command[Mapping[str, Any]]) -> None:
        async with self._turns:
            await self._execute(number, command)

    def _turn_ended(self, task: asyncio.Task[None]) -> None:
        self._queued -= 1

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _execute(self, number: int, command: Command[Mapping[str, Any]]) -> None:
        try:
            on_progress = self._progress_of(number) if command.slow else None
            reply = await self._service.execute(self._client, command, on_progress)
            self._send({"type": "reply", "id": number, **reply})
        except Exception as error:
            self._refuse(number, refusal_of(error))

    def _refuse(self, number: int | None, error: KibitzError) -> None:
        self._send({"type": "error", "id": number, "kind": type(error).__name__, "message": str(error)})

    def _progress_of(self, number: int) -> OnProgress:
        """Return what tells the client how far a command is, from any thread."""
        loop = asyncio.get_running_loop()

        def on_progress(done: int, total: int) -> None:
            progress = {"type": "progress", "id": number, "done": done, "total": total}
            loop.call_soon_threadsafe(self._send, progress)

        return on_progress

    # What goes out.

    def hear(self, text: str, *, more: bool = False) -> None:
        """Send an event when those before it are sent; with more to come in a moment, together with that."""
        self._unread += len(text)
        if self._unread > self._settings.most_unread:
            self._gone.set()  # it does not read; it can come back and get the whole state
            return
        self._out.append(text)
        if self._writing or (more and self._later is not None):
            return
        loop = asyncio.get_running_loop()
        if self._later is not None:
            self._later.cancel()
        # Even what is sent at once goes out with whatever else is said at the same time.
        self._later = loop.call_later(_TOGETHER, self._write_now) if more else loop.call_soon(self._write_now)

    def _send(self, message: dict[str, Any]) -> None:
        """Send a message; if something is held back, with that."""
        self.hear(encode(message), more=self._later is not None)

    def _write_now(self) -> None:
        self._later = None
        try:
            if self._socket.send_now(self._out):
                self._out, self._unread = [], 0
            else:
                self._writing = True
                self._begin(self._write())
        except OSError:
            self._gone.set()

    async def _write(self) -> None:
        try:
            while self._out:
                texts, self._out = self._out, []
                await self._socket.send(texts)
                self._unread -= sum(map(len, texts))
        except OSError:
            self._gone.set()
        finally:
            self._writing = False
