"""Distributed solving of a book's deepest ply; all other scores follow from it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import lru_cache

from kibitz import _core
from kibitz.executors.executor import Executor
from kibitz.games.connect.book import NOT_YET
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.game import Game

#: Positions per job.
_TOGETHER = 32

#: A game, the size of the solver's table, and keys with their indices.
_Job = tuple[Game, int, list[tuple[int, int]]]


def solve_deepest(
    solver: _core.ConnectSolver, game: Game, keys: bytes, scores: bytes, table_bits: int, executor: Executor
) -> Generator[bytes]:
    """Yield the scores as more of the deepest ply is solved."""
    plies = solver.book_plies(keys)
    numbers = _core.unpack_keys(keys)
    left = [
        (place, numbers[place])
        for place, ply in enumerate(plies)
        if ply == max(plies) and scores[place] == NOT_YET
    ]
    filled = bytearray(scores)
    jobs = [(game, table_bits, left[at : at + _TOGETHER]) for at in range(0, len(left), _TOGETHER)]
    with closing(executor.run(_score, jobs)) as results:
        for found in results:
            for place, score in found:
                filled[place] = score
            yield bytes(filled)


def _score(job: _Job) -> list[tuple[int, int]]:
    """Return the score of each position with its index."""
    game, table_bits, chosen = job
    # Keys are packed in ascending order, as in the book.
    packed = _core.pack_keys([key for _, key in chosen])
    unknown = bytes([NOT_YET]) * len(chosen)
    found = _solver(game, table_bits).core.fill_book(packed, unknown, 1, _core.Control())
    return [(place, score) for (place, _), score in zip(chosen, found, strict=True)]


@lru_cache(1)
def _solver(game: Game, table_bits: int) -> ConnectSolver:
    """Return a cached solver, which keeps its transposition table between jobs."""
    return ConnectSolver(game, table_bits=table_bits, book=False)
