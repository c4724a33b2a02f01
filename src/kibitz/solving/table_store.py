"""The folder of tables in the user's cache, with a file for each set of rules."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kibitz import _core
from kibitz.base.errors import BadFile, BadGame, BadOption
from kibitz.files.atomic_write import remove_leftovers
from kibitz.files.folders import cache_folder, file_stem
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving.table import Table, open_table

_SUFFIX = ".kbt"


def tables_folder() -> Path:
    """Return the folder."""
    return cache_folder("tables")


def table_path(game: Game) -> Path:
    """Return the path of a game's table."""
    return _table_path(tables_folder(), game.solving.table_id)


@lru_cache(maxsize=256)
def _table_path(folder: Path, table_id: str) -> Path:
    return folder / f"{file_stem(table_id)}{_SUFFIX}"


def table_stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when the file of a table does; None if there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


_opened: dict[Path, tuple[tuple[int, int, int], Table]] = {}


def find_table(game: Game) -> Table | None:
    """Return the stored table of a game, if any; BadFile if its file is damaged.

    A file is verified when it is first opened, and again only after it changes.
    """
    path = table_path(game)
    seen = table_stamp(path)
    if seen is None:
        return None
    known = _opened.get(path)
    if known is None or known[0] != seen or known[1].game != game:
        known = _opened[path] = (seen, open_table(game, path))
    return known[1]


def known_probe(game: Game) -> _core.Tablebase | None:
    """Return the probe of a game's stored endgame tables, or None."""
    if not game.rules.has_endgame:
        return None
    try:
        table = find_table(game)
    except BadFile:
        return None
    return table.probe if table else None


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in the folder of tables, with its description."""

    path: Path
    size: int
    #: Spec of the game; None if the file can't be read.
    spec: str | None
    positions: int | None
    layout: str | None
    #: Reason why it can't be used, as far as its description shows.
    problem: str | None

    @property
    def name(self) -> str:
        """Return its name: the game's spec, or the file's name."""
        return self.spec or self.path.name


def _describe(path: Path) -> Kept:
    size = path.stat().st_size
    try:
        facts = TableFile(path).facts
    except BadFile as refusal:
        return Kept(path, size, None, None, None, str(refusal))
    return Kept(path, size, facts["game"], facts["positions"], facts["layout"], None)


def unfinished() -> list[Path]:
    """Return folders with parts of unfinished tables."""
    return sorted(path for path in tables_folder().glob("*.part") if path.is_dir())


def kept_tables() -> list[Kept]:
    """Return all tables in the folder by name, readable or not."""
    folder = tables_folder()
    remove_leftovers(folder)
    return sorted((_describe(path) for path in folder.glob(f"*{_SUFFIX}")), key=lambda kept: kept.name)


def kept_table(name: str) -> Kept:
    """Return the stored table of a name: a game's spec, or the file's name."""
    for kept in kept_tables():
        if name in (kept.name, kept.path.name, kept.path.stem):
            return kept
    try:
        path = table_path(load(name))
    except (BadOption, BadGame, BadFile):
        path = None
    if path is not None and path.exists():
        return _describe(path)
    known = ", ".join(kept.name for kept in kept_tables()) or "none yet"
    raise BadOption(f"there is no table named {name!r} (kept are: {known})")


def open_kept(kept: Kept) -> Table:
    """Open a stored table with the rules that it names."""
    if kept.spec is None:
        raise BadFile(kept.problem or f"{kept.path} can't be read")
    return open_table(load(kept.spec), kept.path)


def remove_table(kept: Kept) -> None:
    """Remove a table's file and unfinished parts."""
    _opened.pop(kept.path, None)
    shutil.rmtree(kept.path.with_suffix(".part"), ignore_errors=True)
    try:
        kept.path.unlink(missing_ok=True)
    except OSError as error:
        raise BadFile(f"{kept.path} can't be removed: {error.strerror or error}") from None
