"""Two writers of one file: every confirmed write is durable, and every lost one is reported."""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import kibitz
from kibitz import KibitzError
from kibitz.cli.main import main
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.repetition import Recall
from kibitz.records.record_store import Store
from kibitz.training.run_folder import open_run_folder
from tests.attack.corruptions import PUZZLES
from tests.attack.field import Field, attack
from tests.attack.learning import GAME, check_folder, commit_next, silent

Tell = Callable[[object], None]
WAYS = ("watch", "copy", "take-over")


def raced(field: Field, works: list[Callable[[Tell], object]], longest: float) -> list[list[str]]:
    """Run several writers of one file in processes, killing some; return the reports of each."""
    children: list[tuple[int, int, bool]] = []
    for work in works:
        reply, say = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.close(reply)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                with contextlib.suppress(KibitzError), os.fdopen(say, "w", buffering=1) as out:
                    work(functools.partial(print, file=out, flush=True))
                code = 0
            except SystemExit:
                code = 0
            finally:
                os._exit(code)
        os.close(say)
        children.append((child, reply, field.rng.random() < 0.5))
    received = []
    until = time.monotonic() + field.rng.uniform(0, longest)
    for child, reply, killed in children:
        if killed:
            time.sleep(max(0.0, until - time.monotonic()))
            os.kill(child, signal.SIGKILL)
        with os.fdopen(reply, "rb") as pipe:
            received.append(pipe.read().decode().splitlines())
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status) != 0:
            field.fault("tracebacks", "a child failed; its error is above")
    field.count("races")
    return received


class _Typist:
    """Somebody who types moves, now and then."""

    def __init__(self, lines: list[tuple[float, str]]) -> None:
        self._lines = lines

    def readline(self, longest: int = -1) -> str:
        if not self._lines:
            return ""
        pause, line = self._lines.pop(0)
        time.sleep(pause)
        return f"{line}\n"

    def isatty(self) -> bool:
        return False


class _Teller:
    """A stream that reports each line."""

    encoding = "utf-8"

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def write(self, text: str) -> None:
        self._tell(text.rstrip("\n"))

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


def _played(told: list[str]) -> list[str] | None:
    """Return the game that a terminal reported; None if it was refused one."""
    made: list[str] | None = None
    for line in told:
        event = json.loads(line)
        if event["event"] == "start":
            made = list(event["moves"])
        elif event["event"] in ("move", "roll") and made is not None:
            made.append(event["move"])
    return made


def _all_saved(field: Field, store: Store) -> list[list[str]]:
    """The moves of all saved games."""
    rows = store.saved()
    for row in rows:
        if row.record is None:
            field.fault("lost", f"a game that can't be read any more: {row.problem}")
    return [[str(move) for move in row.record.moves] for row in rows if row.record is not None]


@attack("races", weight=3)
def race_terminals(field: Field) -> None:
    """Terminals go on with one saved game at once; every reported move is in some saved game."""
    with field.fresh() as folder:
        os.environ["KIBITZ_DATA"] = str(folder / "data")
        store = Store()
        begun = " ".join(str(move) for move in field.rng.choices(range(1, 8), k=field.rng.randrange(1, 5)))
        start = kibitz.load("connect4").start()
        store.save("game", kibitz.Record(start.game, _line(start, begun)))

        def play(tell: Tell, lines: list[tuple[float, str]], way: str) -> None:
            sys.stdin, sys.stdout = _Typist(lines), _Teller(tell)  # type: ignore[assignment]
            sys.stderr = io.StringIO()
            words = ["play", "--resume", "game", "--players", "person", "person", "--json", "--in-use", way]
            main.main(words, standalone_mode=False)

        works = []
        for _ in range(field.rng.choice([2, 2, 3])):
            typed = [
                (field.rng.uniform(0, 0.02), str(field.rng.randrange(1, 8)))
                for _ in range(field.rng.randrange(2, 12))
            ]
            typed[0] = (field.rng.uniform(0, 0.05), typed[0][1])
            way = field.rng.choice([*WAYS, "take-over"])
            works.append(lambda tell, lines=typed, way=way: play(tell, lines, way))
        # Not loaded in each child anew, which takes longer than the game.
        for module in ("json_renderer", "play", "text_renderer", "game_setup", "game_loop"):
            importlib.import_module(f"kibitz.terminal.{module}")
        result = raced(field, works, 0.6)
        store.fold()
        kept = _all_saved(field, store)
        for lines in result:
            made = _played(lines)
            if made is not None and not any(moves[: len(made)] == made for moves in kept):
                field.fault("lost", f"moves of two terminals: told {made}, kept {kept}")
        left = [path.name for path in store.folder.iterdir() if path.suffix != ".pgn"]
        store.fold()
        if any(name.endswith(".tmp") for name in left if not name.startswith(".")):
            field.fault("left", f"{left}")


def _line(position: kibitz.Position, text: str) -> tuple[kibitz.Move, ...]:
    moves = []
    for word in text.split():
        moves.append(position.move(word))
        position = position.play(moves[-1])
    return tuple(moves)


