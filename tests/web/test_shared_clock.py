"""The clock of a shared game: it runs only while a client is connected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import kibitz
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.side import Side
from kibitz.base.time_control import TimeControl
from kibitz.players.player import Choice, Player
from kibitz.service.client import Client
from kibitz.service.commands import Play
from kibitz.service.game_host import LocalGame
from kibitz.service.game_session import GameSession
from kibitz.service.seating import Seating
from kibitz.service.shared_game import SharedGame
from kibitz.service.thread_pools import ThreadPools
from kibitz.session.clock import Clock
from kibitz.session.session import Session

GAME = kibitz.load("tictactoe")


def _run(visit: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own, as tests in a browser leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(visit())).result()


class Time:
    """A time that passes when the test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_stops_without_clients() -> None:
    async def visit() -> None:
        time = Time()
        clock = Clock(TimeControl(60, 2), now=time)
        room = _room(Session(GAME, clock=clock))
        one, other = Listener(), Listener()
        time.now += 30  # nobody has come yet
        await room.join(one)
        await room.join(other)
        time.now += 10
        await room.change(one, Play("5"))
        time.now += 7
        # One of two goes, and time goes on; with the last one it stops.
        room.leave(one)
        await _settled(room)
        time.now += 1
        assert clock.running is Side.SECOND
        room.leave(other)
        await _settled(room)
        time.now += 1000
        assert clock.running is None
        await room.join(one)
        assert one.heard[-1]["clock"]["left"] == [52, 52]
        assert one.heard[-1]["clock"]["running"] == "second"
        time.now += 5
        await room.change(one, Play("1"))
        assert one.heard[-1]["clock"]["left"] == [52, 49]
        room.close()

    _run(visit)


class Listener(Client):
    """A client that records its messages."""

    def __init__(self) -> None:
        super().__init__(self.hear)
        self.heard: list[dict[str, Any]] = []

    def hear(self, text: str, *, more: bool = False) -> None:
        self.heard.append(json.loads(text))


class Nothing:
    """Keeps no game."""

    lost: str | None = None

    def moved(self, session: Session) -> str | None:
        return None

    changed = moved


def _room(session: Session) -> SharedGame:
    table = GameSession(session, Nothing(), lambda spec, game: None)
    return SharedGame("room", LocalGame(table, ThreadPools(10)), table.snapshot(), Seating())


async def _settled(room: SharedGame) -> None:
    """Until what a room has begun by itself is done."""
    while room._tasks:
        await asyncio.wait(tuple(room._tasks))


class Dawdler(Player):
    """Thinks until it is cancelled; leaving clients stop its clock."""

    name = "dawdler"
    summary = "for tests"

    def __init__(self, time: Time) -> None:
        super().__init__({}, {})
        self._time = time
        self.asked = asyncio.Event()

    def think(self, position: kibitz.Position, limit: Any, rng: Any) -> Choice:
        self._time.now += 3
        self.loop.call_soon_threadsafe(self.asked.set)
        while True:
            raise_if_cancelled()

    loop: asyncio.AbstractEventLoop


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_computer_that_is_left_alone_stops_thinking_and_its_time_stands(rounds: int) -> None:
    async def visit() -> None:
        time = Time()
        clock = Clock(TimeControl(60), now=time)
        player = Dawdler(time)
        player.loop = asyncio.get_running_loop()
        room = _room(Session(GAME, player, clock=clock))
        for done in range(1, rounds + 1):
            guest = Listener()
            await room.join(guest)
            await player.asked.wait()
            player.asked.clear()
            room.leave(guest)
            await _settled(room)
            time.now += 1000
            assert clock.running is None
            assert clock.left(Side.FIRST) == 60 - 3 * done
        room.close()

    _run(visit)
