"""One browser tab: its messages in, its messages out.

`docs/web.md` describes the messages. Whatever a client sends, at worst its
own connection is closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from kibitz.base.errors import KibitzError, Stopped
from kibitz.service.client_limits import ClientLimits
from kibitz.service.errors import BadRequest, Forbidden, Trouble
from kibitz.service.fields import Fields
from kibitz.service.game_registry import PACE, GameRegistry
from kibitz.service.game_request import GameRequest
from kibitz.service.json_text import encode
from kibitz.service.puzzles import Puzzles
from kibitz.service.questions import Questions
from kibitz.service.rate_limit import Bucket
from kibitz.service.seating import Seating
from kibitz.service.settings import Settings
from kibitz.service.shared_game import SharedGame

_log = logging.getLogger("kibitz.web")

_RECORD, _COMMENT = 60_000, 600
#: What a client calls the seat of a person elsewhere, who will come by an invitation.
FRIEND = "friend"

#: What may have to wait for the disk or for a process.
_WAITING = ("new", "join", "load", "again")
#: What puts something on disk; those that begin a game are counted besides.
_WRITING = ("play", "undo", "redo", "resign", "draw", "claim", "sit", "try", "drop", "promote", "comment")
#: Seconds that something is held back for what comes next: a person's move for a computer's quick answer.
_TOGETHER = 0.01
#: Questions that may wait for their turn before no more are heard.
_MOST_QUEUED = 8

Json = dict[str, Any]
Handler = Callable[[Fields], Awaitable[Json]]


class Socket(Protocol):
    """What a connection needs of a WebSocket."""

    async def receive(self) -> str | None:
        """The next text; None when there is none any more, or something else."""

    def send_now(self, texts: list[str]) -> bool:
        """Send texts if that can be done without waiting; OSError when the other side has gone."""

    async def send(self, texts: list[str]) -> None:
        """Send texts; OSError when the other side has gone."""

    async def close(self, code: int, reason: str) -> None:
        """End it."""


class Connection:
    """Handles what one client asks, in order; slow questions are answered when their answers are there."""

    def __init__(
        self,
        socket: Socket,
        settings: Settings,
        rooms: GameRegistry,
        questions: Questions,
        training: Puzzles,
        limits: ClientLimits | None = None,
    ) -> None:
        self._socket = socket
        self._limits = limits or ClientLimits(settings)
        self._settings = settings
        self._rooms = rooms
        self._questions = questions
        self._training = training.for_client()
        self._room: SharedGame | None = None
        #: What it has to show for a seat in that room.
        self.key = ""
        self._bucket = Bucket(settings.rate, settings.burst)
        #: What waits to be sent, and whether somebody is at it.
        self._out: list[str] = []
        self._unread = 0
        self._writing = False
        self._later: asyncio.Handle | None = None
        self._gone = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        #: What is asked is answered in order.
        self._turns = asyncio.Lock()
        self._queued = 0
        #: The slow question of each kind that is being thought about, and its number.
        self._slow: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._handlers: dict[str, Handler] = {
            "new": self._new,
            "join": self._join,
            "load": self._load,
            "again": self._again,
            "sit": self._sit,
            "play": self._play,
            "undo": lambda asked: self._change(asked, SharedGame.undo),
            "redo": lambda asked: self._change(asked, SharedGame.redo),
            "resign": lambda asked: self._change(asked, SharedGame.resign),
            "draw": lambda asked: self._change(asked, SharedGame.draw),
            "claim": lambda asked: self._change(asked, SharedGame.claim),
            "pause": self._pause,
            "look": self._look,
            "line": self._line,
            "try": self._try,
            "drop": lambda asked: self._here().beside("drop", asked.at()),
            "promote": lambda asked: self._here().beside("promote", asked.at()),
            "comment": self._comment,
            "record": self._record,
            "picture": self._picture,
        }
        self._slow_handlers: dict[str, Handler] = {
            "hint": self._hint,
            "why": self._why,
            "teach": self._teach,
            "values": self._values,
            "choices": self._choices,
            "review": self._review,
            "compare": self._compare,
            "training": lambda asked: self._training.progress(),
            "mistakes": lambda asked: self._training.search_mistakes(self._heard(asked.number("id"))),
            "puzzle": lambda asked: self._training.puzzle(asked),
            "answer": lambda asked: self._training.answer(asked.text("move")),
            "reveal": lambda asked: self._training.reveal(),
        }

    async def run(self) -> None:
        """Until the client leaves or has to go."""
        reader = asyncio.create_task(self._read())
        gone = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait((reader, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave_room()
            if self._later is not None:
                self._later.cancel()
            tasks = [reader, gone, *self._tasks, *(task for _, task in self._slow.values())]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            # They hold this connection; without them it is freed at once, not when rubbish is looked for.
            self._handlers.clear()
            self._slow_handlers.clear()

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
            await self._limits.turn()
            await self._handle(text)

    # What goes out

    def hear(self, text: str, *, more: bool = False) -> None:
        """Send a text when those before it are sent; with more to come in a moment, together with that."""
        if not self._add(text):
            return
        if not more:
            self._write_soon()
        elif self._later is None and not self._writing:
            self._later = asyncio.get_running_loop().call_later(_TOGETHER, self._write_now)

    def _send(self, message: Json) -> None:
        """Send a message; if something is held back, with that."""
        if self._add(encode(message)) and self._later is None:
            self._write_soon()

    def _add(self, text: str) -> bool:
        """Whether it will be sent."""
        self._unread += len(text)
        if self._unread > self._settings.most_unread:
            self._gone.set()  # it does not read; it can come back and get the whole state
            return False
        self._out.append(text)
        return True

    def _write_soon(self) -> None:
        """Write with whatever else is said at the same time."""
        if self._later is not None:
            self._later.cancel()
        if not self._writing:
            self._later = asyncio.get_running_loop().call_soon(self._write_now)

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

    def _refuse(self, number: int | None, error: KibitzError) -> None:
        self._send({"type": "error", "id": number, "kind": type(error).__name__, "message": str(error)})

    # What comes in

    async def _handle(self, text: str) -> None:
        number: int | None = None
        try:
            asked = Fields.read(text)
            number = asked.number("id")
            kind = asked.text("do", longest=20)
            if kind in _WRITING:
                self._limits.write()
            if kind in self._slow_handlers:
                self._drop(kind)  # only the latest question of a kind matters
                work = self._answer(number, self._slow_handlers[kind], asked)
                self._slow[kind] = number, asyncio.create_task(work)
            elif kind in self._handlers and kind not in _WAITING and self._is_quick():
                await self._answer(number, self._handlers[kind], asked)
            elif kind in self._handlers:
                # Meanwhile we hear whether it still is there, and a little of what it asks besides.
                task = self._begin(self._in_turn(number, self._handlers[kind], asked))
                task.add_done_callback(self._turn_ended)
                self._queued += 1
                if self._queued >= _MOST_QUEUED:
                    await asyncio.wait([task])
            else:
                known = ", ".join([*self._handlers, *self._slow_handlers])
                raise BadRequest(f"do must be one of {known}")
        except KibitzError as error:
            self._refuse(number, error)

    def _is_quick(self) -> bool:
        """Whether what is asked now is answered without waiting for anything."""
        return self._room is not None and self._room.place.is_here and not self._queued

    async def _in_turn(self, number: int, handler: Handler, asked: Fields) -> None:
        async with self._turns:
            await self._answer(number, handler, asked)

    def _turn_ended(self, task: asyncio.Task[None]) -> None:
        self._queued -= 1

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer(self, number: int, handler: Handler, asked: Fields) -> None:
        try:
            self._send({"type": "reply", "id": number, **await handler(asked)})
        except KibitzError as error:
            self._refuse(number, error)
        except Exception:
            _log.exception("a message could not be answered")
            self._refuse(number, Trouble("something went wrong in the server"))

    def _drop(self, kind: str) -> None:
        """Stop thinking about a slow question, and say so."""
        number, task = self._slow.pop(kind, (0, None))
        if task is not None and task.cancel():
            self._refuse(number, Stopped("a newer question took the place of this one"))

    # The room

    async def _enter(self, room: SharedGame, key: str = "") -> Json:
        self._leave_room()
        for kind in tuple(self._slow):
            self._drop(kind)
        self._room, self.key = room, key
        return await room.join(self)

    def _leave_room(self) -> None:
        if self._room is not None:
            self._room.leave(self)
            self._room = None

    def _here(self) -> SharedGame:
        if self._room is None:
            raise BadRequest("join a game or start a new one first")
        return self._room

    async def _new(self, asked: Fields) -> Json:
        first, second = asked.text("first", "person"), asked.text("second", "person")
        clock = asked.optional_clock("clock")
        wish = GameRequest(
            rules=asked.text("rules", longest=500),
            options=asked.options("options"),
            first="person" if first == FRIEND else first,
            second="person" if second == FRIEND else second,
            seed=asked.optional_number("seed", high=10**18),
            position=asked.optional_text("position", longest=4000),
            clock=None if clock is None else str(clock),
            analysis=asked.flag("analysis"),
        )
        if FRIEND in (first, second):
            return await self._invite(wish, "second" if second == FRIEND else "first")
        return await self._enter(await self._rooms.new(wish, pace=asked.seconds("pace", PACE, most=10)))

    async def _invite(self, wish: GameRequest, side: str) -> Json:
        """A game with somebody who is not here yet: one seat is ours, the other is kept free."""
        seating = Seating()
        key, invitation = seating.lock("first" if side == "second" else "second"), seating.invite(side)
        room = await self._rooms.new(wish.with_seats(seating.text()), seating)
        return {**await self._enter(room, key), "key": key, "invitation": invitation}

    async def _join(self, asked: Fields) -> Json:
        key = asked.text("key", "")
        name, accepted = asked.text("game", longest=80), asked.flag("accept_changed")
        take_over = asked.flag("take_over")
        if take_over and not self._settings.is_local:
            raise Forbidden(
                "only a server that this machine alone can reach lets its clients take games over"
            )
        return await self._enter(await self._rooms.open(name, accepted, take_over), key)

    async def _sit(self, asked: Fields) -> Json:
        return await self._here().sit(self, asked.text("invitation"))

    async def _load(self, asked: Fields) -> Json:
        wish = GameRequest(
            record=asked.text("record", longest=_RECORD),
            analysis=asked.flag("analysis"),
            accept_changed=asked.flag("accept_changed"),
        )
        return await self._enter(await self._rooms.new(wish))

    async def _again(self, asked: Fields) -> Json:
        """Another game of the same people, with sides changed."""
        room = self._here()
        if not room.wants_again(self):
            return {}
        await self._rooms.again(room)
        return {}

    async def _play(self, asked: Fields) -> Json:
        await self._here().play(self, asked.text("move"), asked.optional_number("seq"))
        return {}

    async def _change(
        self, asked: Fields, change: Callable[[SharedGame, Connection, int | None], Awaitable[None]]
    ) -> Json:
        await change(self._here(), self, asked.optional_number("seq"))
        return {}

    async def _pause(self, asked: Fields) -> Json:
        pace = asked.optional_seconds("pace", most=10)
        self._here().pause(asked.flag("paused"), pace)
        return {}

    # Looking around

    async def _look(self, asked: Fields) -> Json:
        return await self._here().place.do("look", asked.at())

    async def _line(self, asked: Fields) -> Json:
        self._here().refuse_advice()
        return await self._here().place.do("line", asked.at(), asked.texts("moves", most=16, longest=40))

    async def _try(self, asked: Fields) -> Json:
        return await self._here().beside("try_move", asked.at(), asked.text("move"))

    async def _comment(self, asked: Fields) -> Json:
        return await self._here().beside("comment", asked.at(), asked.text("text", longest=_COMMENT))

    async def _record(self, asked: Fields) -> Json:
        return await self._here().place.do("record")

    async def _picture(self, asked: Fields) -> Json:
        return await self._here().place.do("picture", asked.at())

    # Advice

    async def _advise(self, what: str, *arguments: Any) -> Json:
        room = self._here()
        room.refuse_advice()
        seq = room.seq
        return {"seq": seq, **await room.place.think(what, *arguments)}

    async def _hint(self, asked: Fields) -> Json:
        return await self._advise("hint", asked.at())

    async def _why(self, asked: Fields) -> Json:
        return await self._advise("why", asked.at(), asked.text("move", ""))

    async def _teach(self, asked: Fields) -> Json:
        return await self._advise("teach", asked.at(), asked.text("move"))

    async def _values(self, asked: Fields) -> Json:
        return await self._advise("values", asked.at())

    async def _choices(self, asked: Fields) -> Json:
        players = asked.texts("players", most=4)
        if self._here().place.is_here and any(map(self._questions.catalogue.is_foreign_player, players)):
            raise BadRequest("a player that is not ours can be asked in its own games only")
        return await self._advise("choices", asked.at(), players)

    async def _review(self, asked: Fields) -> Json:
        room = self._here()
        room.refuse_advice()
        seq = room.seq
        return {"seq": seq, **await room.place.think("review", heard=self._heard(asked.number("id")))}

    async def _compare(self, asked: Fields) -> Json:
        depth = asked.number("depth", 4, low=1, high=12)
        heard = self._heard(asked.number("id"))
        rows = await self._questions.compare(asked, asked.texts("players"), depth, heard)
        return {"rows": rows}

    def _heard(self, number: int) -> Callable[..., object]:
        """What hears how far something is, from any thread."""
        loop = asyncio.get_running_loop()

        def heard(done: int, total: int) -> None:
            progress = {"type": "progress", "id": number, "done": done, "total": total}
            loop.call_soon_threadsafe(self._send, progress)

        return heard
