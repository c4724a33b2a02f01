"""One client sends every request at once: it gets its share, and others are not slowed."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.attack.field import Field, attack

#: What one client may have in this attack; how long anything takes does not matter.
SOCKETS, GAMES = 6, 20
ARGUMENTS = ("--client-sockets", str(SOCKETS), "--client-games", str(GAMES), "--client-disk", "1M")

#: Expensive questions, and such as put much on disk.
LOAD = '[Game "tictactoe"]\n\n{' + "x" * 50_000 + "} 5 *\n"
ASKED: tuple[dict[str, Any], ...] = (
    {"do": "new", "rules": "othello", "analysis": True},
    {"do": "load", "record": LOAD},
    {"do": "values", "at": 0},
    {"do": "hint", "at": 0},
    {"do": "why", "at": 0},
    {"do": "compare", "game": "othello", "depth": 12},
    {"do": "choices", "at": 0, "players": ["negascout:depth=30", "mcts", "minimax:depth=20"]},
    {"do": "comment", "at": 0, "text": "x" * 500},
    {"do": "join", "game": "nothing"},
    {"do": "new", "rules": "chess", "first": "mcts", "second": "mcts", "pace": 0.001},
)


class Crowd:
    """Connections of one address that send random requests until stopped, and their replies."""

    def __init__(self, port: int, source: str, rng: random.Random) -> None:
        self._port, self._source, self._rng = port, source, rng
        self.over = threading.Event()
        self._lock = threading.Lock()
        self.got: Counter[str] = Counter()
        self._open = 0
        self.most_open = 0

    def run(self) -> None:
        """One of them, which comes back whenever it is sent away."""
        while not self.over.is_set():
            with contextlib.suppress(Exception):  # whatever happens to them is their own fault
                self._visit()

    def _visit(self) -> None:
        from websockets.sync.client import connect

        wire = socket.create_connection(("127.0.0.1", self._port), 5, source_address=(self._source, 0))
        with connect(f"ws://127.0.0.1:{self._port}/socket", sock=wire, close_timeout=1) as web:
            web.send('{"id": 0, "do": "nothing"}')
            web.recv(5)  # it is refused else
            with self._counted():
                for number in range(1, self._rng.randrange(2, 60)):
                    web.send(json.dumps({"id": number, **self._rng.choice(ASKED)}))
                    with contextlib.suppress(TimeoutError):
                        self._hear(json.loads(web.recv(0.02)))
                    if self.over.is_set():
                        break

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._open += 1
            self.most_open = max(self.most_open, self._open)
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1

    def _hear(self, said: dict[str, Any]) -> None:
        with self._lock:
            self.got[said.get("kind", said["type"])] += 1


@attack("limits", weight=0.2)
def crowd_page(field: Field) -> None:
    """A crowd from one address; another visitor is refused nothing, and nobody gets more than a share."""
    try:
        from websockets.sync.client import connect

        from tests.web.serving import Server
    except ImportError:
        field.count("limits")  # nothing can be done without the extra "web"
        return
    if sys.platform != "linux":  # elsewhere this machine has only one address of its own
        field.count("limits")
        return
    with field.fresh() as folder:
        server = Server(folder / "data", *ARGUMENTS)
        crowd = Crowd(server.port, "127.0.0.1", field.rng)
        threads = [threading.Thread(target=crowd.run, daemon=True) for _ in range(3 * SOCKETS)]
        try:
            for thread in threads:
                thread.start()
            wire = socket.create_connection(("127.0.0.1", server.port), 60, source_address=("127.0.0.2", 0))
            with connect(f"ws://127.0.0.1:{server.port}/socket", sock=wire) as web:
                _play(field, lambda **asked: _ask(web, **asked))
        finally:
            crowd.over.set()
            for thread in threads:
                thread.join(60)
            code, said = server.stop()
        field.look_for_traceback("the server of a crowd", code, said)
        if crowd.most_open > SOCKETS:
            field.fault("admitted", f"{crowd.most_open} connections of one client, of {SOCKETS}")
        began = len(list((folder / "data" / "games").glob("*.pgn")))
        if began > 2 * GAMES + GAMES + 3:  # what it may save up, a minute of more, and those of the other
            field.fault("admitted", f"{began} games are kept, {GAMES} a minute of one client")


def _play(field: Field, ask: Callable[..., dict[str, Any]]) -> None:
    """Games of somebody who means well: every move and question is answered."""
    for _ in range(3):
        field.count("limits")
        asked: list[dict[str, Any]] = [{"do": "new", "rules": "tictactoe", "second": "person"}]
        for move in field.rng.sample("123456789", 4):
            asked += [{"do": "play", "move": move}, {"do": "hint", "at": 0}, {"do": "look", "at": 0}]
        for each in asked:
            answer = ask(**each)
            if answer["type"] != "reply":
                field.fault("shut_out", f"{each}: {answer}")


def _ask(web: Any, **fields: Any) -> dict[str, Any]:
    web.send(json.dumps({"id": 1, **fields}))
    while True:
        answer: dict[str, Any] = json.loads(web.recv(120))
        if answer.get("id") == 1:
            return answer
