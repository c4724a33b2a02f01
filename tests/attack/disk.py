"""A disk that is full at every write: a message, an exit code, and no loss of existing data."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import kibitz
from kibitz.records.record_store import Store
from tests.attack.field import Field, attack
from tests.attack.limits import COMMANDS, OLD, _check_whole

#: Where the runner mounts a small disk, if it may.
DISK = "disk"


def fill(folder: Path, leave: int) -> None:
    """Fill a disk up to so many bytes."""
    free = shutil.disk_usage(folder).free
    with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as out:
        out.write(bytes(max(0, free - leave)))


@attack("limits", weight=2)
def full_disk(field: Field) -> None:
    """Commands whose cache, data and outputs lie on a disk with little room."""
    disk = field.folder / DISK
    if not os.path.ismount(disk):
        field.count("limits")
        field.once("notice", lambda: print("no small disk can be made here", flush=True))
        return
    for old in disk.iterdir():
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    os.environ.update(KIBITZ_CACHE=str(disk / "cache"), KIBITZ_DATA=str(disk / "data"))
    kept = Store()
    kept.save("before", kibitz.Record.parse('[Game "tictactoe"]\n\n1. 5 1 2. 9 *'))
    (disk / "game.pgn").write_text('[Game "tictactoe"]\n\n1. 5 1 2. 9 *\n')
    for name in ("out.html", "out.svg"):
        (disk / name).write_text(OLD)
    fill(disk, field.rng.choice([0, 0, 1000, 4096, 10_000, 50_000, 200_000]))
    for command in field.rng.sample(COMMANDS, 3):
        field.count("limits")
        code, text = field.run(*command, cwd=disk)
        if code not in (0, 1, 2):
            field.fault("tracebacks", f"{command} on a full disk ended with {code}: {text[-500:]}")
        for name in ("out.html", "out.svg"):
            _check_whole(field, disk / name, command)
        names = [saved.name for saved in kept.saved() if saved.record is not None]
        if "before" not in names:
            field.fault("lost", f"a saved game on a full disk, after {command}")
        if left := list(disk.glob(".*.tmp")):
            field.fault("left", f"{left} after {command}")
