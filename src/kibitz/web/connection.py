"""One browser tab: its messages in, its messages out.

`docs/web.md` describes the messages. Whatever a client sends, at worst its
own connection is closed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.web.advice import analysis_json, explanation_json, review_json
from kibitz.web.catalogue import Catalogue
from kibitz.web.fields import BadRequest, Fields
from kibitz.web.rate import Bucket
from kibitz.web.room import Room
from kibitz.web.rooms import Rooms
from kibitz.web.settings import Settings
from kibitz.web.state import view_json
from kibitz.web.workers import Workers
from kibitz.words.errors import KibitzError, Stopped

_log = logging.getLogger("kibitz.web")

_RECORD = 60_000


class Connection:
    """Handles what one client asks, in order; slow questions are answered when their answers are there."""

    def __init__(
        self, socket: WebSocket, settings: Settings, catalogue: Catalogue, rooms: Rooms, workers: Workers
    ) -> None:
        self._socket = socket
        self._settings = settings
        self._catalogue = catalogue
        self._rooms = rooms
        self._workers = workers
        self._room: Room | None = None
        self._bucket = Bucket(settings.rate, settings.burst)
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._unread = 0
        self._writer: asyncio.Task[None] | None = None
        #: The slow question of each kind that is being thought about, and its number.
        self._slow: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._handlers: dict[str, Callable[[Fields], Awaitable[dict[str, Any]]]] = {
            "new": self._new,
            "join": self._join,
            "load": self._load,
            "play": self._play,
            "undo": lambda asked: self._change(asked, Room.undo),
            "redo": lambda asked: self._change(asked, Room.redo),
            "resign": lambda asked: self._change(asked, Room.resign),
            "look": self._look,
            "record": self._record,
            "picture": self._picture,
        }
        self._slow_handlers: dict[str, Callable[[Fields], Awaitable[dict[str, Any]]]] = {
            "hint": self._hint,
            "why": self._why,
            "values": self._values,
            "review": self._review,
        }

    async def run(self) -> None:
        """Until the client leaves or has to go."""
        writer = self._writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave_room()
            tasks = [writer, reader, *(task for _, task in self._slow.values())]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):  # KeyError: bytes instead of text
                return
            if len(text) > self._settings.most_bytes:
                await self._socket.close(1009, "the message is too long")
                return
            if not self._bucket.take():
                await self._socket.close(1008, "too many messages at once")
                return
            await self._handle(text)

    async def _write(self) -> None:
        while True:
            text = await self._out.get()
            try:
                await self._socket.send_text(text)
                self._unread -= len(text)
            except (WebSocketDisconnect, RuntimeError):
                return

    def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._unread += len(text)
        if self._unread <= self._settings.most_unread:
            self._out.put_nowait(text)
        elif self._writer is not None:
            # It does not read; it can come back and get the whole state.
            self._writer.cancel()

    async def _handle(self, text: str) -> None:
        number: int | None = None
        try:
            asked = Fields.read(text)
            number = asked.number("id")
            kind = asked.text("do", longest=20)
            if kind in self._slow_handlers:
                self._drop(kind)  # only the latest question of a kind matters
                work = self._answer(number, self._slow_handlers[kind], asked)
                self._slow[kind] = number, asyncio.create_task(work)
            elif kind in self._handlers:
                await self._answer(number, self._handlers[kind], asked)
            else:
                known = ", ".join([*self._handlers, *self._slow_handlers])
                raise BadRequest(f"do must be one of {known}")
        except KibitzError as error:
            self._refuse(number, error)

    async def _answer(
        self, number: int, handler: Callable[[Fields], Awaitable[dict[str, Any]]], asked: Fields
    ) -> None:
        try:
            self._send({"type": "reply", "id": number, **await handler(asked)})
        except KibitzError as error:
            self._refuse(number, error)
        except Exception:
            _log.exception("a message could not be answered")
            self._send(
                {
                    "type": "error",
                    "id": number,
                    "kind": "Trouble",
                    "message": "something went wrong in the server",
                }
            )

    def _drop(self, kind: str) -> None:
        """Stop thinking about a slow question, and say so."""
        number, task = self._slow.pop(kind, (0, None))
        if task is not None and task.cancel():
            self._refuse(number, Stopped("a newer question took the place of this one"))

    def _refuse(self, number: int | None, error: KibitzError) -> None:
        self._send({"type": "error", "id": number, "kind": type(error).__name__, "message": str(error)})

    # The room

    def _enter(self, room: Room) -> dict[str, Any]:
        self._leave_room()
        for kind in tuple(self._slow):
            self._drop(kind)
        self._room = room
        room.join(self._send)
        return {"game": room.name}

    def _leave_room(self) -> None:
        if self._room is not None:
            self._room.leave(self._send)
            self._room = None

    def _here(self) -> Room:
        if self._room is None:
            raise BadRequest("join a game or start a new one first")
        return self._room

    # What can be asked

    async def _new(self, asked: Fields) -> dict[str, Any]:
        spec, options = asked.text("rules", longest=500), asked.options("options")
        game = await self._workers.quick(lambda: self._catalogue.load(spec, options))
        first = self._catalogue.seat(asked.text("first", "person"), game)
        second = self._catalogue.seat(asked.text("second", "person"), game)
        room = await self._rooms.new(
            game,
            (first, second),
            asked.optional_number("seed", high=10**18),
            asked.optional_text("position", longest=4000),
            asked.seconds("pace", 0.7, most=10),
            asked.optional_clock("clock"),
        )
        return self._enter(room)

    async def _join(self, asked: Fields) -> dict[str, Any]:
        return self._enter(
            await self._rooms.open(asked.text("game", longest=80), asked.flag("accept_changed"))
        )

    async def _load(self, asked: Fields) -> dict[str, Any]:
        text, accepted = asked.text("record", longest=_RECORD), asked.flag("accept_changed")
        return self._enter(await self._rooms.load(text, accepted))

    async def _play(self, asked: Fields) -> dict[str, Any]:
        await self._here().play(asked.text("move"), asked.optional_number("seq"))
        return {}

    async def _change(
        self, asked: Fields, change: Callable[[Room, int | None], Awaitable[None]]
    ) -> dict[str, Any]:
        await change(self._here(), asked.optional_number("seq"))
        return {}

    async def _look(self, asked: Fields) -> dict[str, Any]:
        session = self._here().session
        return {"view": view_json(session, asked.number("ply", high=len(session.moves)))}

    async def _record(self, asked: Fields) -> dict[str, Any]:
        return {"record": str(self._here().session.record())}

    async def _picture(self, asked: Fields) -> dict[str, Any]:
        session = self._here().session
        return {"svg": session.position.svg(session.last)}

    async def _hint(self, asked: Fields) -> dict[str, Any]:
        room = self._here()
        seq, found = room.seq, await self._workers.think(room.session.hint)
        return {"seq": seq, "hint": explanation_json(found)}

    async def _why(self, asked: Fields) -> dict[str, Any]:
        session, move = self._here().session, asked.text("move", "")
        return {"why": explanation_json(await self._workers.think(lambda: session.why(move)))}

    async def _values(self, asked: Fields) -> dict[str, Any]:
        session = self._here().session
        ply = asked.number("ply", len(session.moves), high=len(session.moves))
        position = session.positions[ply]
        found = await self._workers.think(lambda: session.analysis(position))
        return {"ply": ply, "values": analysis_json(found)}

    async def _review(self, asked: Fields) -> dict[str, Any]:
        room, number = self._here(), asked.number("id")
        seq, record, loop = room.seq, room.session.record(), asyncio.get_running_loop()

        def heard(done: int, total: int) -> None:
            progress = {"type": "progress", "id": number, "done": done, "total": total}
            loop.call_soon_threadsafe(self._send, progress)

        return {"seq": seq, "review": await self._workers.think(lambda: review_json(record, heard))}
