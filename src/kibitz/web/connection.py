"""A WebSocket connection of a client: commands in, replies and events out.

`docs/web.md` describes the messages. Invalid input at worst closes the client's own connection.
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

#: Seconds to hold back a message for batching: a person's move for a computer's quick reply.
_TOGETHER = 0.01
#: Number of queued commands at which reading pauses.
_MOST_QUEUED = 8

#: Commands that are executed at once: the client's open game, and progress.
COMMANDS = (*get_args(LiveCommand), Compare)
_DECODER = Decoder(COMMANDS)
_NUMBER = whole()


class Socket(Protocol):
    """The interface of a WebSocket for a connection."""

    async def receive(self) -> str | None:
        """Return the next text; None at the end, or for other data."""

    def send_now(self, texts: list[str]) -> bool:
        """Send texts if possible without waiting; OSError if the client has disconnected."""

    async def send(self, texts: list[str]) -> None:
        """Send texts; OSError if the client has disconnected."""

    async def close(self, code: int, reason: str) -> None:
        """Close the connection."""


class Connection:
    """Executes a client's commands in order; replies to slow ones are sent when they are ready."""

    def __init__(self, socket: Socket, service: Service) -> None:
        self._socket = socket
        self._service = service
        self._limits, self._settings = service.limits, service.settings
        self._client = service.add_client(self.send_event)
        self._bucket = Bucket(self._settings.rate, self._settings.burst)
        #: Queue of texts, and whether it is being sent.
        self._out: list[str] = []
        self._unread = 0
        self._writing = False
        self._later: asyncio.Handle | None = None
        self._gone = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        #: Serialises commands.
        self._turns = asyncio.Lock()
        self._queued = 0

    async def run(self) -> None:
        """Serve until the client disconnects or is disconnected."""
        reader = asyncio.create_task(self._read())
        disconnected = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait((reader, disconnected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = [reader, disconnected, *self._tasks]
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

    # Commands

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
            self._start(self._execute(number, command))
        elif (game := self._client.game) and game.host.is_here and not (self._queued or command.waits):
            await self._execute(number, command)  # synchronously
        else:
            # Meanwhile, detect a disconnect, and read a few further commands.
            task = self._start(self._in_turn(number, command))
            task.add_done_callback(self._turn_ended)
            self._queued += 1
            if self._queued >= _MOST_QUEUED:
                await asyncio.wait([task])

    async def _in_turn(self, number: int, command: Command[Mapping[str, Any]]) -> None:
        async with self._turns:
            await self._execute(number, command)

    def _turn_ended(self, task: asyncio.Task[None]) -> None:
        self._queued -= 1

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
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
        """Return the progress callback of a command; it may be called from any thread."""
        loop = asyncio.get_running_loop()

        def on_progress(done: int, total: int) -> None:
            progress = {"type": "progress", "id": number, "done": done, "total": total}
            loop.call_soon_threadsafe(self._send, progress)

        return on_progress

    # Output

    def send_event(self, text: str, *, more: bool = False) -> None:
        """Send an event after earlier ones; if `more` follow at once, together with them."""
        self._unread += len(text)
        if self._unread > self._settings.most_unread:
            self._gone.set()  # it does not read; after a reconnect it gets the whole state
            return
        self._out.append(text)
        if self._writing or (more and self._later is not None):
            return
        loop = asyncio.get_running_loop()
        if self._later is not None:
            self._later.cancel()
        # Even urgent messages are batched with others of the same moment.
        self._later = loop.call_later(_TOGETHER, self._write_now) if more else loop.call_soon(self._write_now)

    def _send(self, message: dict[str, Any]) -> None:
        """Send a message, together with any held-back one."""
        self.send_event(encode(message), more=self._later is not None)

    def _write_now(self) -> None:
        self._later = None
        try:
            if self._socket.send_now(self._out):
                self._out, self._unread = [], 0
            else:
                self._writing = True
                self._start(self._write())
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
