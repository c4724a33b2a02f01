"""One game and all clients that are in it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from kibitz.base.cancel import Cancel
from kibitz.base.errors import GameOver, KibitzError, Stopped
from kibitz.service.client import Client
from kibitz.service.client_address import CLIENT
from kibitz.service.codec import encode
from kibitz.service.commands import (
    Act,
    AgreeOnDraw,
    AnyChange,
    ChangeCommand,
    CheckFlag,
    OfferDraw,
    Pause,
    Play,
    RollDice,
    RunClock,
    SetTag,
    TakeSnapshot,
    TellNews,
)
from kibitz.service.errors import BadRequest, Forbidden
from kibitz.service.game_host import GameHost
from kibitz.service.game_session import SEATS
from kibitz.service.replies import (
    Change,
    ClockReading,
    Entered,
    Event,
    Happening,
    News,
    People,
    Seated,
    Snapshot,
    State,
    Waits,
    Wanted,
)
from kibitz.service.seating import Seating

_log = logging.getLogger("kibitz.service")

#: Seconds after which a game that everybody has left may be opened elsewhere.
_BACK_BY = 3.0


class SharedGame:
    """A game with a sequence number for every change, and clients who hear of each.

    One thing happens at a time. Computers and dice act, and the clock runs,
    only while somebody is there; where people hold seats, only while all of them are.
    """

    def __init__(
        self, name: str, host: GameHost, snapshot: Snapshot, seating: Seating, pace: float = 0.0
    ) -> None:
        self.name = name
        self.host = host
        self.seating = seating
        self.seq = 0
        #: Who brought it into memory.
        self.address = CLIENT.get()
        #: When it was last of use to somebody.
        self.used = time.monotonic()
        #: What went wrong when it was saved first, told to all who come; and what to do when all have left.
        self.trouble: str | None = None
        self.on_left: Callable[[], object] | None = None
        self._pace = pace
        self._paused = False
        self._lock = asyncio.Lock()
        self._clients: dict[Client, None] = {}
        self._driving: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking = Cancel()
        #: When somebody's time will be up, if the clock runs.
        self._flag: asyncio.TimerHandle | None = None
        #: Who is to act, whether it is over, whose turn it is, and the clock, as they were told last.
        self._waits: Waits = snapshot["waits"]
        self._over = snapshot["outcome"] is not None
        self._turn = snapshot["view"]["turn"]
        self._clock: ClockReading | None = snapshot["clock"]
        seats = zip(("first", "second"), snapshot["seats"], strict=True)
        self._people = [side for side, spec in seats if spec == "person"]
        #: What the people with seats want, by what it is; done when all of them want it.
        self._wanted: dict[Wanted, set[str]] = {}

    @property
    def is_watched(self) -> bool:
        """Whether anybody is there."""
        return bool(self._clients)

    # Coming and going.

    async def join(self, client: Client) -> Entered:
        """Tell a client the state now, and of every change from now on."""
        self.used = time.monotonic()
        snapshot = await self.host.ask(TakeSnapshot())
        self._clients[client] = None
        await self._run_clock()
        state: State = {
            "type": "state",
            "seq": self.seq,
            "game": self.name,
            "event": {"kind": "joined"},
            "pace": self._pace,
            "paused": self._paused,
            "people": self._people_here(),
            **snapshot,  # type: ignore[typeddict-item]
            "clock": self._clock,
        }
        client.send(encode(state))
        if self.trouble:
            client.send(encode({"type": "trouble", "message": self.trouble}))
        self._tell_people()
        self._go_on()
        return {"game": self.name, "you": self.sides_of(client)}

    def leave(self, client: Client) -> None:
        """Tell it nothing more."""
        self.used = time.monotonic()
        self._clients.pop(client, None)
        if not self._clients:
            self._thinking.now()  # computers need not think
            # A client that only loads the page again is back by then.
            asyncio.get_running_loop().call_later(_BACK_BY, self._let_go)
        if self._clock is not None:
            self._begin(self._run_clock())
        self._tell_people()

    def _let_go(self) -> None:
        if not self._clients and self.on_left is not None:
            self.on_left()

    def sides_of(self, client: Client) -> list[str]:
        """Return the sides that a client may move."""
        return [side for side in self.seating.sides_of(client.key) if side in self._people]

    def _here(self) -> set[str]:
        return {side for client in self._clients for side in self.sides_of(client)}

    def _people_here(self) -> People:
        here = self._here()
        return {
            "bound": self.seating.is_bound,
            "free": self.seating.free,
            "here": [side in here for side in ("first", "second")],
            "watching": sum(not self.sides_of(client) for client in self._clients),
        }

    def _tell_people(self) -> None:
        if self.seating.is_bound:
            self.tell({"type": "people", "people": self._people_here()})

    def _all_there(self) -> bool:
        """Whether nobody is waited for."""
        if not self._clients or not self.seating.is_bound:
            return bool(self._clients)
        return self._here() >= set(self._people)

    async def sit(self, client: Client, invitation: str) -> Seated:
        """Give a friend the seat that was kept free."""
        side, client.key = self.seating.accept(invitation)
        await self.host.ask(SetTag(SEATS, self.seating.text()))
        await self._run_clock()
        self._tell_people()
        return {"key": client.key, "you": [side]}

    # What people do.

    async def change(self, client: Client, command: ChangeCommand) -> None:
        """Execute a command that changes the game, or note that one of the people wants it."""
        wanted: AnyChange = command
        if not isinstance(command, Play) and self.seating.is_bound:
            if command.offer is not None:
                if not self.all_want(command.offer, client):
                    return
                wanted = AgreeOnDraw(command.seq) if isinstance(command, OfferDraw) else command
            elif self._turn not in self.sides_of(client):
                raise Forbidden(command.refusal)
        # Once begun, a change is made and told, even if the client leaves meanwhile.
        if self.host.is_here:
            await self._change(client, command.name, wanted)
        else:
            await asyncio.shield(self._begin(self._change(client, command.name, wanted)))

    async def _change(self, client: Client, kind: str, command: AnyChange) -> None:
        if not isinstance(command, Play):
            self._refuse_if_stale(command.seq)
            self._thinking.now()  # a computer thinks in vain now; it begins again if it is still its turn
        async with self._lock:
            self._refuse_if_stale(command.seq)
            if isinstance(command, Play):
                kind = "move"
                if self.seating.is_bound and not self._over:
                    self._refuse_unless_seated(client)
                    if self._turn not in self.sides_of(client):
                        raise Forbidden("it is not your turn")
            try:
                news = await self.host.change(command)
            except GameOver:
                await self._tell_end()
                raise
            self._publish(kind, news)
        self._go_on()

    def all_want(self, what: Wanted, client: Client) -> bool:
        """Whether all who play want something; if not yet, the others are asked."""
        if not self.seating.is_bound:
            return True
        self._refuse_unless_seated(client)
        wanted = self._wanted.setdefault(what, set())
        wanted |= set(self.sides_of(client))
        if wanted >= set(self._people):
            del self._wanted[what]
            return True
        self.tell({"type": "offer", "what": what, "by": sorted(wanted)})
        return False

    def move_to(self, name: str, keys: dict[str, str]) -> None:
        """Tell all where the next game of the same people is, and who plays which side there."""
        for client in tuple(self._clients):
            sides = self.sides_of(client)
            key = keys["second" if sides == ["first"] else "first"] if len(sides) == 1 else ""
            client.send(encode({"type": "moved", "game": name, "key": key}))

    def pause(self, command: Pause) -> None:
        """Let computers that play each other wait, or go on at some pace."""
        if self._people:
            raise BadRequest("only a game of two computers can be paused")
        self._paused = command.paused
        self._pace = self._pace if command.pace is None else command.pace
        self.tell({"type": "pace", "paused": self._paused, "pace": self._pace})
        self._go_on()

    def refuse_advice(self) -> None:
        """Refuse advice where people play each other."""
        if self.seating.is_bound and not self._over:
            raise Forbidden("people play each other here, so advice comes when the game is over")

    def _refuse_unless_seated(self, client: Client) -> None:
        if not self.sides_of(client):
            raise Forbidden("you are watching; only those who sit at the board can do that")

    def _refuse_if_stale(self, seq: int | None) -> None:
        if seq is not None and seq != self.seq:
            raise BadRequest("the game has moved on in the meantime")

    # What happens by itself.

    async def _run_clock(self) -> None:
        """Let the clock run or stand, and look again when the time of the side to move will be up."""
        if self._clock is not None:
            runs = self._all_there() and not self._over
            self._clock = (await self.host.ask(RunClock(runs)))["clock"]
        self._wind()

    def _wind(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self._clock
        if clock is not None and clock["running"] is not None:
            left = clock["left"][0 if clock["running"] == "first" else 1]
            self._flag = asyncio.get_running_loop().call_later(left + 0.02, self._look_at_flag)

    def _look_at_flag(self) -> None:
        async def look() -> None:
            async with self._lock:
                if not self._over:
                    news = await self.host.change(CheckFlag())
                    if news["outcome"] is not None:
                        self._publish("time", news)
                    else:
                        self._clock = news["clock"]
                        self._wind()

        self._begin(look())

    async def _tell_end(self) -> None:
        """Somebody could not act because time ran out: if nobody knew that, everybody hears of it."""
        if not self._over:
            self._publish("time", await self.host.change(CheckFlag()))

    def _go_on(self) -> None:
        """Let dice and computers act, if it is their turn."""
        if self._waits in ("computer", "dice") and (self._driving is None or self._driving.done()):
            self._driving = self._begin(self._drive())

    async def _drive(self) -> None:
        """Let dice and computers act until it is a person's turn."""
        try:
            while await self._step():
                if not self._people and self._pace:
                    await asyncio.sleep(self._pace)
        except GameOver:
            pass  # its time ran out, which has been told
        except KibitzError as error:
            self.tell({"type": "trouble", "message": str(error)})
        except Exception:
            _log.exception("%s: a computer's move failed", self.name)
            self.tell({"type": "trouble", "message": "the computer could not move; take back or start anew"})

    async def _step(self) -> bool:
        """Let one of them act; return whether to go on."""
        async with self._lock:
            if not self._clients or self._paused or self._waits not in ("computer", "dice"):
                return False
            cancel = self._thinking = Cancel()
            try:
                await self.host.ask(RollDice() if self._waits == "dice" else Act(), cancel)
                news = await self.host.change(TellNews())
            except Stopped:
                if not cancel.is_cancelled:
                    raise
                return True  # thinking was called off, and it may still be a computer's turn
            except GameOver:
                await self._tell_end()
                raise
            self._publish("roll" if news["moves"][-1][1] == "chance" else "move", news)
            return self._waits in ("computer", "dice")

    # Telling.

    def _publish(self, kind: str, news: News) -> None:
        self.seq += 1
        self._over = news["outcome"] is not None
        self._waits, self._clock, self._turn = news["waits"], news["clock"], news["view"]["turn"]
        self._wanted.clear()
        if self._clock is not None:
            if not self._all_there():
                self._begin(self._run_clock())
            self._wind()
        self.used = time.monotonic()
        event: Happening = {"kind": kind}
        if kind in ("move", "roll"):
            event["move"], event["side"] = news["moves"][-1]
        change: Change = {"type": "change", "seq": self.seq, "game": self.name, "event": event, **news}
        self.tell(change, more=bool(self._people) and self._waits in ("computer", "dice"))

    def tell(self, event: Event, *, more: bool = False) -> None:
        """Tell everybody who is there; `more` will be told in a moment."""
        text = encode(event)
        for client in tuple(self._clients):
            client.send(text, more=more)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the client that wanted it has heard of it, or has left

    def close(self) -> None:
        """Start nothing more."""
        self._clients.clear()
        self._thinking.now()
        if self._flag is not None:
            self._flag.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        self.host.close()
