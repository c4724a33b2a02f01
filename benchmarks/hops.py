"""How many Python calls the ways through Kibitz take, and how many of its modules they go through.

    dev/hops                 prints the table
    dev/hops --json          writes benchmarks/results/hops.json as well
    dev/hops --names click   lists the calls of one way, the most frequent first

Every way is taken once to import what it needs and to fill caches, and counted the second time.
Counted are calls of functions in the package, generator expressions and comprehensions included
(as Python 3.11 counts them), in all threads; a switch is a call from one module into another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any

import results_file
from starlette.types import ASGIApp

import kibitz
from kibitz.arena.play_game import play_game
from kibitz.arena.schedule import GameJob, Plan, named
from kibitz.game_review.review import review
from kibitz.records.record_store import Store
from kibitz.web.app import make_app

RESULTS = Path(__file__).with_name("results") / "hops.json"
#: The most calls that each way should take.
GOALS = {
    "typed move": 30,
    "click": 120,
    "analysis": 250,
    "review of five moves": 1500,
    "match game of nine plies": 500,
    "solve of Nim": 350,
    "solve of tic-tac-toe": 1000,
}


class Hops:
    """Counts calls while it is entered."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.switches = 0
        self._counting = False

    def __enter__(self) -> Hops:
        self._counting = True
        return self

    def __exit__(self, *error: object) -> None:
        self._counting = False

    def profile(self, frame: FrameType, event: str, argument: object) -> None:
        """Note one event; given to `sys.setprofile`."""
        if event != "call" or not self._counting:
            return
        module = str(frame.f_globals.get("__name__"))
        if not module.startswith("kibitz."):
            return
        self.calls[module, frame.f_code.co_qualname] += 1
        caller = frame.f_back
        self.switches += caller is None or caller.f_globals.get("__name__") != module

    @property
    def modules(self) -> int:
        """How many modules were called."""
        return len({module for module, _ in self.calls})


def count(way: Callable[[], object]) -> Hops:
    """Count what a function calls the second time."""
    way()
    hops = Hops()
    threading.setprofile(hops.profile)
    sys.setprofile(hops.profile)
    try:
        with hops:
            way()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return hops


def typed_move() -> Hops:
    """A person's move as text, in a session of tic-tac-toe."""
    session = kibitz.Session(kibitz.load("tictactoe"))

    def way() -> None:
        session.play("5" if not session.moves else "1")

    return count(way)


def analysis() -> Hops:
    """Connect Four after four moves, which no book or table knows, within 1,000 nodes."""
    position = kibitz.load("connect4").position("4435")
    return count(lambda: kibitz.analyse(position, nodes=1000, tables=False))


def review_of_five_moves() -> Hops:
    """The review of a game of tic-tac-toe that the first player won with its third move."""
    moves = tuple(_line("tictactoe", "1 2 4 5 7"))
    record = kibitz.Record(kibitz.load("tictactoe"), moves, outcome=kibitz.Outcome(kibitz.Side.FIRST))
    return count(lambda: review(record))


def match_game() -> Hops:
    """One game of a match of tic-tac-toe, as a worker plays it: a draw after nine plies."""
    plan = Plan("tictactoe", named(["alphabeta:depth=9", "alphabeta:depth=9"]), 1, "match", 0)
    job = GameJob(plan, 0, None)
    assert len(play_game(job).moves) == 9
    return count(lambda: play_game(job))


def solve(game: str) -> Hops:
    """A small game, solved again."""
    return count(lambda: kibitz.solve(game, again=True))


def _line(game: str, moves: str) -> kibitz.Line:
    position, line = kibitz.load(game).start(), []
    for text in moves.split():
        line.append(position.move(text))
        position = position.play(line[-1])
    return kibitz.Line(line)


class Page:
    """A browser's tab, to the application: one WebSocket over ASGI, without a network."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._asked = 0

    async def connect(self) -> asyncio.Task[None]:
        """Open the socket."""
        scope = {
            "type": "websocket",
            "path": "/socket",
            "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
            "client": ("127.0.0.1", 1),
            "scheme": "ws",
            "query_string": b"",
            "subprotocols": [],
        }
        await self._in.put({"type": "websocket.connect"})
        task = asyncio.create_task(_awaited(self._app(scope, self._in.get, self._out.put)))
        assert (await self._out.get())["type"] == "websocket.accept"
        return task

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send one command and wait for its reply."""
        self._asked += 1
        text = json.dumps({"id": self._asked, "do": do, **fields})
        await self._in.put({"type": "websocket.receive", "text": text})
        while True:
            reply: dict[str, Any] = json.loads((await self._out.get())["text"])
            if reply.get("id") == self._asked:
                assert reply["type"] != "error", reply
                return reply


async def _awaited(work: Awaitable[None]) -> None:
    await work


async def page_ways() -> dict[str, Hops]:
    """A new game, a click and taking it back, from the command's text to the reply's."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(store=Store(Path(folder)))
        events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        await events.put({"type": "lifespan.startup"})
        started: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        running = asyncio.create_task(_awaited(app({"type": "lifespan"}, events.get, started.put)))
        await started.get()
        page = Page(app)
        socket = await page.connect()
        game = {"rules": "tictactoe", "first": "person", "second": "person"}
        for _ in range(2):  # the second time counts
            found["new"] = await _counted(page, "new", **game)
            await page.ask("play", move="5")
            await asyncio.sleep(1)  # a new game's first file is written meanwhile
            found["click"] = await _counted(page, "play", move="1")
            found["undo"] = await _counted(page, "undo")
        socket.cancel()
        await events.put({"type": "lifespan.shutdown"})
        await running
    return found


async def _counted(page: Page, do: str, **fields: Any) -> Hops:
    hops = Hops()
    threading.setprofile(hops.profile)
    sys.setprofile(hops.profile)
    try:
        with hops:
            await page.ask(do, **fields)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return hops


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev/hops", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="write the results")
    parser.add_argument("--names", metavar="WAY", help="list the calls of this way")
    wanted = parser.parse_args()
    ways = {"typed move": typed_move()} | asyncio.run(page_ways())
    ways |= {
        "analysis": analysis(),
        "review of five moves": review_of_five_moves(),
        "match game of nine plies": match_game(),
        "solve of Nim": solve("nim"),
        "solve of tic-tac-toe": solve("tictactoe"),
    }
    if wanted.names:
        for (module, name), calls in ways[wanted.names].calls.most_common():
            print(f"{calls:6} {module.removeprefix('kibitz.')}: {name}")
        return
    head = ["way", "calls", "switches", "modules", "goal"]
    rows = [
        [name, hops.calls.total(), hops.switches, hops.modules, GOALS.get(name)]
        for name, hops in ways.items()
    ]
    print(f"{head[0]:26}" + "".join(f"{one:>10}" for one in head[1:]))
    for name, *numbers in rows:
        print(f"{name:26}" + "".join(f"{'–' if one is None else f'{one:,}':>10}" for one in numbers))
    if wanted.json:
        what = "Calls of Python functions in the package, switches from one module to another, and modules."
        results_file.write(RESULTS, what, "`dev/hops`, each way taken a second time", head, rows)


if __name__ == "__main__":
    main()
