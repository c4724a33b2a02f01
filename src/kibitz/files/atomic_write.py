"""Atomic writes: a file has either its old content or all of the new.

A regular file is written under a temporary name in the same folder, synced and
renamed. The writer holds a lock on it, which distinguishes temporary files of killed
processes from those still being written. Symbolic links are followed; pipes and
devices are written to directly.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

from kibitz.files.locks import ignore_missing_locks, try_lock
from kibitz.files.output_target import OutputTarget, open_stream, output_target
from kibitz.files.write_errors import unwritable

#: A context in which a write may be committed; it raises if it may not.
Guard = Callable[[], AbstractContextManager[object]]

_SUFFIX = ".tmp"
_TEMPORARY = re.compile(r"\..*\.\d+-[0-9a-f]{8}\.tmp", re.DOTALL)
#: Bytes of the file's own name in the temporary one, so that it stays below the system's limit.
_LONGEST_NAME = 100
#: A temporary file younger than this may belong to a writer that has not locked it yet.
_YOUNG_SECONDS = 60
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class _Stream(io.FileIO):
    """A pipe or a device. Never seekable, unlike /dev/null, which claims to be and stays at 0."""

    def seekable(self) -> bool:
        """Return False."""
        return False

    def tell(self) -> int:
        """Raise UnsupportedOperation, as pipes do."""
        raise io.UnsupportedOperation("a stream has no position")


@contextlib.contextmanager
def atomic_file(
    path: Path, *, own_folder: bool = False, defer_sync: bool = False, commit_guard: Guard | None = None
) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name when the block ends without an error.

    `commit_guard` is entered around the rename; if it raises, the old content stays.
    With `defer_sync` the caller writes many files and calls `sync_folder` after the last.
    With `own_folder` the folder belongs to Kibitz: it is created if missing, cleaned of
    temporary files of killed writers, and holds regular files only.
    """
    try:
        if own_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
            remove_leftovers(path.parent)
        with output_target(path) as target:
            if target.is_regular:
                with _replacing(target, commit_guard) as out:
                    yield out
                if not defer_sync:
                    sync_folder(target.path.parent)
            elif own_folder:
                raise OSError(errno.EINVAL, "it is not a regular file")
            else:
                with io.BufferedWriter(_Stream(open_stream(target), "wb")) as out:
                    yield out
    except OSError as error:
        raise unwritable(path, error) from None


def write_atomically(
    path: Path,
    content: str | bytes,
    *,
    own_folder: bool = False,
    defer_sync: bool = False,
    commit_guard: Guard | None = None,
) -> None:
    """Write a text or bytes atomically (see `atomic_file`)."""
    # Lone surrogates stand for bytes of a path that is not UTF-8; they are written as escapes.
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with atomic_file(path, own_folder=own_folder, defer_sync=defer_sync, commit_guard=commit_guard) as out:
        out.write(data)


def check_output(path: Path, *, plain: bool = False) -> None:
    """Raise BadFile if a path can't be written to, before the long work that writes there.

    With `plain` it must be a regular file, as for output that is read again.
    """
    try:
        with output_target(path) as target:
            if plain and not target.is_regular:
                raise OSError(errno.EINVAL, "it is not a regular file")
            if target.is_regular and not os.access(target.path.parent, os.W_OK | os.X_OK):
                raise OSError(errno.EACCES, f"the folder {target.path.parent} is write-protected")
    except OSError as error:
        raise unwritable(path, error) from None


@contextlib.contextmanager
def _replacing(target: OutputTarget, commit_guard: Guard | None) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces the target when the block ends without an error."""
    named = os.fsdecode(os.fsencode(target.path.name)[:_LONGEST_NAME])
    temporary = f".{named}.{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
    if target.folder is None:
        temporary = str(target.path.with_name(temporary))

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | _NO_LINK, 0o666, dir_fd=target.folder)

    made = False
    try:
        with open(temporary, "xb", opener=opener) as out:
            made = True
            _lock(out)
            yield out
            out.flush()
            if target.there is not None:
                _keep_rights(out.fileno(), target.there)
            os.fsync(out.fileno())
            written = os.fstat(out.fileno())
        with contextlib.nullcontext() if commit_guard is None else commit_guard():
            _refuse_changed(target, temporary, written)
            os.replace(temporary, target.name, src_dir_fd=target.folder, dst_dir_fd=target.folder)
            made = False
    finally:
        if made:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=target.folder)


def _keep_rights(file: int, before: os.stat_result) -> None:
    """Copy owner, group and permissions of the file that is replaced."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.fchown(file, before.st_uid, before.st_gid)
        os.fchmod(file, before.st_mode & 0o777)


def _refuse_changed(target: OutputTarget, temporary: str, written: os.stat_result) -> None:
    """Raise OSError if the target or the temporary file was replaced meanwhile."""
    now = target.stat()
    if now is not None and not stat.S_ISREG(now.st_mode):
        raise OSError(errno.EBUSY, "it is no longer a regular file")
    ours = os.stat(temporary, dir_fd=target.folder, follow_symlinks=False)
    if (ours.st_dev, ours.st_ino) != (written.st_dev, written.st_ino):
        raise OSError(errno.EBUSY, "another program replaced the temporary file")


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files of processes that have ended."""
    for leftover in folder.glob(f".*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            seen = leftover.lstat()
            if not _TEMPORARY.fullmatch(leftover.name) or not stat.S_ISREG(seen.st_mode):
                continue
            if time.time() - seen.st_mtime < _YOUNG_SECONDS:
                continue
            with open(leftover, "r+b", opener=lambda name, flags: os.open(name, flags | _NO_LINK)) as file:
                try_lock(file.fileno())  # fails while its writer lives
                if os.name == "posix":
                    leftover.unlink()
            leftover.unlink(missing_ok=True)  # Windows can't remove an open file


def _lock(file: BinaryIO) -> None:
    """Mark a temporary file as being written; without locks only its age protects it."""
    with ignore_missing_locks():
        try_lock(file.fileno())


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that new names in it are durable."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
