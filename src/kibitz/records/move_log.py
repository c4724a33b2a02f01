"""Write-ahead log of live games: a move is durable before it is shown.

Rewriting a record at every move takes longer than the moves. So a process with many games appends a line per
move to a file beside the records and writes the records a little later. Reading a record replays its lines
too (`Store.load`); a truncated or changed line is ignored.

A line says that after so many moves a game continues with another move, replacing later ones, or it holds the
whole record. So replay is idempotent.

Each writer of a game has a token (`files/ownership.py`), which records have in the tag `Journal`. Lines apply
to the record with their token; a whole record may also follow the previous token. So lines of an earlier
writer never undo later moves.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from itertools import takewhile
from pathlib import Path

from kibitz import _core
from kibitz.base.errors import BadFile, KibitzError
from kibitz.files.locks import ignore_missing_locks, try_lock
from kibitz.records.parser import parse_record
from kibitz.records.record import Record

_SUFFIX = ".live"


#: Index of a line that holds a whole record instead of a move.
WHOLE = -1
#: The tag of a record with the token of its writer.
JOURNAL = "Journal"
_JOURNAL = re.compile(rb'^\[Journal "([0-9a-f]{1,32})"\]\s*$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """A logged move and the number of moves before it; `clock` is both players' time left after it."""

    name: str
    ply: int
    move: str
    clock: str | None = None
    #: Token of the writer; for a whole record also that of the previous record on disk.
    writer: str = ""
    follows: str = ""

    @staticmethod
    def whole(name: str, record: str, writer: str = "", follows: str = "") -> Line:
        """Return a line with the whole record."""
        return Line(name, WHOLE, record, None, writer, follows)

    def text(self) -> str:
        """Format the line with its checksum."""
        body = json.dumps(list(astuple(self)), ensure_ascii=True)
        return f"{zlib.crc32(body.encode()):08x} {body}\n"

    @staticmethod
    def read(text: str) -> Line | None:
        """Parse a line; None if its checksum is wrong."""
        sum_text, _, body = text.rstrip("\n").partition(" ")
        if f"{zlib.crc32(body.encode()):08x}" != sum_text:
            return None
        return Line(*json.loads(body))


class LiveFile:
    """A log file opened for appending, in a folder of records."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._mark = secrets.token_hex(4)
        self._out = -1
        self._paths: list[Path] = []

    def add(self, line: Line) -> None:
        """Append a line; on return, it survives the process."""
        try:
            if self._out < 0:
                self._open()
            data = line.text().encode()
            if os.write(self._out, data) != len(data):
                raise OSError(errno.ENOSPC, "the disk is full")
        except OSError as error:
            self._close()  # reading stops at a partial line, so the next goes to another file
            from kibitz.files.folders import folder_hint  # imported only on failure

            why = f"{error.strerror}{folder_hint(self._folder)}"
            raise BadFile(f"{self._folder} can't be written to: {why}") from None

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._number += 1
        path = self._folder / f".{os.getpid()}-{self._mark}-{self._number:06}{_SUFFIX}"
        self._out = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        self._paths.append(path)
        with ignore_missing_locks():
            try_lock(self._out)

    def _close(self) -> None:
        if self._out >= 0:
            os.close(self._out)
            self._out = -1

    def sync(self) -> None:
        """Flush the file to disk, so that its lines survive a power failure."""
        with contextlib.suppress(OSError):
            os.fsync(self._out)

    def rotate(self) -> list[Path]:
        """Rotate to another file; the previous ones may be removed once their games are saved."""
        self._close()
        done, self._paths = self._paths, []
        return done


def live_lines(folder: Path) -> dict[str, list[Line]]:
    """Return the lines of each game in all log files of a folder, in order."""
    found: dict[str, list[Line]] = {}
    for path in live_files(folder):
        for line in read_lines(path):
            found.setdefault(line.name, []).append(line)
    return found


def live_files(folder: Path) -> list[Path]:
    """Return the log files of a folder, oldest first."""
    # Quick in a folder of many thousands of records, which `glob` is not.
    files, _, _ = _core.scan_folder(os.fsencode(folder), _SUFFIX.encode(), b"", 0, sys.maxsize)
    named = sorted((modified, os.fsdecode(name)) for name, modified in files if name.startswith(b"."))
    return [folder / name for _, name in named]


def read_lines(path: Path) -> Iterator[Line]:
    """Return the lines of a file up to the first damaged one."""
    with contextlib.suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        for text in file:
            line = Line.read(text)
            if line is None:
                return
            yield line


def brought_up_to_date(record: Record | None, lines: Iterable[Line]) -> Record | None:
    """Replay lines on a record; None if there is neither a record nor a whole-record line."""
    texts: list[str] | None = None if record is None else [str(move) for move in record.moves]
    clock = None
    writer = None if record is None else record.tags.get(JOURNAL, "")
    for line in lines:
        if line.ply == WHOLE:
            if writer in (None, line.writer, line.follows):
                with contextlib.suppress(KibitzError):
                    record, clock = with_token(parse_record(line.move), line.writer), None
                    texts, writer = [str(move) for move in record.moves], line.writer
        elif texts is not None and line.writer == writer:
            if line.ply > len(texts):
                break  # a line is missing, so later ones can't be applied
            texts[line.ply :] = [line.move]
            clock = line.clock or clock
    if record is None or texts is None or texts == [str(move) for move in record.moves]:
        return record
    position, moves = record.start or record.game.start(), []
    try:
        for text in texts:
            moves.append(position.move(text))
            position = position.play(moves[-1])
    except KibitzError:
        return record  # its rules are not available
    tags = {name: value for name, value in record.tags.items() if name != "Termination"}
    if clock is not None:
        tags["Clock"] = clock
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, record.moves, strict=False)))
    return replace(
        record,
        moves=tuple(moves),
        outcome=position.outcome,
        tags=tags,
        comments={at: text for at, text in record.comments.items() if at <= len(moves)},
        marks={at: found for at, found in record.marks.items() if at <= same},
        variations={at: found for at, found in record.variations.items() if at < same},
    )


def token_of(path: Path) -> str:
    """Return the token of the record in a file; empty if there is no file or no token."""
    try:
        found = _JOURNAL.search(path.read_bytes()[:100_000].partition(b"\n\n")[0])
    except OSError:
        return ""
    return found[1].decode() if found else ""


def with_token(record: Record, token: str) -> Record:
    """Set the record's token tag; without a token, remove it."""
    tags = {name: value for name, value in record.tags.items() if name != JOURNAL}
    if token:
        tags[JOURNAL] = token
    return record if tags == record.tags else replace(record, tags=tags)


@contextlib.contextmanager
def left_behind(folder: Path) -> Iterator[dict[str, list[Line]]]:
    """Yield the lines of log files whose writers no longer run; remove the files if the block succeeds."""
    with contextlib.ExitStack() as stack:
        dead: list[Path] = []
        for path in live_files(folder):
            with contextlib.suppress(OSError):
                handle = os.open(path, os.O_RDWR)
                stack.callback(os.close, handle)
                try_lock(handle)
                dead.append(path)
        found: dict[str, list[Line]] = {}
        for path in dead:
            for line in read_lines(path):
                found.setdefault(line.name, []).append(line)
        yield found
    for path in dead:
        path.unlink(missing_ok=True)
