"""Building and verifying opening books."""

from __future__ import annotations

import contextlib
import platform
import random
import struct
import time
from pathlib import Path

import kibitz
from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.errors import BadFile, BadOption, Stopped
from kibitz.executors.executor import AnyExecutor, make_executor
from kibitz.games.connect.book import MOST_PLIES, NOT_YET, Book, read_book, write_book
from kibitz.games.connect.distributed_book import solve_deepest
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.control import control_with
from kibitz.games.game import Game

#: Seconds between checkpoints.
_SAVE_SECONDS = 30.0
_RAW_MAGIC = b"KBZRAW1\n"
_RAW_HEAD = struct.Struct("<8sQQ")


def build_book(
    game: Game,
    plies: int,
    path: Path,
    *,
    threads: int,
    table_bits: int,
    progress: Progress | None = None,
    executor: AnyExecutor | None = None,
) -> Book:
    """Solve every position of the first plies, resuming an earlier run for the same file."""
    if not 0 <= plies <= MOST_PLIES:
        raise BadOption(f"a book has 0 to {MOST_PLIES} plies, not {plies}")
    solver = ConnectSolver(game, table_bits=table_bits, book=False).core
    keys = _positions(solver, plies, progress)
    scores = _earlier_scores(game, path, keys) or bytes([NOT_YET]) * len(_core.unpack_keys(keys))
    cancelled = False

    def report(done: int, total: int) -> bool:
        nonlocal cancelled
        cancelled = progress is not None and progress(done, total) is False
        return not cancelled

    def save() -> None:
        write_book(game, path, plies, keys, scores, _provenance("kibitz book build"))
        if cancelled:
            raise Stopped(f"the book is not complete; the same command resumes {path}")

    if executor is not None:
        saved = time.monotonic()
        deepest = solve_deepest(solver, game, keys, scores, table_bits, make_executor(executor, 0))
        with contextlib.closing(deepest):
            for scores in deepest:
                report(len(scores) - scores.count(NOT_YET), len(scores))
                if cancelled or time.monotonic() - saved > _SAVE_SECONDS:
                    saved = time.monotonic()
                    save()
    while NOT_YET in scores:
        control = _core.Control(seconds=_SAVE_SECONDS, progress=report)
        scores = solver.fill_book(keys, scores, threads, control)
        save()
    return read_book(game, path)


def _positions(solver: _core.ConnectSolver, plies: int, progress: Progress | None) -> bytes:
    """Return the keys of a book; takes seconds and can be cancelled."""

    def report(done: int, total: int) -> bool:
        return progress is None or progress(0, 0) is not False  # none is solved yet

    try:
        return solver.book_keys(plies, control_with(report))
    except _core.Stopped:
        raise Stopped("the positions of the book were not all found") from None


def _earlier_scores(game: Game, path: Path, keys: bytes) -> bytes | None:
    with contextlib.suppress(BadFile):
        if path.exists() and (book := read_book(game, path)).keys == keys:
            return book.scores
    return None


def pack_book(game: Game, raw: Path, path: Path) -> Book:
    """Convert the output of native/games/connect/tools/book.cpp to a book."""
    data = raw.read_bytes()
    if len(data) < _RAW_HEAD.size or not data.startswith(_RAW_MAGIC):
        raise BadFile(f"{raw} was not written by the book program")
    _, plies, count = _RAW_HEAD.unpack_from(data)
    if len(data) != _RAW_HEAD.size + 9 * count:
        raise BadFile(f"{raw} was cut short")
    packed = _core.pack_keys(list(struct.unpack_from(f"<{count}Q", data, _RAW_HEAD.size)))
    scores = data[_RAW_HEAD.size + 8 * count :]
    if NOT_YET in scores:
        raise BadFile(f"{raw} is not complete: {scores.count(NOT_YET):,} of {count:,} positions are missing")
    solver = ConnectSolver(game, book=False).core
    if not 0 <= plies <= MOST_PLIES or packed != _positions(solver, plies, None):
        raise BadFile(f"{raw} does not hold the positions of the first {plies} plies of {game.spec}")
    write_book(game, path, plies, packed, scores, _provenance("native/games/connect/tools/book.cpp"))
    return read_book(game, path)


def _provenance(program: str) -> dict[str, str]:
    return {"program": program, "kibitz": kibitz.__version__, "machine": platform.machine()}


def check_book(
    game: Game,
    book: Book,
    *,
    samples: int,
    first: int,
    seed: int,
    threads: int = 1,
    progress: Progress | None = None,
) -> int:
    """Verify part of a book: a random sample, and every position of the first plies.

    Positions of the last ply are solved without the book, earlier ones follow from the scores of the next
    ply. Return the number compared; BadFile names the first wrong one.
    """
    solver = ConnectSolver(game, book=False).core
    if book.keys != _positions(solver, book.plies, progress):
        raise BadFile(f"{book.path} does not hold the positions of the first {book.plies} plies")
    plies = solver.book_plies(book.keys)
    sample = random.Random(seed).sample(range(len(plies)), min(samples, len(plies)))
    chosen = sorted({*sample, *(i for i, ply in enumerate(plies) if ply <= first)})
    blanked = bytearray(book.scores)
    for place in chosen:
        blanked[place] = NOT_YET
    known = len(plies) - len(chosen)

    def report(done: int, total: int) -> bool:
        return progress is None or progress(max(0, done - known), total - known) is not False

    found = solver.fill_book(book.keys, bytes(blanked), threads, _core.Control(progress=report))
    for place in chosen:
        if found[place] == NOT_YET:
            raise Stopped("the check was stopped")
        if found[place] != book.scores[place]:
            key = _core.unpack_keys(book.keys)[place]
            raise BadFile(
                f"{book.path} is wrong: the position with key {key} is worth {_signed(found[place])}, "
                f"and the book says {_signed(book.scores[place])}"
            )
    return len(chosen)


def _signed(byte: int) -> int:
    return byte - 256 if byte > NOT_YET else byte
