"""Moves of many games going on, each on disk before it is shown.

Writing the file of a record at every move of every game takes longer than the
moves. So whoever holds many games writes one line a move into a file beside the
records, and the records themselves a little later. Reading a record then means
to read its lines too (`Store.load`); a line that was cut or changed is not
believed.

A line says that a game goes on after so many moves with another, whatever came
after them before, or it holds the whole record. So lines can be read more than
once without harm.

Whoever opens a game to write it names what it writes by a token of its own
(`files/ownership.py`), which records bear in the tag `Journal`. Lines go on from
the record with their token; a whole one may also follow the token before. So
lines of somebody who had the game earlier never undo what was written since.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from itertools import takewhile
from pathlib import Path

from kibitz.base.errors import BadFile, KibitzError
from kibitz.files.locks import ignore_missing_locks, try_lock
from kibitz.records.parser import parse_record
from kibitz.records.record import Record

_SUFFIX = ".live"


#: The number of moves in a line that holds a whole record instead of one move.
WHOLE = -1
#: The tag of a record that says which lines go on from it.
JOURNAL = "Journal"
_JOURNAL = re.compile(rb'^\[Journal "([0-9a-f]{1,32})"\]\s*$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """After so many moves of a game came this one; `clock` is what both players had left then."""

    name: str
    ply: int
    move: str
    clock: str | None = None
    #: The token of whoever wrote it, and for a whole record also that of the record on disk before.
    writer: str = ""
    follows: str = ""

    @staticmethod
    def whole(name: str, record: str, writer: str = "", follows: str = "") -> Line:
        """Everything that there is of a game."""
        return Line(name, WHOLE, record, None, writer, follows)

    def text(self) -> str:
        """As it stands in a file, with a checksum."""
        body = json.dumps(list(astuple(self)), ensure_ascii=True)
        return f"{zlib.crc32(body.encode()):08x} {body}\n"

    @staticmethod
    def read(text: str) -> Line | None:
        """A line of a file; None if it is not as it was written."""
        sum_text, _, body = text.rstrip("\n").partition(" ")
        if f"{zlib.crc32(body.encode()):08x}" != sum_text:
            return None
        return Line(*json.loads(body))


class LiveFile:
    """A file that lines are added to, in a folder of records."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._mark = secrets.token_hex(4)
        self._out = -1
        self._paths: list[Path] = []

    def add(self, line: Line) -> None:
        """Write a line; when this returns, it outlives this process."""
        try:
            if self._out < 0:
                self._open()
            data = line.text().encode()
            if os.write(self._out, data) != len(data):
                raise OSError(errno.ENOSPC, "the disk is full")
        except OSError as error:
            self._close()  # nothing is read after half a line, so the next goes into another file
            from kibitz.files.folders import folder_hint  # not loaded as long as all goes well

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
        """Let what was written outlive the machine, too."""
        with contextlib.suppress(OSError):
            os.fsync(self._out)

    def begin_anew(self) -> list[Path]:
        """Go on in another file; those so far may go once their games are saved."""
        self._close()
        done, self._paths = self._paths, []
        return done


def live_lines(folder: Path) -> dict[str, list[Line]]:
    """The lines of each game in all files of a folder, in order."""
    found: dict[str, list[Line]] = {}
    for path in live_files(folder):
        for line in read_lines(path):
            found.setdefault(line.name, []).append(line)
    return found


def live_files(folder: Path) -> list[Path]:
    """The files with lines in a folder, the oldest first."""

    def age(path: Path) -> tuple[float, str]:
        with contextlib.suppress(OSError):
            return path.stat().st_mtime, path.name
        return 0.0, path.name

    return sorted(folder.glob(f".*{_SUFFIX}"), key=age)


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of a file up to the first that is not as it was written."""
    with contextlib.suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        for text in file:
            line = Line.read(text)
            if line is None:
                return
            yield line


def brought_up_to_date(record: Record | None, lines: Iterable[Line]) -> Record | None:
    """A record with what happened since it was written; None if there is none to go on from."""
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
                break  # something between is missing, so nothing after it is known
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
        return record  # it fits no rules that we know
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
    """The token that the record in a file bears; none if there is no file, or it bears none."""
    try:
        found = _JOURNAL.search(path.read_bytes()[:100_000].partition(b"\n\n")[0])
    except OSError:
        return ""
    return found[1].decode() if found else ""


def with_token(record: Record, token: str) -> Record:
    """A record as it is kept; without a token, as it is for everybody else."""
    tags = {name: value for name, value in record.tags.items() if name != JOURNAL}
    if token:
        tags[JOURNAL] = token
    return record if tags == record.tags else replace(record, tags=tags)


@contextlib.contextmanager
def left_behind(folder: Path) -> Iterator[dict[str, list[Line]]]:
    """The lines in files whose writers no longer live; the files are removed if the block ends well."""
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
