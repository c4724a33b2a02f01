"""Files that are there whole or not at all.

A file is written under a temporary name in the same folder, made durable, and
renamed. Its writer holds a lock on it, so whatever a killed process left behind
can be told from what another is still writing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kibitz.words.errors import BadFile

_SUFFIX = ".tmp"
#: A file this young may belong to a writer that has not locked it yet.
_YOUNG_SECONDS = 60


@contextlib.contextmanager
def whole_file(path: Path, *, own_folder: bool = False) -> Iterator[BinaryIO]:
    """A file to write to; it appears under its name when the block ends without an error.

    A folder of Kibitz's own is made if it is missing, and cleaned of what
    killed writers left behind; other people's folders are left as they are.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}")
    try:
        if own_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
            remove_leftovers(path.parent)
        with temporary.open("xb") as out:
            _lock(out)
            yield out
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, text: str, *, own_folder: bool = False) -> None:
    """Write a text so that at every moment the file holds either its old text or the new one."""
    try:
        with whole_file(path, own_folder=own_folder) as out:
            out.write(text.encode("utf-8"))
    except ValueError as error:  # no path at all, such as one with a NUL
        raise BadFile(f"{path} can't be written: {error}") from None


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of writers that no longer live."""
    for leftover in folder.glob(f".*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            if time.time() - leftover.stat().st_mtime < _YOUNG_SECONDS:
                continue
            with leftover.open("r+b") as file:
                _lock(file)  # fails while its writer lives
                if os.name == "posix":
                    leftover.unlink()
            leftover.unlink(missing_ok=True)  # Windows removes no open file


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Whether this process is the one that holds a lock; until the block ends, or the process does."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise _unwritable(path, error) from None
    with file:
        try:
            _lock(file)
        except OSError:
            yield False
            return
        try:
            yield True
        finally:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> None:
    """Lock a file for as long as it is open; OSError if another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unwritable(path: Path, error: OSError) -> BadFile:
    why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
    return BadFile(f"{path} can't be written: {why}")


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where folders can be synced."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
