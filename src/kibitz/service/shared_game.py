"""One game and everybody who looks at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from kibitz.base.cancel import Cancel
from kibitz.base.errors import GameOver, KibitzError, Stopped
from kibitz.service.client_address import CLIENT
from kibitz.service.errors import BadRequest, Forbidden
from kibitz.service.game_host import GameHost, Json
from kibitz.service.game_session import SEATS
from kibitz.service.json_text import encode
from kibitz.service.seating import Seating

_log = logging.getLogger("kibitz.web")

#: Seconds after which a game that everybody has left may be opened elsewhere.
_BACK_BY = 3.0


class Subscriber(Protocol):
    """Somebody in a room. Hears every message about the game, as text."""

    #: What it has to show for a seat.
    key: str

    def hear(self, text: str, *, more: bool = False) -> None:
        """Take a message; `more` says that another will come in a moment."""


class SharedGame:
    """A table with a sequence number for every change, and guests who hear of each.

    One thing happens at a time. Computers and dice act, and the clock runs,
    only while somebody is there; where people hold seats, only while all of them are.
    """

    def __init__(self, name: str, place: GameHost, whole: Json, seating: Seating, pace: float = 0.0) -> None:
        self.name = name
        self.place = place
        self.seating = seating
        self.seq = 0
        #: Who brought it into memory.
        self.client = CLIENT.get()
        #: When it was last of use to somebody.
        self.used = time.monotonic()
        #: What went wrong when it was saved first, told to whoever comes; and what to do when all have left.
        self.trouble: str | None = None
        self.on_left: Callable[[], object] | None = None
        self._pace = pace
        self._paused = False
        self.lock = asyncio.Lock()
        self._guests: dict[Subscriber, None] = {}
        self._driving: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking = Cancel()
        #: When somebody's time will be up, if the clock runs.
        self._flag: asyncio.TimerHandle | None = None
        #: Who is to act, how it ended, and the clock, as it was told last.
        self._waits: str = whole["waits"]
        self._over = whole["outcome"] is not None
        self._turn_of: str | None = whole["view"]["turn"]
        self._clock: Json | None = whole["clock"]
        self._people = [
            side for side, spec in zip(("first", "second"), whole["seats"], strict=True) if spec == "person"
        ]
        #: What somebody with a seat has asked the other for, by what it is.
        self._offers: dict[str, set[str]] = {}

    @property
    def is_watched(self) -> bool:
        """Whether anybody is there."""
        return bool(self._guests)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    # Coming and going.

    async def join(self, guest: Subscriber) -> Json:
        """Tell a guest the state now, and of every change from now on."""
        self.used = time.monotonic()
        whole = await self.place.do("whole")
        self._guests[guest] = None
        await self._run_clock()
        whole["clock"] = self._clock
        guest.hear(encode(self._state(whole)))
        if self.trouble:
            guest.hear(encode({"type": "trouble", "message": self.trouble}))
        self._tell_people()
        self._go_on()
        return {"game": self.name, "you": self.sides_of(guest)}

    def leave(self, guest: Subscriber) -> None:
        """Tell it nothing more."""
        self.used = time.monotonic()
        self._guests.pop(guest, None)
        if not self._guests:
            self._thinking.now()  # computers need not think
            # Whoever only loads the page again is back by then.
            asyncio.get_running_loop().call_later(_BACK_BY, self._let_go)
        if self._clock is not None:
            self._begin(self._run_clock())
        self._tell_people()

    def _let_go(self) -> None:
        if not self._guests and self.on_left is not None:
            self.on_left()

    def sides_of(self, guest: Subscriber) -> list[str]:
        """The sides that a guest may move."""
        return [side for side in self.seating.sides_of(guest.key) if side in self._people]

    def _state(self, whole: Json) -> Json:
        return {
            "type": "state",
            "seq": self.seq,
            "game": self.name,
            "event": {"kind": "joined"},
            "pace": self._pace,
            "paused": self._paused,
            "people": self._people_json(),
            **whole,
        }

    def _people_json(self) -> Json:
        """Who plays by key and is there, and how many watch."""
        here = {side for guest in self._guests for side in self.sides_of(guest)}
        watching = sum(not self.sides_of(guest) for guest in self._guests)
        return {
            "bound": self.seating.is_bound,
            "free": self.seating.free,
            "here": [side in here for side in ("first", "second")],
            "watching": watching,
        }

    def _tell_people(self) -> None:
        if self.seating.is_bound:
            self.tell({"type": "people", "people": self._people_json()})

    def _all_there(self) -> bool:
        """Whether nobody is waited for."""
        if not self._guests:
            return False
        if not self.seating.is_bound:
            return True
        here = {side for guest in self._guests for side in self.sides_of(guest)}
        return here >= set(self._people)

    # What people do.

    async def play(self, guest: Subscriber, text: str, seq: int | None) -> None:
        """A person's move, made when the game was at `seq`."""
        await self._see_through(self._play(guest, text, seq))

    async def _play(self, guest: Subscriber, text: str, seq: int | None) -> None:
        async with _Turn(self):
            self._refuse_if_stale(seq)
            if self.seating.is_bound and not self._over:
                self._refuse_unless_seated(guest)
                if self._turn_of not in self.sides_of(guest):
                    raise Forbidden("it is not your turn")
            self._publish("move", await self.place.do("play", text))
        self._go_on()

    async def undo(self, guest: Subscriber, seq: int | None) -> None:
        """Take back; where people hold seats, when both want it."""
        if not self.seating.is_bound or self._both_want("undo", guest):
            await self._see_through(self._change("undo", guest, seq))

    async def redo(self, guest: Subscriber, seq: int | None) -> None:
        """Play again what was taken back."""
        if not self.seating.is_bound or self._both_want("redo", guest):
            await self._see_through(self._change("redo", guest, seq))

    async def resign(self, guest: Subscriber, seq: int | None) -> None:
        """The person to move gives up."""
        if self.seating.is_bound and self._turn_of not in self.sides_of(guest):
            raise Forbidden("you can resign when it is your turn")
        await self._see_through(self._change("resign", guest, seq))

    async def claim(self, guest: Subscriber, seq: int | None) -> None:
        """The person to move claims a draw."""
        if self.seating.is_bound and self._turn_of not in self.sides_of(guest):
            raise Forbidden("you can claim a draw when it is your turn")
        await self._see_through(self._change("claim", guest, seq))

    async def draw(self, guest: Subscriber, seq: int | None) -> None:
        """Offer a draw to a computer; where people hold seats, it is one when both want it."""
        if not self.seating.is_bound:
            await self._see_through(self._change("draw", guest, seq))
        elif self._both_want("draw", guest):
            await self._see_through(self._change("agree", guest, seq))

    def wants_again(self, guest: Subscriber) -> bool:
        """Whether there is to be another game of the same people, now that this one wants it too."""
        return not self.seating.is_bound or self._both_want("again", guest)

    def move_to(self, name: str, keys: dict[str, str]) -> None:
        """There is another game of the same people: tell everybody where, and who plays which side there."""
        for guest in tuple(self._guests):
            sides = self.sides_of(guest)
            key = keys["second" if sides == ["first"] else "first"] if len(sides) == 1 else ""
            guest.hear(encode({"type": "moved", "game": name, "key": key}))

    def _both_want(self, what: str, guest: Subscriber) -> bool:
        """Whether everybody who plays wants something; if not yet, the others are asked."""
        self._refuse_unless_seated(guest)
        wanted = self._offers.setdefault(what, set())
        wanted |= set(self.sides_of(guest))
        if wanted >= set(self._people):
            del self._offers[what]
            return True
        self.tell({"type": "offer", "what": what, "by": sorted(wanted)})
        return False

    def _refuse_unless_seated(self, guest: Subscriber) -> None:
        if not self.sides_of(guest):
            raise Forbidden("you are watching; only those who sit at the board can do that")

    def refuse_advice(self) -> None:
        """Where people play each other, advice has to wait."""
        if self.seating.is_bound and not self._over:
            raise Forbidden("people play each other here, so advice comes when the game is over")

    async def beside(self, what: str, *arguments: Any) -> Json:
        """Change something beside the game, such as a variation; everybody sees it from now on."""
        self.refuse_advice()
        found = await self.place.do(what, *arguments)
        if "variations" in found:
            told = {name: found.pop(name) for name in ("variations", "comments")}
            self.tell({"type": "variations", **told})
        return found

    async def sit(self, guest: Subscriber, told: str) -> Json:
        """A friend takes the seat that was kept free."""
        side, guest.key = self.seating.accept(told)
        await self.place.do("mark", SEATS, self.seating.text())
        await self._run_clock()
        self._tell_people()
        return {"key": guest.key, "you": [side]}

    def pause(self, paused: bool, pace: float | None) -> None:
        """Let computers that play each other wait, or go on at some pace."""
        if self._people:
            raise BadRequest("only a game of two computers can be paused")
        self._paused = paused
        self._pace = self._pace if pace is None else pace
        self.tell({"type": "pace", "paused": self._paused, "pace": self._pace})
        self._go_on()

    async def _change(self, kind: str, guest: Subscriber, seq: int | None) -> None:
        self._refuse_if_stale(seq)
        self._thinking.now()  # a computer thinks in vain now; it begins again if it is still its turn
        async with _Turn(self):
            self._refuse_if_stale(seq)
            self._publish(kind, await self.place.do(kind))
        self._go_on()

    def _refuse_if_stale(self, seq: int | None) -> None:
        if seq is not None and seq != self.seq:
            raise BadRequest("the game has moved on in the meantime")

    async def _see_through(self, change: Coroutine[Any, Any, None]) -> None:
        """Once begun, a change is made and told, though whoever asked for it may leave meanwhile."""
        if self.place.is_here:
            await change
        else:
            await asyncio.shield(self._begin(change))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or has left

    # What happens by itself.

    async def _run_clock(self) -> None:
        """Let the clock run or stand, and look again when the time of whoever is to move will be up."""
        if self._clock is not None:
            self._clock = (await self.place.do("clock", self._all_there() and not self._over))["clock"]
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
            async with _Turn(self):
                if not self._over:
                    found = await self.place.do("flag")
                    if found["outcome"] is not None:
                        self._publish("time", found)
                    else:
                        self._clock = found["clock"]
                        self._wind()

        self._begin(look())

    def _go_on(self) -> None:
        """Let dice and computers act, if it is their turn."""
        if self._waits in ("computer", "dice") and (self._driving is None or self._driving.done()):
            self._driving = self._begin(self._drive())

    async def _drive(self) -> None:
        """Let dice and computers act until it is a person's turn."""
        try:
            while await self._step_or_stop():
                if not self._people and self._pace:
                    await asyncio.sleep(self._pace)
        except GameOver:
            pass  # its time ran out, which has been told
        except KibitzError as error:
            self.tell({"type": "trouble", "message": str(error)})
        except Exception:
            _log.exception("%s: a computer's move failed", self.name)
            self.tell({"type": "trouble", "message": "the computer could not move; take back or start anew"})

    async def _step_or_stop(self) -> bool:
        """Whether to go on: also after thinking was called off, as it may still be a computer's turn."""
        try:
            return await self._step()
        except Stopped:
            if not self._thinking.is_cancelled:
                raise
            return True

    async def _step(self) -> bool:
        async with _Turn(self):
            if not self._guests or self._paused or self._waits not in ("computer", "dice"):
                return False
            if self._waits == "dice":
                await self.place.do("step")
            else:
                self._thinking = Cancel()
                await self.place.think("step", cancel=self._thinking)
            change = await self.place.do("news")
            self._publish("roll" if change["moves"][-1][1] == "chance" else "move", change)
            return self._waits in ("computer", "dice")

    def close(self) -> None:
        """Start nothing more."""
        self._guests.clear()
        self._thinking.now()
        if self._flag is not None:
            self._flag.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        self.place.close()

    def _publish(self, kind: str, change: Json) -> None:
        self.seq += 1
        self._over = change["outcome"] is not None
        self._waits, self._clock = change["waits"], change["clock"]
        self._turn_of = change["view"]["turn"]
        self._offers.clear()
        if self._clock is not None:
            if not self._all_there():
                self._begin(self._run_clock())
            self._wind()
        self.used = time.monotonic()
        event = {"kind": kind}
        if kind in ("move", "roll"):
            event["move"], event["side"] = change["moves"][-1]
        message = {"type": "change", "seq": self.seq, "game": self.name, "event": event, **change}
        self.tell(message, more=bool(self._people) and self._waits in ("computer", "dice"))

    def tell(self, message: Json, *, more: bool = False) -> None:
        """Tell everybody who is there; `more` will be told in a moment."""
        text = encode(message)
        for guest in tuple(self._guests):
            guest.hear(text, more=more)

    async def tell_if_time_ran_out(self) -> None:
        """Somebody could not act because the game is over: if nobody knew that, everybody hears of it."""
        if not self._over:
            self._publish("time", await self.place.do("flag"))


class _Turn:
    """While it lasts, nothing else happens in a room; if time runs out in it, everybody hears of that."""

    def __init__(self, room: SharedGame) -> None:
        self._room = room

    async def __aenter__(self) -> None:
        await self._room.lock.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        try:
            if isinstance(error, GameOver):
                await self._room.tell_if_time_ran_out()
        finally:
            self._room.lock.release()
