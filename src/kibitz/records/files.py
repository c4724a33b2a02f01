"""Reading records from files."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Protocol, runtime_checkable

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadFile, BadOption, ChangedRecord, KibitzError, quoted
from kibitz.files.regular_file import open_regular_file, read_regular_file
from kibitz.games.game import Game
from kibitz.records.parser import LONGEST, all_of, parse_each, parse_record
from kibitz.records.python_rules import kept_game
from kibitz.records.record import Record

#: Characters of a file of several games read at a time.
_PIECE = 4_000_000
#: The encoding of other programs' PGN files: it prescribes Latin-1, and most were written on Windows.
_LATIN = "cp1252"


def read_record(path: Path, game: Game | None = None, *, accept_changed: bool = False) -> Record:
    """Return the record in a file; BadFile if it holds none, ChangedRecord if it was edited."""
    text = read_record_text(path)
    try:
        return parse_record(text, game or kept_game(text, data_folder()), accept_changed=accept_changed)
    except ChangedRecord as error:
        raise ChangedRecord(f"{path}: {error}") from None
    except KibitzError as error:
        raise BadFile(f"{path}: {error}") from None


def read_records(path: str | Path, game: Game | None = None, *, accept_changed: bool = False) -> list[Record]:
    """Return all games in a file of records, such as a PGN file of chess games.

    `game` is needed only for a game in a Python file. BadFile says which game can't be
    read, and why; ChangedRecord refuses a record that was edited, unless it is accepted.

    >>> import kibitz, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
    ...     file.write('[White "Anna"] 1. e4 e5 2. Nf3 * [White "Ben"] 1. d4 *') and file.flush()
    ...     [len(record.moves) for record in kibitz.read_records(file.name)]
    [3, 1]
    """
    check(path=(path, str | Path), game=(game, Game | None), accept_changed=(accept_changed, bool))
    return all_of(read_each(Path(path), game, accept_changed=accept_changed))


@runtime_checkable
class HasRecord(Protocol):
    """A game that is being played, such as a `Session`."""

    def record(self) -> Record:
        """Return the game so far."""


def to_record(source: Record | HasRecord | str | Path, game: Game | None = None) -> Record:
    """Return a record as it is, a session's, or that of a text or a file.

    A `str` is the text of a record if it begins with a tag or has several lines; otherwise it is a path.
    """
    if isinstance(source, Record):
        return source
    if isinstance(source, str) and (source.lstrip().startswith("[") or "\n" in source):
        return parse_record(source, game)
    if isinstance(source, str | Path):
        return read_record(Path(source), game)
    if isinstance(source, HasRecord) and not isinstance(source, type):
        return source.record()
    raise BadOption(
        f"a game to review is a Record, a Session, the text of a record or a file, not {quoted(source)}"
    )


def read_each(
    path: Path, game: Game | None = None, *, accept_changed: bool = False, number: int | None = None
) -> Iterator[Record | KibitzError]:
    """Yield every record in a file, or the error that refuses it; `number` as in `parse_each`."""
    pieces = _pieces(path)
    first = next(pieces, "")
    game = game or kept_game(first, data_folder())
    for found in parse_each(chain([first], pieces), game, accept_changed=accept_changed, number=number):
        if isinstance(found, ChangedRecord):
            yield ChangedRecord(f"{path}: {found}")
        elif isinstance(found, KibitzError):
            yield BadFile(f"{path}: {found}")
        else:
            yield found


def _pieces(path: Path) -> Iterator[str]:
    """Yield the text of a file of records in pieces of whole lines."""
    encoding = _encoding(path)
    with open_regular_file(path) as file:
        lines = io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="")
        while piece := lines.read(_PIECE):
            yield piece + lines.readline()


def _encoding(path: Path) -> str:
    """Return the encoding of a file of records; PGN files of other programs may be Latin-1."""
    decoder, line, head = codecs.getincrementaldecoder("utf-8")(), 1, b""
    with open_regular_file(path) as file:
        try:
            while data := file.read(_PIECE):
                head = head or data
                decoder.decode(data)
                line += data.count(b"\n")
            decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            if _is_pgn(head):
                return _LATIN
            line += error.object.count(b"\n", 0, error.start)
            raise BadFile(f"{path}: line {line}: this is not UTF-8 text") from None
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
    return "utf-8"


def data_folder() -> Path:
    """Return the folder of saved games and of the rules of Python games: `$KIBITZ_DATA`, or the user's."""
    if folder := os.environ.get("KIBITZ_DATA"):
        return Path(folder)
    import platformdirs

    return platformdirs.user_data_path("kibitz", appauthor=False)


def read_record_text(path: Path) -> str:
    """Return the text of a file of records; PGN files of other programs may be Latin-1."""
    data = read_regular_file(path, LONGEST)
    try:
        return _decoded(data, path)
    except BadFile:
        if _is_pgn(data):
            return data.decode(_LATIN, "replace")
        raise


def _is_pgn(data: bytes) -> bool:
    """Return whether this is the text of another program's PGN file."""
    return re.match(rb'\s*\[\w+\s+"', data) is not None and b"[Game " not in data


def read_text(path: Path, longest: int = LONGEST) -> str:
    """Return the text of a regular file of at most `longest` bytes."""
    return _decoded(read_regular_file(path, longest), path)


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}: line {line}: this is not UTF-8 text") from None
