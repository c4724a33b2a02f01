"""A game shared by clients."""

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

#: Seconds after which a game without clients may be opened elsewhere.
_BACK_BY = 3.0


class SharedGame:
    """A game with a sequence number for every change, and clients that are notified of each.

    Changes are serialised. Computers and dice act, and the clock runs, only while a client is present; with
    locked seats, only while all players are.
    """

    def __init__(
        self, name: str, host: GameHost, snapshot: Snapshot, seating: Seating, pace: float = 0.0
    ) -> None:
        self.name = name
        self.host = host
        self.seating = seating
        #: Begins with the number of moves, so that a state known from before the game was unloaded is not
        #: refused.
        self.seq = snapshot["ply"]
        #: The client that opened it.
        self.address = CLIENT.get()
        #: Time of the last use.
        self.used = time.monotonic()
        #: The error of its first save, sent to all who join; and the callback when all have left.
        self.trouble: str | None = None
        self.on_left: Callable[[], object] | None = None
        self._pace = pace
        self._paused = False
        self._lock = asyncio.Lock()
        self._clients: dict[Client, None] = {}
        self._driving: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking = Cancel()
        #: Timer for the end of a side's time, if the clock runs.
        self._flag: asyncio.TimerHandle | None = None
        #: Side to act, whether it is over, side to move, and clock, as last sent.
        self._waits: Waits = snapshot["waits"]
        self._over = snapshot["outcome"] is not None
        self._turn = snapshot["view"]["turn"]
        self._clock: ClockReading | None = snapshot["clock"]
        seats = zip(("first", "second"), snapshot["seats"], strict=True)
        self._people = [side for side, spec in seats if spec == "person"]
        #: Pending offers by kind; executed when all players agree.
        self._offers: dict[Wanted, set[str]] = {}

    @property
    def is_watched(self) -> bool:
        """Return whether clients are present."""
        return bool(self._clients)

    # Joining and leaving

    async def join(self, client: Client) -> Entered:
        """Send a client the state, and all later changes."""
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
        self._send_people()
        self._go_on()
        return {"game": self.name, "you": self.sides_of(client)}

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self.used = time.monotonic()
        self._clients.pop(client, None)
        if not self._clients:
            self._thinking.now()  # computers need not search
            # A client that only reloads the page is back by then.
            asyncio.get_running_loop().call_later(_BACK_BY, self._let_go)
        if self._clock is not None:
            self._begin(self._run_clock())
        self._send_people()

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

    def _send_people(self) -> None:
        if self.seating.is_bound:
            self.notify({"type": "people", "people": self._people_here()})

    def _all_present(self) -> bool:
        """Return whether all players are present."""
        if not self._clients or not self.seating.is_bound:
            return bool(self._clients)
        return self._here() >= set(self._people)

    async def sit(self, client: Client, invitation: str) -> Seated:
        """Give a friend the reserved seat."""
        side, client.key = self.seating.accept(invitation)
        await self.host.ask(SetTag(SEATS, self.seating.text()))
        await self._run_clock()
        self._send_people()
        return {"key": client.key, "you": [side]}

    # Commands

    async def change(self, client: Client, command: ChangeCommand) -> None:
        """Execute a command that changes the game, or register it as an offer."""
        requested: AnyChange = command
        if not isinstance(command, Play) and self.seating.is_bound:
            if command.offer is not None:
                if not self.agree(command.offer, client):
                    return
                requested = AgreeOnDraw(command.seq) if isinstance(command, OfferDraw) else command
            elif self._turn not in self.sides_of(client):
                raise Forbidden(command.refusal)
        # Once started, a change is completed and sent, even if the client leaves meanwhile.
        if self.host.is_here:
            await self._change(client, command.name, requested)
        else:
            await asyncio.shield(self._begin(self._change(client, command.name, requested)))

    async def _change(self, client: Client, kind: str, command: AnyChange) -> None:
        if not isinstance(command, Play):
            self._refuse_if_stale(command.seq)
            self._thinking.now()  # cancel the computer's search; it restarts if it is still its turn
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
                await self._send_end()
                raise
            self._publish(kind, news)
        self._go_on()

    def agree(self, what: Wanted, client: Client) -> bool:
        """Register an offer; return whether all players agree, otherwise notify the others."""
        if not self.seating.is_bound:
            return True
        self._refuse_unless_seated(client)
        requested = self._offers.setdefault(what, set())
        requested |= set(self.sides_of(client))
        if requested >= set(self._people):
            del self._offers[what]
            return True
        self.notify({"type": "offer", "what": what, "by": sorted(requested)})
        return False

    def move_to(self, name: str, keys: dict[str, str]) -> None:
        """Notify everybody of the rematch, and of their sides there."""
        for client in tuple(self._clients):
            sides = self.sides_of(client)
            key = keys["second" if sides == ["first"] else "first"] if len(sides) == 1 else ""
            client.send(encode({"type": "moved", "game": name, "key": key}))

    def pause(self, command: Pause) -> None:
        """Pause or resume computers that play each other, or set their pace."""
        if self._people:
            raise BadRequest("only a game of two computers can be paused")
        self._paused = command.paused
        self._pace = self._pace if command.pace is None else command.pace
        self.notify({"type": "pace", "paused": self._paused, "pace": self._pace})
        self._go_on()

    def refuse_advice(self) -> None:
        """Refuse advice while people play each other."""
        if self.seating.is_bound and not self._over:
            raise Forbidden("people play each other here, so advice comes when the game is over")

    def _refuse_unless_seated(self, client: Client) -> None:
        if not self.sides_of(client):
            raise Forbidden("you are watching; only players can do that")

    def _refuse_if_stale(self, seq: int | None) -> None:
        if seq is not None and seq != self.seq:
            raise BadRequest("the game has changed in the meantime")

    # Automatic actions

    async def _run_clock(self) -> None:
        """Start or stop the clock, and set the timer for the end of the time."""
        if self._clock is not None:
            runs = self._all_present() and not self._over
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

    async def _send_end(self) -> None:
        """Send the end of a game by time, unless it was sent already."""
        if not self._over:
            self._publish("time", await self.host.change(CheckFlag()))

    def _go_on(self) -> None:
        """Start dice and computers, if it is their turn."""
        if self._waits in ("computer", "dice") and (self._driving is None or self._driving.done()):
            self._driving = self._begin(self._drive())

    async def _drive(self) -> None:
        """Run dice and computers until it is a person's turn."""
        try:
            while await self._step():
                if not self._people and self._pace:
                    await asyncio.sleep(self._pace)
        except GameOver:
            pass  # its time is up, which has been sent
        except KibitzError as error:
            self.notify({"type": "trouble", "message": str(error)})
        except Exception:
            _log.exception("%s: a computer's move failed", self.name)
            message = "the computer could not move; take back a move or start a new game"
            self.notify({"type": "trouble", "message": message})

    async def _step(self) -> bool:
        """Run one of them; return whether to continue."""
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
                return True  # the search was cancelled, and it may still be a computer's turn
            except GameOver:
                await self._send_end()
                raise
            self._publish("roll" if news["moves"][-1][1] == "chance" else "move", news)
            return self._waits in ("computer", "dice")

    # Sending

    def _publish(self, kind: str, news: News) -> None:
        self.seq += 1
        self._over = news["outcome"] is not None
        self._waits, self._clock, self._turn = news["waits"], news["clock"], news["view"]["turn"]
        self._offers.clear()
        if self._clock is not None:
            if not self._all_present():
                self._begin(self._run_clock())
            self._wind()
        self.used = time.monotonic()
        event: Happening = {"kind": kind}
        if kind in ("move", "roll"):
            event["move"], event["side"] = news["moves"][-1]
        change: Change = {"type": "change", "seq": self.seq, "game": self.name, "event": event, **news}
        self.notify(change, more=bool(self._people) and self._waits in ("computer", "dice"))

    def notify(self, event: Event, *, more: bool = False) -> None:
        """Send an event to everybody; `more` announces another one within a moment."""
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
            task.exception()  # its client was notified, or has left

    def close(self) -> None:
        """Start no more actions."""
        self._clients.clear()
        self._thinking.now()
        if self._flag is not None:
            self._flag.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        self.host.close()
