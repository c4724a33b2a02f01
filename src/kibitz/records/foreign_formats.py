"""Reading and writing positions in other programs' file formats."""

from __future__ import annotations

from pathlib import Path

from kibitz.base.errors import BadFile, KibitzError
from kibitz.base.plugins import resolve
from kibitz.games import registry
from kibitz.games.position import Position
from kibitz.records.files import read_text
from kibitz.records.record import Record, display_options

#: Maximum size of such a file.
_LONGEST = 100_000


def is_foreign(path: Path | str) -> bool:
    """Return whether a path has the extension of another program's format."""
    return Path(path).suffix.lower() in registry.formats()


def read_foreign(path: Path) -> Record:
    """Read a file of another program as a record that starts from its position; BadFile if it has none."""
    text = read_text(path, _LONGEST)
    try:
        position: Position = resolve(registry.formats()[path.suffix.lower()].read)(text)
    except KibitzError as error:
        raise BadFile(f"{path}: {error}") from None
    tags = {"Event": f"A game from {path.name}", "Display": display_options(position.game)}
    return Record(position.game, start=position, tags=tags)


def format_foreign(position: Position, path: Path | str) -> str:
    """Return a position in another program's file format."""
    text: str = resolve(registry.formats()[Path(path).suffix.lower()].write)(position)
    return text
