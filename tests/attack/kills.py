"""Kills (-9) at any moment: stored data stays whole, and resumed work ends alike."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kibitz
from kibitz import KibitzError
from kibitz.arena.schedule import Plan, named
from kibitz.arena.tournament import run_tournament
from kibitz.cli.main import main
from kibitz.files.atomic_write import write_atomically
from kibitz.games.connect import book_building
from kibitz.records.record_store import Store
from kibitz.solving import checkpoints, table_store
from tests.attack.field import Field, attack
from tests.attack.journals import games_of

#: Kills in a round.
LIVES = 5


def lived(
    field: Field, work: Callable[[Callable[[object], None]], object], longest: float
) -> tuple[bool, list[str]]:
    """Work in a child that is killed at a random moment: whether it was, and what it had said by then.

    The child is forked, as starting Python anew for each would take longer than the work.
    """
    reply, say = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reply)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

            def tell(what: object) -> None:
                os.write(say, f"{what}\n".encode())

            with contextlib.suppress(KibitzError):
                work(tell)
            code = 0
        except SystemExit:
            code = 0
        finally:
            os._exit(code)
    os.close(say)
    time.sleep(field.rng.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reply, "rb") as pipe:
        # Whoever it started may still hold the other end; what it said itself is there already.
        os.set_blocking(pipe.fileno(), False)
        said = (pipe.read() or b"").decode().splitlines()
    killed = os.WIFSIGNALED(status)
    field.count("kills", int(killed))
    if not killed and os.WEXITSTATUS(status) != 0:
        field.fault("tracebacks", "a child failed; its error is above")
    return killed, said


def seconds_of(field: Field, name: str, work: Callable[[], object]) -> float:
    """How long a piece of work takes when nobody disturbs it."""

    def measure() -> float:
        begun = time.monotonic()
        work()
        return time.monotonic() - begun

    return field.once(f"seconds of {name}", measure)


@attack("kills", weight=2)
def kill_writing(field: Field) -> None:
    """Somebody writes one version of a file after the other."""
    path = field.folder / "versions"
    for _ in range(4 * LIVES):
        path.unlink(missing_ok=True)

        def write(tell: Callable[[object], None]) -> None:
            for version in range(1000):
                write_atomically(path, f"{version}\n" * 5000)
                tell(version)

        _, said = lived(field, write, 0.1)
        lines = path.read_text().splitlines() if path.exists() else []
        if said and not lines:
            field.fault("lost", "a file that was written")
        elif len(set(lines)) > 1 or len(lines) not in (0, 5000):
            field.fault("lost", f"part of a file: {len(lines)} lines of {len(set(lines))} versions")
        elif said and int(lines[0]) < int(said[-1]):
            field.fault("lost", f"version {said[-1]}, the file holds {lines[0]}")
    for leftover in field.folder.glob(".*.tmp"):
        leftover.unlink()


@attack("kills", weight=2)
def kill_solving(field: Field) -> None:
    """Solving, with every part kept at once; in the end there is the same table."""
    spec = field.rng.choice(["connect:width=4,height=4", "ewn:size=4,stones=2,faces=6", "tictactoe"])
    game = kibitz.load(spec)
    checkpoints.EVERY_SECONDS = 0.0
    with field.fresh():
        longest = seconds_of(field, spec, lambda: kibitz.solve(spec))
        path = table_store.table_path(game)
        if not path.exists():
            kibitz.solve(spec)
        whole = field.once(f"table of {spec}", path.read_bytes)
        path.unlink()
        for _ in range(LIVES):
            parts = len(list(checkpoints.parts_folder(path).glob("*.kbp")))
            lived(field, lambda tell: kibitz.solve(spec), longest)
            now = len(list(checkpoints.parts_folder(path).glob("*.kbp")))
            with field.only_documented_errors(lambda: f"the table of {spec} after a kill"):
                if path.exists():
                    if path.read_bytes() != whole:
                        field.fault("believed", f"half a table of {spec}")
                elif now < parts:
                    field.fault("lost", f"{parts - now} of {parts} finished parts of {spec}")
        with field.only_documented_errors(lambda: f"solving {spec} after kills"):
            kibitz.solve(spec)
            if path.read_bytes() != whole:
                field.fault("believed", f"a table of {spec} that is another after kills")


@attack("kills", weight=2)
def kill_playing(field: Field) -> None:
    """The program plays a game and says every move; what it said is saved."""
    with field.fresh() as folder:
        for life in range(LIVES):
            data = folder / str(life)
            os.environ["KIBITZ_DATA"] = str(data)
            spec = field.rng.choice(["connect4", "ewn", "mnk:width=9,height=9,length=5"])
            words = ["play", spec, "--players", "random", "random", "--json", "--seed", str(life)]

            def play(tell: Callable[[object], None], words: list[str] = words) -> None:
                sys.stdout = _Teller(tell)  # type: ignore[assignment]
                main.main(words, standalone_mode=False)

            _, said = lived(field, play, 0.4)
            events = [json.loads(line) for line in said]
            made = [event["move"] for event in events if event["event"] in ("move", "roll")]
            _check_saved(field, Store(), made)


class _Teller:
    """A stream that reports each line."""

    encoding = "utf-8"

    def __init__(self, tell: Callable[[object], None]) -> None:
        self._tell = tell

    def write(self, text: str) -> None:
        self._tell(text.rstrip("\n"))

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


def _check_saved(field: Field, saved: Store, made: list[str]) -> None:
    """The one saved game has at least the confirmed moves."""
    rows = saved.saved()
    if not rows:
        if made:
            field.fault("lost", f"a game of {len(made)} moves")
        return
    if rows[0].record is None:
        field.fault("lost", f"a game that can't be read any more: {rows[0].problem}")
    elif [str(move) for move in rows[0].record.moves][: len(made)] != made:
        field.fault("lost", f"moves: told {made}, kept {rows[0].record.moves}")


PLAN = Plan("tictactoe", tuple(named(("random", "rules", "minimax:depth=2"))), 4, "round-robin", 9)


@attack("kills", weight=2)
def kill_tournament(field: Field) -> None:
    """A tournament: confirmed games stay, and the result is the same."""

    def once() -> dict[int, Any]:
        path = field.folder / "whole.jsonl"
        path.unlink(missing_ok=True)
        run_tournament(PLAN, path, workers=1)
        return _games(path)

    whole = field.once("tournament", once)
    longest = seconds_of(field, "tournament", once)
    with field.fresh() as folder:
        path = folder / "games.jsonl"
        workers = field.rng.choice([1, 1, 2])
        for _ in range(LIVES):

            def play(tell: Callable[[object], None]) -> None:
                run_tournament(PLAN, path, workers=workers, on_game=lambda played: tell(len(played.results)))

            _, said = lived(field, play, longest)
            if not path.exists() or not path.read_bytes():
                if said:
                    field.fault("lost", "a whole tournament")
                continue
            with field.only_documented_errors(lambda: "the journal of a killed tournament"):
                kept = _games(path)
                if said and len(kept) < int(said[-1]):
                    field.fault("lost", f"told {said[-1]} games, kept {len(kept)}")
                if any(whole[number] != game for number, game in kept.items()):
                    field.fault("believed", "another game in the journal of a killed tournament")
        with field.only_documented_errors(lambda: "going on with a killed tournament"):
            run_tournament(PLAN, path, workers=1)
            if _games(path) != whole:
                field.fault("believed", "another end of a killed tournament")


def _games(path: Path) -> dict[int, tuple[object, ...]]:
    return {n: (r.score, r.moves, r.start) for n, r in games_of(path).items()}


@attack("kills", weight=0.5)
def kill_match(field: Field) -> None:
    """The program plays a match: it goes on to the same games, and records are there whole or not at all."""
    words = ["match", "random", "rules", "--game", "tictactoe", "--games", "20", "--quiet", "--save"]

    def once() -> dict[int, Any]:
        path = field.folder / "match.jsonl"
        main.main([*words, str(path), "--workers", "1"], standalone_mode=False)
        return _games(path)

    whole = field.once("match", once)
    with field.fresh() as folder:
        pgn, path = folder / "games.pgn", folder / "games.jsonl"
        received = [*words, str(path), "--pgn", str(pgn), "--workers"]
        kept: dict[int, Any] = {}
        for _ in range(LIVES):
            workers = str(field.rng.choice([1, 2]))
            lived(
                field,
                lambda tell, workers=workers: main.main([*received, workers], standalone_mode=False),
                0.8,
            )  # type: ignore[misc]
            if pgn.exists() and pgn.read_text().count("[Result ") != 20:
                field.fault("lost", f"some records of a match: {pgn.read_text().count('[Result ')} are left")
            pgn.unlink(missing_ok=True)
            with field.only_documented_errors(lambda: "the journal of a killed match"):
                before, kept = kept, _games(path) if path.exists() and path.read_bytes() else {}
                if any(kept.get(number) != game for number, game in before.items()):
                    field.fault("lost", f"games of a match: {len(before)} were kept, {len(kept)} are")
                if any(whole[number] != game for number, game in kept.items()):
                    field.fault("believed", "another game in the journal of a killed match")
        with field.only_documented_errors(lambda: "going on with a killed match"):
            main.main([*received, "1"], standalone_mode=False)
            if _games(path) != whole or pgn.read_text().count("[Result ") != 20:
                field.fault("believed", "another end of a killed match")


@attack("kills")
def kill_book(field: Field) -> None:
    """An opening book is built; in the end it is the same."""
    game = kibitz.load("connect:width=5,height=4")
    book_building._SAVE_SECONDS = 1.5  # a pass through all plies takes one

    def build(path: Path) -> Any:
        return book_building.build_book(game, 6, path, threads=1, table_bits=20)

    def once() -> bytes:
        path = field.folder / "whole.kbb"
        path.unlink(missing_ok=True)
        return bytes(build(path).scores)

    whole = field.once("book", once)
    longest = seconds_of(field, "book", once)
    with field.fresh() as folder:
        path = folder / "book.kbb"
        for _ in range(LIVES):
            lived(field, lambda tell: build(path), longest)
            with field.only_documented_errors(lambda: "a book after a kill"):
                if path.exists():
                    scores = book_building.read_book(game, path).scores
                    if any(one not in (other, 127) for one, other in zip(scores, whole, strict=True)):
                        field.fault("believed", "wrong scores in a book after a kill")
        with field.only_documented_errors(lambda: "building a book after kills"):
            if bytes(build(path).scores) != whole:
                field.fault("believed", "another book after kills")


@attack("kills", weight=0.4)
def kill_page(field: Field) -> None:
    """The server of the page is killed while a game is played; it comes back with every move."""
    try:
        from websockets.sync.client import connect

        from tests.web.serving import Server
    except ImportError:
        field.count("kills")  # nothing can be done without the extra "web"
        return
    with field.fresh() as folder:
        server = Server(folder)
        game, made = "", 0
        try:
            for _ in range(3):
                with (
                    contextlib.suppress(OSError),
                    connect(server.url.replace("http", "ws") + "/socket") as socket,
                ):
                    asked = {"do": "join", "game": game} if game else {"do": "new", "rules": "connect4"}
                    answer = _ask(socket, 1, **asked, **({} if game else {"second": "person"}))
                    if game and answer.get("type") == "error":
                        field.fault("lost", f"the game of a killed server: {answer}")
                        return
                    game = answer["game"]
                    text = _ask(socket, 2, do="record")["record"]
                    kept = len(kibitz.Record.parse(text).moves)
                    if kept < made:
                        field.fault("lost", f"moves on a killed server: {made} were told, {kept} are kept")
                    made = kept
                    for turn in range(field.rng.randrange(1, 8)):
                        if _ask(socket, 3 + turn, do="play", move=str(turn % 7 + 1)).get("type") == "reply":
                            made += 1
                    # One more is on its way when it is killed.
                    socket.send(json.dumps({"id": 99, "do": "play", "move": "4"}))
                    time.sleep(field.rng.uniform(0, 0.02))
                    server.kill()
                    field.count("kills")
                server.start()
        finally:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


@attack("kills", weight=0.4)
def kill_loaded(field: Field) -> None:
    """The server is killed as soon as it has answered that records are loaded, and moves in them."""
    try:
        from websockets.sync.client import connect

        from tests.web.serving import Server
    except ImportError:
        field.count("kills")  # nothing can be done without the extra "web"
        return
    with field.fresh() as folder:
        server = Server(folder)
        data: dict[str, str] = {}
        try:
            for _ in range(2):
                with contextlib.ExitStack() as sockets:
                    for _ in range(6):
                        url = server.url.replace("http", "ws") + "/socket"
                        socket = sockets.enter_context(connect(url))
                        made = [str(field.rng.randrange(1, 8)) for _ in range(field.rng.randrange(6))]
                        moves = " ".join(made)
                        record = '[Game "connect4"]\n[First "person"]\n[Second "person"]\n\n' + moves + " *"
                        name = _ask(socket, 1, do="load", record=record)["game"]
                        for turn in range(field.rng.randrange(4)):
                            move = str(field.rng.randrange(1, 8))
                            if _ask(socket, 2 + turn, do="play", move=move).get("type") == "reply":
                                made.append(move)
                        data[name] = "".join(made)
                    server.kill()
                    field.count("kills")
                server.start()
                saved = Store(folder / "games")
                for name, wanted in data.items():
                    with field.only_documented_errors(lambda name=name: f"the loaded game {name}"):  # type: ignore[misc]
                        kept = (
                            "".join(map(str, saved.load(name).moves)) if saved.path(name).exists() else None
                        )
                        if kept is None or kept[: len(wanted)] != wanted:
                            field.fault("lost", f"a loaded game: told {wanted}, kept {kept}")
        finally:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _ask(socket: Any, number: int, **fields: Any) -> dict[str, Any]:
    socket.send(json.dumps({"id": number, **fields}))
    while True:
        answer: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if answer.get("id") == number:
            return answer
