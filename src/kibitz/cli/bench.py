"""`kibitz bench`: measure how fast this machine is, in about a minute."""

from __future__ import annotations

import datetime
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

import kibitz
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.cli.shared_options import RealRange, check_outputs
from kibitz.files.atomic_write import write_atomically
from kibitz.games.game import Game

#: Task, game, amount of work, seconds of processor time.
Row = tuple[str, str, int, float]
_HEAD = ["task", "game", "done", "seconds", "a second"]


@click.command()
@click.option(
    "--seconds",
    type=RealRange(0.01, 60),
    default=2.0,
    show_default=True,
    help="Approximate time for each row of the table.",
)
@click.option(
    "--json",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write the table to this file, as JSON.",
)
def command(seconds: float, path: Path | None) -> None:
    """Measure move generation and search in each family of games.

    Times are processor time; run it on an otherwise idle machine. The tasks are the same on every machine;
    only how much of them fits into the time differs.
    """
    check_outputs(path)
    machine = conditions()
    click.echo(
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {machine['versions']}"
    )
    click.echo(f"{'task':22}{'game':12}{'done':>14}{'seconds':>9}{'a second':>14}")
    rows = []
    for row in measurements(seconds):
        rows.append(row)
        task, game, done, spent = row
        click.echo(f"{task:22}{game:12}{done:>14,}{spent:>9.2f}{done / max(spent, 1e-9):>14,.0f}")
    if path is not None:
        cells = [[task, game, done, round(spent, 3), round(done / spent)] for task, game, done, spent in rows]
        write_atomically(
            path, json.dumps({**machine, "head": _HEAD, "rows": cells}, indent=1).encode() + b"\n"
        )


def conditions() -> dict[str, Any]:
    """Return the date, the machine and the versions that a measurement was made with."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "versions": f"Kibitz {kibitz.__version__}, Python {platform.python_version()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def measurements(seconds: float) -> Iterator[Row]:
    """Yield a row for each task and family of games as soon as it is measured."""
    families: dict[str, Game] = {}
    for game in map(kibitz.load, kibitz.game_names()):
        # The game with the most moves represents its family; the others are over too soon.
        family = game.rules.family
        families[family] = max(families.get(family, game), game, key=_branching)
    for task, work in _TASKS.items():
        for game in families.values():
            yield task, game.name, *_measure(game, seconds, work)


def _branching(game: Game) -> int:
    return len(game.start(Random(1)).moves)


def _measure(game: Game, seconds: float, work: Callable[[Game, int], int]) -> tuple[int, float]:
    """Increase the work until it takes long enough to be measured; return its amount and seconds."""
    work(game, 1)  # warm up: the first run loads and allocates
    began = time.process_time()
    work(game, 1)
    # Mostly preparation, such as clearing a transposition table: at most a tenth of what is measured.
    enough = max(seconds / 4, 10 * (time.process_time() - began))
    size, last = 0, (0, 0.0)
    while True:
        size += 1
        began = time.process_time()
        done = work(game, size)
        spent = time.process_time() - began
        if done <= last[0]:  # the game is over before this depth
            return last
        # The next size would take several times as long.
        if spent > enough:
            return done, spent
        last = done, spent


def _count_lines(game: Game, depth: int) -> int:
    return kibitz.perft(game.start(Random(1)), depth)


def _search(game: Game, depth: int) -> int:
    """Search several positions of a random game, since a single one may be unusual."""
    rng, position, total = Random(1), game.start(Random(1)), 0
    player = kibitz.player(game.search.best)
    for _ in range(4):
        while position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
        if position.is_over:
            break
        total += player.choose(position, kibitz.Limit(depth=depth), Random(1)).nodes or 0
        position = position.play(rng.choice(position.moves))
    return total


def _play_random_games(game: Game, doublings: int) -> int:
    rng, moves = Random(1), 0
    while moves < 500 * 2**doublings:
        position = game.start(Random(1))
        while not position.is_over:
            chance = position.turn is Side.CHANCE
            position = position.play(position.roll(rng) if chance else rng.choice(position.moves))
            moves += 1
    return moves


#: The work grows by several times from one size to the next.
_TASKS: dict[str, Callable[[Game, int], int]] = {
    "lines counted": _count_lines,
    "positions searched": _search,
    "moves from Python": _play_random_games,
}
