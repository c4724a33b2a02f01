"""Cost and gain of clusters: the same work in a process pool and on local clusters.

    python benchmarks/cluster.py [--workers 1,2,4,8,16] [--games 200] [--quick] [--json FILE]

1. A match, and tables, by so many workers of a cluster, beside as many processes of a pool (a match) or one
   process with all cores (a table). Results have to be equal. The start of the cluster is measured apart.
2. The prediction of `kibitz solve --plan --cluster N` for the same tables.

    python benchmarks/cluster.py --faults [--kills 20]

kills a worker again and again, with -9, while a match is played and while a table is made, and compares the
results with undisturbed ones.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kibitz
from kibitz.games.registry import load
from kibitz.solving.cluster_plan import cluster_plan
from kibitz.solving.solve_plan import make_plan
from kibitz.solving.table_store import table_path

MATCH = {"game": "ewn", "limit": "nodes=40k", "seed": 1}
PLAYERS = ("negascout:depth=9", "negascout:depth=8")
#: Game and pieces.
TABLES = [("ewn", 4), ("ewn", 5), ("connect:width=6,height=4", None), ("mnk:width=4,height=4,length=4", None)]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    found = work()
    return time.perf_counter() - begun, found


def games(executor: Any, count: int, workers: int | None = None) -> list[tuple[str, ...]]:
    match = kibitz.match(*PLAYERS, games=count, executor=executor, workers=workers, **MATCH)  # type: ignore[arg-type]
    return [result.moves for result in match.results]


def table(game: str, pieces: int | None, executor: Any = None) -> bytes:
    """Solve in an empty folder, and return the bytes of the table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_CACHE"] = folder
        kibitz.solve(game, pieces=pieces, executor=executor)
        return table_path(load(game)).read_bytes()


@contextlib.contextmanager
def cluster_of(workers: int, rows: list[dict[str, Any]]) -> Iterator[Any]:
    begun = time.perf_counter()
    with kibitz.cluster(f"local:{workers}") as there:
        while there.places() < workers:
            time.sleep(0.05)
        rows.append(
            {"what": "start of the cluster", "workers": workers, "cluster": time.perf_counter() - begun}
        )
        list(there.run(abs, range(4 * workers)))  # so that all processes are there
        yield there


def compare(counts: list[int], number: int, quick: bool) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    tables = TABLES[:1] if quick else TABLES
    alone = {each: timed(lambda each=each: table(*each)) for each in tables}  # type: ignore[misc]
    for workers in counts:
        pool_seconds, expected = timed(lambda workers=workers: games(None, number, workers))  # type: ignore[misc]
        with cluster_of(workers, rows) as there:
            seconds, found = timed(lambda there=there: games(there, number))  # type: ignore[misc]
            assert found == expected, "the games differ"
            rows.append(
                {"what": f"{number} games", "workers": workers, "cluster": seconds, "pool": pool_seconds}
            )
            for game, pieces in tables:
                seconds, data = timed(
                    lambda game=game, pieces=pieces, there=there: table(game, pieces, there)  # type: ignore[misc]
                )
                assert data == alone[game, pieces][1], "the tables differ"
                rules = load(game)
                plan = cluster_plan(rules, make_plan(rules, None, pieces), workers)
                rows.append(
                    {
                        "what": f"{game} {pieces or ''}".strip(),
                        "workers": workers,
                        "cluster": seconds,
                        "alone, all cores": alone[game, pieces][0],
                        "foretold": plan.seconds,
                        "bottleneck": plan.bottleneck,
                    }
                )
        for row in rows[-2 - len(tables) :]:
            print(
                json.dumps({k: round(v, 2) if isinstance(v, float) else v for k, v in row.items()}),
                flush=True,
            )
    return rows


def workers_of(parent: int) -> list[int]:
    """The worker processes that descend from a process."""
    parents: dict[int, int] = {}
    workers = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"kibitz.executors.dask_worker_main" in (folder / "cmdline").read_bytes():
                workers.append(int(folder.name))

    def descends(pid: int) -> bool:
        while pid > 1:
            pid = parents.get(pid, 0)
            if pid == parent:
                return True
        return False

    return [pid for pid in workers if descends(pid)]


@contextlib.contextmanager
def killing(most: int, rng: random.Random) -> Iterator[list[float]]:
    """Kill one worker of ours after the other, at random moments, until the block ends."""
    kills: list[float] = []
    over = threading.Event()

    def kill() -> None:
        while len(kills) < most and not over.wait(rng.uniform(0.2, 3.0)):
            if found := workers_of(os.getpid()):
                os.kill(rng.choice(found), signal.SIGKILL)
                kills.append(time.monotonic())

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield kills
    finally:
        over.set()
        thread.join()


def faults(kills: int, number: int) -> None:
    """Work until a number of workers were killed; every round must give the result of one process."""
    rng = random.Random(1)
    rounds: list[tuple[str, Callable[[Any], Any]]] = [
        (f"{number} games", lambda there: games(there, number)),
        ("ewn 5", lambda there: table("ewn", 5, there)),
    ]
    for what, work in rounds:
        expected = work(None)
        done = times = 0
        with kibitz.cluster("local:4") as there:
            while done < kills:
                with killing(kills - done, rng) as killed:
                    assert work(there) == expected, f"{what}: other results"
                done += len(killed)
                times += 1
        print(f"{what}: {done} workers killed in {times} rounds, all with equal results", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", default="1,2,4,8,16")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--quick", action="store_true", help="the smallest table only")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--faults", action="store_true", help="kill workers instead")
    parser.add_argument("--kills", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_CACHE"] = folder
        if args.faults:
            faults(args.kills, args.games)
            return
        rows = compare([int(count) for count in args.workers.split(",")], args.games, args.quick)
        if args.json:
            args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
