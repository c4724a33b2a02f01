"""Positions in the files of other programs, as games to go on with."""

from __future__ import annotations

from pathlib import Path

from kibitz.base.errors import BadFile, KibitzError
from kibitz.base.plugins import resolve
from kibitz.games import registry
from kibitz.games.position import Position
from kibitz.records.files import read_text
from kibitz.records.record import Record, display_options

#: No such file needs more.
_LONGEST = 100_000


def is_foreign(path: Path | str) -> bool:
    """Whether a file's name says that it is another program's."""
    return Path(path).suffix.lower() in registry.formats()


def read_foreign(path: Path) -> Record:
    """The game in such a file, to go on with; BadFile if there is none."""
    text = read_text(path, _LONGEST)
    try:
        position: Position = resolve(registry.formats()[path.suffix.lower()].read)(text)
    except KibitzError as error:
        raise BadFile(f"{path}: {error}") from None
    tags = {"Event": f"A game from {path.name}", "Display": display_options(position.game)}
    return Record(position.game, start=position, tags=tags)


def format_foreign(position: Position, path: Path | str) -> str:
    """A position as the file of another program has it."""
    text: str = resolve(registry.formats()[Path(path).suffix.lower()].write)(position)
    return text
