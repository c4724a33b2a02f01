"""The clock of a room: it runs while somebody is there, and for nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import kibitz
from kibitz.players.player import Choice, Player
from kibitz.session.clock import Clock
from kibitz.session.session import Session
from kibitz.web.room import Room
from kibitz.web.workers import Workers
from kibitz.words.cancel import raise_if_cancelled
from kibitz.words.side import Side
from kibitz.words.time_control import TimeControl

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


def test_no_time_passes_while_nobody_is_there() -> None:
    async def visit() -> None:
        time = Time()
        clock = Clock(TimeControl(60, 2), now=time)
        room = Room("room", Session(GAME, clock=clock), Workers(10))
        heard: list[dict[str, Any]] = []
        others: list[dict[str, Any]] = []
        time.now += 30  # nobody has come yet
        room.join(heard.append)
        room.join(others.append)
        time.now += 10
        await room.play("5", None)
        time.now += 7
        # One of two goes, and time goes on; with the last one it stops.
        room.leave(heard.append)
        time.now += 1
        assert clock.running is Side.SECOND
        room.leave(others.append)
        time.now += 1000
        assert clock.running is None
        room.join(heard.append)
        assert heard[-1]["clock"]["left"] == [52, 52]
        assert heard[-1]["clock"]["running"] == "second"
        time.now += 5
        await room.play("1", None)
        assert heard[-1]["clock"]["left"] == [52, 49]
        room.close()

    _run(visit)


class Dawdler(Player):
    """Thinks until it is called off; then its time is stopped by whoever has left."""

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
        room = Room("room", Session(GAME, player, clock=clock), Workers(10))
        for done in range(1, rounds + 1):
            room.join(lambda message: None)
            await player.asked.wait()
            player.asked.clear()
            for listener in tuple(room._listeners):
                room.leave(listener)
            assert room._driving is not None
            await room._driving
            time.now += 1000
            assert clock.running is None
            assert clock.left(Side.FIRST) == 60 - 3 * done
        room.close()

    _run(visit)
