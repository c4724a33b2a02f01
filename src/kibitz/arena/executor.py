"""Where games are played: here, or in processes of their own.

Games are independent jobs. Anything with a `run` that turns jobs into results,
in any order, is an executor; a job may be played twice, as long as one of its
results comes back.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Mapping
from typing import Protocol, runtime_checkable

from kibitz.arena.game_result import GameResult
from kibitz.arena.plan import GameJob
from kibitz.arena.playing import play_game
from kibitz.games.game import Game
from kibitz.players.player import Player


@runtime_checkable
class Executor(Protocol):
    """Plays games."""

    def run(self, jobs: Iterable[GameJob]) -> Generator[GameResult]:
        """The results, as they come. Closing the iterator stops the work and cleans up."""
        ...


class Here:
    """Plays one game after the other in this process."""

    def __init__(self, game: Game | None = None, players: Mapping[str, Player] | None = None) -> None:
        """`game` and `players` stand in for what the specs name, where a spec can't make them."""
        self._game = game
        self._players = players

    def run(self, jobs: Iterable[GameJob]) -> Generator[GameResult]:
        """The results, in the jobs' order."""
        for job in jobs:
            yield play_game(job, self._game, self._players)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_executor(workers: int | None, games: int) -> Executor:
    """An executor for so many games: one worker a core, unless told otherwise."""
    count = min(cores() if workers is None else workers, games)
    if count <= 1:
        return Here()
    from kibitz.arena.workers import Workers

    return Workers(count)
