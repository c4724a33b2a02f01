"""The file that a tournament is kept in: its plan, then a line for every game as soon as it has ended.

Lines are only ever added. Whoever is killed leaves at worst half a line, which
is cut off when the tournament goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kibitz.arena.job import GameResult
from kibitz.arena.plan import Plan
from kibitz.words.errors import BadFile, KibitzError

_MAGIC = "kibitz tournament"
_VERSION = 1
#: How often lines are forced onto the disk; what the system has taken survives everything but a power cut.
_SYNC_SECONDS = 1.0


class Journal:
    """A tournament's file while it is written to. Made by `open_journal`."""

    def __init__(self, file: IO[bytes], plan: Plan, results: dict[int, GameResult]) -> None:
        self.plan = plan
        self.results = results
        self._file = file
        self._synced = time.monotonic()

    def add(self, result: GameResult) -> None:
        """Keep a game. One that is kept already is not kept twice."""
        if result.number in self.results:
            return
        self._write({"result": result.to_json()})
        self.results[result.number] = result

    def _write(self, data: object) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > _SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Force everything onto the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()


@contextlib.contextmanager
def open_journal(path: Path, plan: Plan | None) -> Iterator[Journal]:
    """Start a tournament's file, or go on with it; without a plan it must be there already."""
    try:
        if plan is None and not path.exists():
            raise BadFile(f"there is no tournament in {path}")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            _lock(file, path)
            file.seek(0)
            text = file.read()
            whole = text[: text.rfind(b"\n") + 1]
            if len(whole) < len(text):
                file.truncate(len(whole))
            kept, results = _read(whole, path)
            if kept is None:
                if plan is None:
                    raise BadFile(f"{path} is empty, so there is no tournament to go on with")
                kept = plan
                journal = Journal(file, kept, results)
                journal._write({_MAGIC: _VERSION, "plan": plan.to_json()})
            elif plan is not None and plan != kept:
                raise BadFile(f"{path} holds another tournament; save this one under another name")
            else:
                journal = Journal(file, kept, results)
            try:
                yield journal
            finally:
                journal.sync()
    except OSError as error:
        raise BadFile(f"can't keep the tournament in {path}: {error.strerror or error}") from None


def read_journal(path: Path) -> tuple[Plan, dict[int, GameResult]]:
    """A tournament as it is kept, without going on with it."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadFile(f"can't read {path}: {error.strerror or error}") from None
    plan, results = _read(text[: text.rfind(b"\n") + 1], path)
    if plan is None:
        raise BadFile(f"{path} is empty, so there is no tournament in it")
    return plan, results


def _read(text: bytes, path: Path) -> tuple[Plan | None, dict[int, GameResult]]:
    plan: Plan | None = None
    results: dict[int, GameResult] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            data = json.loads(line)
            if plan is None:
                if data[_MAGIC] != _VERSION:
                    raise BadFile(f"{path} was written by another version of Kibitz ({data[_MAGIC]})")
                plan = Plan.from_json(data["plan"])
            else:
                result = GameResult.from_json(data["result"])
                results.setdefault(result.number, result)
        except BadFile:
            raise
        except KibitzError as error:
            raise BadFile(f"{path}: line {number}: {error}") from None
        except (ValueError, KeyError, TypeError):
            what = "a game" if plan else "a tournament's plan"
            raise BadFile(f"{path}: line {number}: this is not {what}") from None
    return plan, results


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep others from playing the same tournament, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadFile(f"{path} is in use: the tournament is being played already") from None