@attack("races", weight=2)
def race_puzzles(field: Field) -> None:
    """Several processes solve puzzles of one file, which has every reported attempt."""
    with field.fresh() as folder:
        path = folder / "training" / "deck.json"

        def solve(tell: Tell, number: int) -> None:
            deck = Deck(path)
            for step in range(8):
                now = datetime(2026, 3, 1 + number, tzinfo=UTC) + timedelta(seconds=step)
                deck.note(PUZZLES[(number + step) % len(PUZZLES)], Recall.AT_ONCE, now)
                if step % 3 == 0:
                    deck.searched.add(f"{number}-{step}")
                deck.save()
                tell(f"{now.isoformat()} {number}-{step - step % 3}")

        count = field.rng.choice([2, 3])
        result = raced(field, [lambda tell, n=n: solve(tell, n) for n in range(count)], 0.6)
        with field.only_documented_errors(lambda: "reading the puzzles of several"):
            deck = Deck(path)
            kept = {attempt.at.isoformat() for attempt in deck.tries}
            for line in (line for lines in result for line in lines):
                at, searched = line.split()
                if at not in kept or searched not in deck.searched:
                    field.fault("lost", f"a try at a puzzle: {line}")
            if len(deck.tries) != len(kept):
                field.fault("believed", "a try that counts twice")


@attack("races", weight=2)
def race_learning(field: Field) -> None:
    """Several want to learn in one folder; rounds are one after the other, none counts twice."""
    with field.fresh() as folder:
        path = folder / "net"

        def learn(tell: Tell) -> None:
            for _ in range(6):
                with open_run_folder(path, silent) as kept:
                    found = kept.read(GAME, silent)
                    tell(commit_next(kept, -1 if found is None else found[0].rounds))

        def again(tell: Tell) -> None:
            for _ in range(20):
                try:
                    return learn(tell)
                except KibitzError as error:
                    if "is open in kibitz train" not in str(error):
                        tell(f"refused: {error}")
                        return None
                    time.sleep(0.005)
            return None

        result = raced(field, [again, again, again], 0.3)
        rounds = [int(line) for lines in result for line in lines if not line.startswith("refused")]
        if odd := [line for lines in result for line in lines if line.startswith("refused")]:
            field.fault("tracebacks", f"{odd}")
        if len(set(rounds)) != len(rounds):
            field.fault("lost", f"a round that was committed twice: {sorted(rounds)}")
        check_folder(field, path, max(rounds, default=-1))


@attack("races", weight=1)
def race_servers(field: Field) -> None:
    """Two servers on one folder, or a server and a terminal: what was answered without a word is kept."""
    try:
        from websockets.sync.client import connect

        from tests.web.serving import Server
    except ImportError:
        field.count("races")  # nothing can be done without the extra "web"
        return
    with field.fresh() as folder:
        servers = [Server(folder), Server(folder)]
        wanted: dict[str, list[str]] = {}
        try:
            with contextlib.ExitStack() as tabs:
                for _ in range(4):
                    tab = [
                        _Tab(tabs.enter_context(connect(server.url.replace("http", "ws") + "/socket")))
                        for server in servers
                    ]
                    _race_on_a_game(field, folder, tab, wanted)
                    field.count("races")
                for server in servers:
                    server.kill()
            servers[0].start()
            store = Store(folder / "games")
            kept = _all_saved(field, store)
            for name, made in wanted.items():
                now = [str(move) for move in store.load(name).moves]
                if now[: len(made)] != made and made not in [moves[: len(made)] for moves in kept]:
                    field.fault("lost", f"moves on two servers: told {made}, kept {now}")
        finally:
            for server in servers:
                server.kill()
        shutil.rmtree(folder, ignore_errors=True)


class _Tab:
    """A client: what was answered, and whether something was said against it."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._next = socket, 0

    def ask(self, **fields: Any) -> dict[str, Any]:
        self._next += 1
        self._socket.send(json.dumps({"id": self._next, **fields}))
        trouble = ""
        while True:
            data: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
            trouble = data.get("trouble") or (data["message"] if data["type"] == "trouble" else trouble)
            if data.get("id") == self._next:
                return {**data, "trouble": trouble}


def _race_on_a_game(field: Field, folder: Path, tabs: list[_Tab], wanted: dict[str, list[str]]) -> None:
    """One opens a game; others take it over in turns; each plays on whether it still has it or not."""
    rng = field.rng
    record = '[Game "connect4"]\n[First "person"]\n[Second "person"]\n\n1. 4 4 2. 3 *'
    answer = tabs[0].ask(do="load", record=record)
    name = answer["game"]
    made = wanted[name] = ["4", "4", "3"]
    for _ in range(rng.randrange(2, 8)):
        who = rng.choice(tabs)
        if rng.random() < 0.5:
            _play(who, made, str(rng.randrange(1, 8)))
        elif rng.random() < 0.2:
            words = ["play", "--resume", name, "--json", "--in-use", rng.choice(WAYS), "--players"]
            lines = "".join(f"{rng.randrange(1, 8)}\n" for _ in range(rng.randrange(1, 4)))
            env = {**os.environ, "KIBITZ_DATA": str(folder)}
            process = field.start(*words, "person", "person", env=env)
            out, _ = process.communicate(lines.encode(), 60)
            result = _played(out.decode().splitlines())
            if result is not None:
                if result[: len(made)] != made:
                    field.fault("lost", f"a terminal goes on from {result}, not from {made}")
                wanted[f"{name}"] = made = result if words[5] == "take-over" else made
        else:
            who.ask(do="join", game=name, take_over=True)
    wanted[name] = made


def _play(who: _Tab, made: list[str], move: str) -> None:
    answer = who.ask(do="play", move=move)
    if answer["type"] == "reply" and not answer["trouble"]:
        made.append(move)
