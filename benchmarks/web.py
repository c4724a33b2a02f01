"""Capacity of the server, and loading time of the page, over loopback.

    python benchmarks/web.py [--sessions 200] [--moves 20]
    python benchmarks/web.py --opening 5

Each session is a WebSocket of its own that plays numbered moves and waits for
the computer's answer; the time from sending a move to the state in which it is
that person's turn again (or the game is over) is measured, and on Linux the
processor time that the server takes for a move and its answer (new games
included), beside what the same searches take by themselves.

`--opening` opens the page in Chromium (with Playwright) so many times: the time
from the start of the navigation to cards on which a click begins a game is measured, in
a new browser with a server that has just been started, in a browser without the
page's files, and with them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.random import Random

Table = tuple[ClientConnection, dict[str, Any]]


@contextlib.contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """A server of its own: its address, and the number of its process."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "web", "--port", "0", "--people-per-address", "400"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "KIBITZ_DATA": folder},
        )
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip(), server.pid
        finally:
            server.terminate()
            server.wait()


async def main(sessions: int, moves: int, player: str, pause: float) -> None:
    with serving() as (address, process):
        url = address.replace("http", "ws") + "socket"
        tables = await asyncio.gather(*(sit_down(url, number, player) for number in range(sessions)))
        before, begun = processor_of(process), time.perf_counter()
        waits = await asyncio.gather(
            *(play(table, number, moves, player, pause) for number, table in enumerate(tables))
        )
        report([wait for each in waits for wait in each], sessions, time.perf_counter() - begun)
        used = processor_of(process) - before
    each = 1000 * used / (sessions * moves)
    print(f"ms of processor a move: {each:.2f}, of which {search_alone(player):.2f} to search")
    print(f"on a machine where a million additions in Python take {yardstick():.0f} ms")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"server: {most / 1024:.0f} MB at most")


def processor_of(process: int) -> float:
    """Return the processor time of a process in seconds; 0 if the system does not report it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def yardstick() -> float:
    """Return the milliseconds of processor time for a million additions, to compare machines."""
    begun, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.process_time() - begun)


def search_alone(player: str, games: int = 20) -> float:
    """Return the milliseconds of processor time that a player takes for a move by itself."""
    rng, chooses, used, count = Random(0), kibitz.player(player), 0.0, 0
    for _ in range(games):
        position = kibitz.load("connect4").start()
        while not position.is_over:
            begun = time.process_time()
            chooses.choose(position, Limit(), rng)
            used += time.process_time() - begun
            count += 1
            position = position.play(rng.choice(position.moves))
    return 1000 * used / count


async def sit_down(url: str, number: int, player: str) -> Table:
    """A connection, and the game that was begun over it."""
    socket = await connect(url, max_size=2**20)
    return socket, await ask(socket, "new", rules="connect4", second=player, seed=number)


async def play(table: Table, number: int, moves: int, player: str, pause: float) -> list[float]:
    """The waits of one session."""
    await asyncio.sleep(pause * number / 50)  # people don't all move at the same instant
    waits: list[float] = []
    socket, state = table
    async with socket:
        for count in range(moves):
            if state["waits"] == "over":
                state = await ask(socket, "new", rules="connect4", second=player, seed=number + count)
            legal = state["view"]["gestures"]
            begun = time.perf_counter()
            state = await ask(socket, "play", move=legal[(number + count) % len(legal)][0])
            waits.append(time.perf_counter() - begun)
            await asyncio.sleep(pause)
    return waits


async def ask(socket: ClientConnection, what: str, **fields: Any) -> dict[str, Any]:
    """Ask, and wait for the state in which the person or nobody is to move."""
    await socket.send(json.dumps({"id": 1, "do": what, **fields}))
    answered = False
    state: dict[str, Any] = {}
    while not (answered and state.get("waits") in ("person", "over")):
        message = json.loads(await socket.recv())
        if message["type"] == "error":
            raise SystemExit(message["message"])
        answered = answered or message["type"] == "reply"
        state = message if message["type"] in ("state", "change") else state
    return state


def report(waits: list[float], sessions: int, seconds: float) -> None:
    ms = sorted(1000 * wait for wait in waits)
    shares = statistics.quantiles(ms, n=100)
    print(f"{sessions} sessions, {len(ms)} moves in {seconds:.1f} s: {len(ms) / seconds:.0f} moves a second")
    print(
        f"ms to the answer: median {shares[49]:.1f}, 90% {shares[89]:.1f}, "
        f"99% {shares[98]:.1f}, most {ms[-1]:.1f}"
    )


#: Notes when a click begins a game, in milliseconds since the navigation began.
WATCH = """const look = () => {
  if (document.querySelector(".card .levels button")) window.playableAt = performance.now();
  else setTimeout(look, 1);
};
look();"""


def opening(times: int) -> None:
    from playwright.sync_api import Page, sync_playwright

    path = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found: dict[str, list[float]] = {"new browser and server": [], "without files": [], "with files": []}

    def playable(page: Page) -> float:
        page.wait_for_function("() => window.playableAt")
        return float(page.evaluate("() => window.playableAt"))

    with sync_playwright() as playwright:
        for _ in range(times):
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            with serving() as (address, _):
                for kind in ("new browser and server", "without files"):
                    page = browser.new_context().new_page()
                    page.add_init_script(WATCH)
                    page.goto(address)
                    found[kind].append(playable(page))
                page.reload()
                found["with files"].append(playable(page))
            browser.close()
    print("ms from opening the page to cards on which a click begins a game:")
    for kind, waits in found.items():
        print(f"  {kind}: median {statistics.median(waits):.0f}, most {max(waits):.0f} of {times}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sessions", type=int, default=200)
    options.add_argument("--moves", type=int, default=20)
    options.add_argument("--player", default="alphabeta:depth=2")
    options.add_argument("--pause", type=float, default=1.0, help="seconds that a person takes between moves")
    options.add_argument("--opening", type=int, metavar="TIMES", help="open the page so often instead")
    given = options.parse_args()
    if given.opening:
        opening(given.opening)
        sys.exit()
    asyncio.run(main(given.sessions, given.moves, given.player, given.pause))
