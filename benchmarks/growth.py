"""How time and memory grow with the size of what Kibitz is given.

    python benchmarks/growth.py [--most 100000] [--only NAME ...] [--json FILE]

Each size is measured in a process of its own: seconds of processor of all threads, and how much its memory
grew. `growth` is the exponent of the growth of time between a size and the one before: 1 if twice as much
takes twice the time, 2 if it takes four times. `--most` bounds the number of games. The file is written after
each size; with `--only` it keeps its other rows.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import results_file

import kibitz
from kibitz.records.record import Record
from kibitz.records.record_store import Store

#: Sizes: games, plies, or the width of a board.
GAMES = (1_000, 10_000, 100_000)


def random_records(count: int, spec: str, plies: int = 1_000) -> Iterator[Record]:
    rng, game = random.Random(1), kibitz.load(spec)
    for _ in range(count):
        position, moves = game.start(), []
        while not position.is_over and len(moves) < plies:
            moves.append(rng.choice(position.moves))
            position = position.play(moves[-1])
        yield Record(game, tuple(moves), outcome=position.outcome, tags={"First": "person"})


def _store(count: int, folder: Path) -> Store:
    """A folder of saved games of tic-tac-toe, without an index: written as fast as possible."""
    games = folder / "games"
    if not games.exists():
        games.mkdir()
        for number, record in enumerate(random_records(count, "tictactoe")):
            (games / f"game-{number:06}.pgn").write_text(str(record))
    return Store(games)


def index_games(count: int, folder: Path) -> Callable[[], object]:
    store = _store(count, folder)
    return lambda: next(store.listed())


def list_games(count: int, folder: Path) -> Callable[[], object]:
    from itertools import islice

    store = _store(count, folder)
    next(store.listed())  # makes the index
    return lambda: list(islice(store.listed(), 100))


def list_on_page(count: int, folder: Path) -> Callable[[], object]:
    from kibitz.service.catalogue import Catalogue
    from kibitz.service.saved_games import SavedGames
    from kibitz.service.settings import Settings

    saved = SavedGames(_store(count, folder), Catalogue(Settings()))
    saved.rows()
    return saved.rows


def explore_games(count: int, folder: Path) -> Callable[[], object]:
    from kibitz.puzzles.opening_explorer import Played, explore

    store, start = _store(count, folder), kibitz.load("tictactoe").start()
    explore(start, Played(start.game, saved=store.index.view()))
    store.save("one-more", next(random_records(1, "tictactoe")))
    return lambda: explore(start, Played(start.game, saved=store.index.view()))


def read_pgn(count: int, folder: Path) -> Callable[[], object]:
    from kibitz.records.files import read_each

    some = "".join(map(str, random_records(100, "chess", 80)))
    path = folder / "games.pgn"
    with path.open("w") as file:
        for _ in range(count // 100):
            file.write(some)
    return lambda: sum(1 for _ in read_each(path))


def play_match(count: int, folder: Path) -> Callable[[], object]:
    return lambda: kibitz.match("random", "random", game="tictactoe", games=count, workers=1)


def play_tournament(count: int, folder: Path) -> Callable[[], object]:
    players = ["random", "rules", "random:seed=1"][:2]
    return lambda: str(kibitz.tournament(players, game="tictactoe", games=count, workers=1))


def review_game(plies: int, folder: Path) -> Callable[[], object]:
    record = next(random_records(1, "chess", plies))
    return lambda: kibitz.review(record, kibitz.Limit(nodes=2_000))


def solve_board(positions: int, folder: Path) -> Callable[[], object]:
    spec = {161_029: "4,height=4", 1_706_255: "4,height=5", 15_835_683: "4,height=6"}[positions]
    return lambda: kibitz.solve(f"connect:width={spec}")


WORK: dict[str, tuple[str, Callable[[int, Path], Callable[[], object]], tuple[int, ...]]] = {
    "saved games, first list (makes the index)": ("games", index_games, GAMES),
    "saved games, list of the latest 100": ("games", list_games, GAMES),
    "saved games, list on the page": ("games", list_on_page, GAMES),
    "explorer, after a game was saved": ("games", explore_games, GAMES),
    "PGN file of chess, game by game": ("games", read_pgn, GAMES),
    "match of random players": ("games", play_match, GAMES),
    "tournament of two players": ("games", play_tournament, GAMES[:2]),
    "review of chess, 2,000 nodes a position": ("plies", review_game, (40, 80, 160)),
    "solve Connect of 4 columns": ("positions", solve_board, (161_029, 1_706_255, 15_835_683)),
}


def measure_here(name: str, size: int) -> None:
    """Print seconds and the growth of memory in bytes, as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"KIBITZ_CACHE": folder, "KIBITZ_DATA": folder}
        work = WORK[name][1](size, Path(folder))
        usage = resource.getrusage(resource.RUSAGE_SELF)
        before = usage.ru_maxrss
        work()
        after = resource.getrusage(resource.RUSAGE_SELF)
        seconds = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
        print(json.dumps([seconds, 1024 * (after.ru_maxrss - before)]))


def measure(name: str, size: int) -> tuple[float, float]:
    command = [sys.executable, __file__, "--here", name, str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, memory = json.loads(done.stdout.splitlines()[-1])
    return seconds, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=100_000, help="the most games")
    parser.add_argument(
        "--only", nargs="*", metavar="NAME", help="only work whose name has one of these words"
    )
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    parser.add_argument("--here", nargs=2, metavar=("NAME", "SIZE"), help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.here:
        measure_here(wishes.here[0], int(wishes.here[1]))
        return
    rows: list[list[Any]] = []
    if wishes.json and wishes.json.exists() and wishes.only:
        rows = json.loads(wishes.json.read_text(encoding="utf-8"))["rows"]
    for name, (unit, _, sizes) in WORK.items():
        if wishes.only and not any(word in name for word in wishes.only):
            continue
        rows = [row for row in rows if row[0] != name]
        last: tuple[int, float] | None = None
        for size in sizes:
            if unit == "games" and size > wishes.most:
                continue
            began = time.monotonic()
            seconds, memory = measure(name, size)
            growth = math.log(seconds / last[1]) / math.log(size / last[0]) if last else None
            exponent = None if growth is None else f"{growth:.2f}"
            rows.append([name, f"{size:,} {unit}", f"{seconds:.3g}", f"{memory / 1e6:.1f}", exponent])
            print(*rows[-1], f"({time.monotonic() - began:.0f} s)", flush=True)
            last = size, seconds
            _write(wishes.json, rows)


def _write(path: Path | None, rows: list[list[Any]]) -> None:
    order = list(WORK)
    results_file.write(
        path,
        "Time and memory against size, by `benchmarks/growth.py`: seconds of processor, megabytes beyond "
        "what the program had before, and the exponent of the growth of time since the size above.",
        "each measured once in a process of its own",
        ["", "size", "seconds", "MB", "growth"],
        sorted(rows, key=lambda row: order.index(row[0])),  # stable: sizes stay in their order
    )


if __name__ == "__main__":
    main()
