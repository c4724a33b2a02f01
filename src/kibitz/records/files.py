"""Records in files, read with care."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from kibitz.base.errors import BadFile, ChangedRecord, KibitzError
from kibitz.files.regular_file import read_regular_file
from kibitz.games.game import Game
from kibitz.records.parser import LONGEST, all_of, parse_each, parse_record
from kibitz.records.python_rules import kept_game
from kibitz.records.record import Record

#: A file of many games has at most so many bytes.
LONGEST_OF_MANY = 50_000_000


def read_record(path: Path, game: Game | None = None, *, accept_changed: bool = False) -> Record:
    """The record in a file; BadFile with the reason if there is none, or ChangedRecord."""
    text = _record_text(path)
    try:
        return parse_record(text, game or kept_game(text, data_folder()), accept_changed=accept_changed)
    except ChangedRecord as error:
        raise ChangedRecord(f"{path}: {error}") from None
    except KibitzError as error:
        raise BadFile(f"{path}: {error}") from None


def read_records(path: Path, game: Game | None = None, *, accept_changed: bool = False) -> list[Record]:
    """All records in a file, one after the other; errors as with a single one."""
    return all_of(read_each(path, game, accept_changed=accept_changed))


def read_each(
    path: Path, game: Game | None = None, *, accept_changed: bool = False, number: int | None = None
) -> Iterator[Record | KibitzError]:
    """Every record in a file, or the error that it would be refused with; `number` as with `parse_each`."""
    text = _record_text(path, LONGEST_OF_MANY)
    game = game or kept_game(text, data_folder())
    for found in parse_each(text, game, accept_changed=accept_changed, number=number):
        if isinstance(found, ChangedRecord):
            yield ChangedRecord(f"{path}: {found}")
        elif isinstance(found, KibitzError):
            yield BadFile(f"{path}: {found}")
        else:
            yield found


def data_folder() -> Path:
    """Where games and the rules of one's own are kept unless told otherwise."""
    told = os.environ.get("KIBITZ_DATA")
    if told:
        return Path(told)
    import platformdirs

    return platformdirs.user_data_path("kibitz", appauthor=False)


def _record_text(path: Path, longest: int = LONGEST) -> str:
    """The text in a file of records; those of other programs may be as old as their letters."""
    data = read_regular_file(path, longest)
    try:
        return _decoded(data, path)
    except BadFile:
        if re.match(rb'\s*\[\w+\s+"', data) and b"[Game " not in data:
            # The standard of PGN is older than UTF-8; what it says is Latin-1 was mostly written on Windows.
            return data.decode("cp1252", "replace")
        raise


def read_text(path: Path, longest: int = LONGEST) -> str:
    """The text in a plain file of at most so many bytes."""
    return _decoded(read_regular_file(path, longest), path)


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}: line {line}: this is not UTF-8 text") from None
