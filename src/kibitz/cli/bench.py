"""`kibitz bench`: how fast this machine is, in a minute."""

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
from kibitz.cli.number_types import RealRange
from kibitz.cli.output_files import check_outputs
from kibitz.files.atomic_write import write_atomically
from kibitz.games.game import Game

#: Task, game, how much was done, in how many seconds of the processor.
Row = tuple[str, str, int, float]
_HEAD = ["task", "game", "done", "seconds", "a second"]


@click.command()
@click.option(
    "--seconds",
    type=RealRange(0.01, 60),
    default=2.0,
    show_default=True,
    help="For each line of the table, about.",
)
@click.option(
    "--json", "path", type=click.Path(path_type=Path), metavar="FILE", help="Write the table here too."
)
def command(seconds: float, path: Path | None) -> None:
    """Measure moves, searches and tables of each kind of game, alone and without other work if you can.

    Times are of the processor. What is done is the same everywhere and every time, but how much of it fits
    into the time differs.
    """
    check_outputs(path)
    machine = conditions()
    click.echo(
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {machine['versions']}"
    )
    click.echo(f"{'task':22}{'game':12}{'done':>14}{'seconds':>9}{'a second':>14}")
    rows = []
    for row in measured(seconds):
        rows.append(row)
        task, game, done, spent = row
        click.echo(f"{task:22}{game:12}{done:>14,}{spent:>9.2f}{done / max(spent, 1e-9):>14,.0f}")
    if path is not None:
        cells = [[task, game, done, round(spent, 3), round(done / spent)] for task, game, done, spent in rows]
        write_atomically(
            path, json.dumps({**machine, "head": _HEAD, "rows": cells}, indent=1).encode() + b"\n"
        )


def conditions() -> dict[str, Any]:
    """When, where and with what something was measured."""
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


def measured(seconds: float) -> Iterator[Row]:
    """A row for each task and family of games, as it is done."""
    families: dict[str, Game] = {}
    for game in map(kibitz.load, kibitz.game_names()):
        # The one with the most moves stands for its family; the others are over too soon.
        families[game.family] = max(families.get(game.family, game), game, key=_choice)
    for task, work in _TASKS.items():
        for game in families.values():
            yield task, game.name, *_enough(game, seconds, work)


def _choice(game: Game) -> int:
    return len(game.start(Random(1)).moves)


def _enough(game: Game, seconds: float, work: Callable[[Game, int], int]) -> tuple[int, float]:
    """What was done in how many seconds, when there was enough of it to be measured."""
    work(game, 1)  # the first run loads and allocates what later ones find in memory
    size, last = 0, (0, 0.0)
    while True:
        size += 1
        began = time.process_time()
        done = work(game, size)
        spent = time.process_time() - began
        if done <= last[0]:  # the game is over before
            return last
        # The next one would take several times as long.
        if spent > seconds / 4:
            return done, spent
        last = done, spent


def _lines(game: Game, depth: int) -> int:
    return kibitz.perft(game.start(Random(1)), depth)


def _searched(game: Game, depth: int) -> int:
    """Several positions on the way through a random game, as one alone may be odd."""
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


def _played(game: Game, doublings: int) -> int:
    rng, moves = Random(1), 0
    while moves < 500 * 2**doublings:
        position = game.start(Random(1))
        while not position.is_over:
            chance = position.turn is Side.CHANCE
            position = position.play(position.roll(rng) if chance else rng.choice(position.moves))
            moves += 1
    return moves


#: How much of each is done grows by several times from one size to the next.
_TASKS: dict[str, Callable[[Game, int], int]] = {
    "lines counted": _lines,
    "positions searched": _searched,
    "moves from Python": _played,
}
