"""Journal of a match or tournament: its plan, then a line for every finished game.

Append-only, each line with its number and a checksum. A crash leaves at worst a partial last line, which is
truncated on resume. Any other damaged or missing line is an error; emptying a line replays its game.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import zlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any

from kibitz.arena.game_result import GameResult
from kibitz.arena.result_store import ResultStore
from kibitz.arena.schedule import Plan
from kibitz.base.errors import BadFile, KibitzError
from kibitz.files.locks import ignore_missing_locks, try_lock

_MAGIC = "kibitz arena"
_VERSION = 2
_BEGINS = f'{{"{_MAGIC}": '.encode()
#: Prefix of journals of the previous version, which had no checksums.
_BEGAN = b'{"kibitz tournament": 1'
_ENDS = re.compile(rb', "crc32": "([0-9a-f]{8})"\}')
_WHOLE = re.compile(rb"(\{.*)" + _ENDS.pattern, re.DOTALL)
#: Interval of fsync in seconds; only a power failure can lose lines written since.
_SYNC_SECONDS = 1.0
_MISPLACED = (
    "this was written as line {}, so lines are missing, duplicated or swapped; put them in order, with an "
    "empty line for each that is lost, and its game is played again when you resume"
)


class Journal:
    """Games of a match, in a file or in memory only. Made by `open_journal`."""

    def __init__(self, plan: Plan, results: ResultStore, file: FileIO | None = None, lines: int = 0) -> None:
        self.plan = plan
        self.results = results
        self._file = file
        self._lines = lines
        self._synced = time.monotonic()

    def add(self, result: GameResult) -> None:
        """Append the result of a game, unless it is in the journal already."""
        if result.number not in self.results:
            if self._file is not None:
                with _write_error(self._file.name):
                    _append(self._file, self._lines + 1, {"result": result.to_json()})
                    self._lines += 1
                    if time.monotonic() - self._synced > _SYNC_SECONDS:
                        os.fsync(self._file.fileno())
                        self._synced = time.monotonic()
            self.results.add(result)


@contextlib.contextmanager
def open_journal(path: Path | None, plan: Plan | None, *, fresh: bool = False) -> Iterator[Journal]:
    """Create or resume a journal; without a plan the file must exist.

    `fresh` discards the games in it. Without a path, games are kept in memory only.
    """
    if path is None:
        assert plan is not None
        yield Journal(plan, ResultStore())
        return
    with contextlib.ExitStack() as stack:
        with _write_error(path):
            if plan is None and not path.exists():
                raise BadFile(f"there is no file {path} with games to resume")
            if path.exists() and not path.is_file():
                raise BadFile(f"{path} is not a regular file, so games can't be saved in it")
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.open("a+b", buffering=0))
            _lock(file, path)
            journal = _start_or_resume(path, file, plan, fresh)
        try:
            yield journal
        finally:
            with _write_error(path):
                os.fsync(file.fileno())


def _start_or_resume(path: Path, file: FileIO, plan: Plan | None, fresh: bool) -> Journal:
    """Read or create the journal, and truncate a partial last line."""
    file.seek(0)
    text = file.read()
    if fresh and text.startswith((_BEGINS, _BEGAN)):
        text = b""
    kept, results, lines, whole = _read(text, path)
    if kept is not None and plan not in (None, kept):
        raise BadFile(f"{path} holds other games; save these under another name")
    plan = kept or plan
    if plan is None:
        raise BadFile(f"{path} is empty, so there are no games to resume")
    file.truncate(whole)
    if kept is None:
        lines = 1
        _append(file, lines, {_MAGIC: _VERSION, "plan": plan.to_json()})
    elif not text[:whole].endswith(b"\n"):
        file.write(b"\n")
    return Journal(plan, results, file, lines)


def _append(file: FileIO, number: int, data: dict[str, Any]) -> None:
    """Write a line unbuffered, so that a failed write isn't repeated later."""
    text = json.dumps({**data, "line": number}).encode()[:-1]
    line = b'%b, "crc32": "%08x"}\n' % (text, zlib.crc32(text))
    while line:
        line = line[file.write(line) :]


@contextlib.contextmanager
def _write_error(path: Path | str) -> Iterator[None]:
    """Convert an OSError to BadFile."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"can't save the games in {path}: {error.strerror or error}") from None


def _checked(line: bytes) -> Any:
    """Return the content of a line; None if its checksum is wrong or missing."""
    found = _WHOLE.fullmatch(line)
    return json.loads(line) if found and b"%08x" % zlib.crc32(found[1]) == found[2] else None


def _read(text: bytes, path: Path) -> tuple[Plan | None, ResultStore, int, int]:
    """Parse the plan and the games; also return the number of lines and bytes before a partial last line."""
    *lines, last = text.split(b"\n")
    if last and _is_half(last, b'{"result": ' if lines else _BEGINS):
        text = text[: -len(last)]
    elif last:
        lines.append(last)
    plan: Plan | None = None
    results = ResultStore()
    for number, line in enumerate(lines, start=1):
        try:
            if plan is None:
                plan = _read_plan(line, path)
            elif line:
                data = _checked(line)
                if data["line"] != number:
                    raise KibitzError(_MISPLACED.format(data["line"]))
                _take(GameResult.from_json(data["result"]), plan, results)
        except BadFile:
            raise
        except KibitzError as error:
            raise BadFile(f"{path}: line {number}: {error}") from None
        except (ValueError, KeyError, TypeError):
            raise BadFile(
                f"{path}: line {number} is damaged, so its game is not known; "
                "empty the line, and the game is played again when you resume"
            ) from None
    return plan, results, len(lines), len(text)


def _is_half(line: bytes, prefix: bytes) -> bool:
    """Return whether a line is a partial write of a line that starts with `prefix`."""
    ours = line[: len(prefix)] == prefix[: len(line)] and re.fullmatch(rb"[ -~]+", line) is not None
    return ours and not _ENDS.search(line)


def _read_plan(line: bytes, path: Path) -> Plan:
    data = _checked(line)
    if data is None and line.startswith(_BEGAN):
        raise BadFile(
            f"{path} was written by an earlier version of Kibitz, without checksums; "
            "finish it with that version, or play it again with --fresh"
        )
    if data is None or _MAGIC not in data:
        raise BadFile(
            f"{path} holds no games, or its first line is damaged; "
            "use another file, or put back a copy of this one"
        )
    if data[_MAGIC] != _VERSION:
        raise BadFile(
            f"{path} was written by another version of Kibitz ({data[_MAGIC]}); resume it with that version"
        )
    return Plan.from_json(data["plan"])


def _take(result: GameResult, plan: Plan, results: ResultStore) -> None:
    """Add a parsed game to the results; BadFile if its number is invalid or taken."""
    if not 0 <= result.number < plan.games:
        raise KibitzError(f"there is no game {result.number + 1} in these {plan.games}; empty the line")
    if not results.add(result):
        raise KibitzError(f"game {result.number + 1} is here twice; empty one of the two lines")


def _lock(file: FileIO, path: Path) -> None:
    """Lock the file against a second writer, where the system supports it."""
    try:
        with ignore_missing_locks():
            try_lock(file.fileno())
    except BlockingIOError:
        raise BadFile(f"{path} is in use: these games are being played already") from None
