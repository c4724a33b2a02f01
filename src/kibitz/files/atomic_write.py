"""Everything that is written to a path: files that are there whole or not at all.

A plain file is written under a temporary name in the same folder, made durable,
and renamed. Its writer holds a lock on it, so whatever a killed process left
behind can be told from what another is still writing. Links are written through;
into a pipe or a device is written, and it stays what it is.
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

from kibitz.files.locks import suppress_no_locks, try_lock
from kibitz.files.output_target import Place, open_stream, place_of
from kibitz.files.write_errors import unwritable

#: Makes sure that somebody may do something, and keeps it so.
Guard = Callable[[], AbstractContextManager[object]]

_SUFFIX = ".tmp"
_TEMPORARY = re.compile(r"\..*\.\d+-[0-9a-f]{8}\.tmp", re.DOTALL)
#: Bytes of the file's own name in a temporary one; with the rest it stays below what names may have.
_LONGEST_NAME = 100
#: A file this young may belong to a writer that has not locked it yet.
_YOUNG_SECONDS = 60
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class _Stream(io.FileIO):
    """A pipe or a device, in which nobody goes back: /dev/null says that one could, and stays at 0."""

    def seekable(self) -> bool:
        """No."""
        return False

    def tell(self) -> int:
        """Refused, as pipes do it."""
        raise io.UnsupportedOperation("there are no places in a stream")


@contextlib.contextmanager
def whole_file(
    path: Path, *, own_folder: bool = False, one_of_many: bool = False, while_named: Guard | None = None
) -> Iterator[BinaryIO]:
    """A file to write to; it appears under its name when the block ends without an error.

    Whoever writes one of many calls `sync_folder` after the last, so that their names are durable too.
    `while_named` is entered while a plain file gets its name; if it raises, what was there stays.

    A folder of Kibitz's own is made if it is missing, and cleaned of what
    killed writers left behind, and only plain files belong there; other people's
    folders are left as they are.
    """
    try:
        if own_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
            remove_leftovers(path.parent)
        with place_of(path) as place:
            if place.is_plain:
                with _replacing(place, while_named) as out:
                    yield out
                if not one_of_many:
                    sync_folder(place.path.parent)
            elif own_folder:
                raise OSError(errno.EINVAL, "it is not a plain file")
            else:
                with io.BufferedWriter(_Stream(open_stream(place), "wb")) as out:
                    yield out
    except OSError as error:
        raise unwritable(path, error) from None


def write_whole(
    path: Path,
    content: str | bytes,
    *,
    own_folder: bool = False,
    one_of_many: bool = False,
    while_named: Guard | None = None,
) -> None:
    """Write a text, or bytes, so that at every moment the file holds either what it held or all of it."""
    # Half a pair of surrogates stands for a byte of a path that is no UTF-8; it has an escape for a name.
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with whole_file(path, own_folder=own_folder, one_of_many=one_of_many, while_named=while_named) as out:
        out.write(data)


def check_output(path: Path, *, plain: bool = False) -> None:
    """Refuse a path that can't be written to, before the long work whose outcome belongs there.

    What will be read again must be a plain file.
    """
    try:
        with place_of(path) as place:
            if plain and not place.is_plain:
                raise OSError(errno.EINVAL, "it is not a plain file")
            if place.is_plain and not os.access(place.path.parent, os.W_OK | os.X_OK):
                raise OSError(errno.EACCES, f"the folder {place.path.parent} may not be changed")
    except OSError as error:
        raise unwritable(path, error) from None


@contextlib.contextmanager
def _replacing(place: Place, while_named: Guard | None) -> Iterator[BinaryIO]:
    """A file under another name that takes the place of a plain one when the block ends well."""
    named = os.fsdecode(os.fsencode(place.path.name)[:_LONGEST_NAME])
    temporary = f".{named}.{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
    if place.folder is None:
        temporary = str(place.path.with_name(temporary))

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | _NO_LINK, 0o666, dir_fd=place.folder)

    made = False
    try:
        with open(temporary, "xb", opener=opener) as out:
            made = True
            _lock(out)
            yield out
            out.flush()
            if place.there is not None:
                _keep_rights(out.fileno(), place.there)
            os.fsync(out.fileno())
            written = os.fstat(out.fileno())
        with contextlib.nullcontext() if while_named is None else while_named():
            _refuse_changed(place, temporary, written)
            os.replace(temporary, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)
            made = False
    finally:
        if made:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=place.folder)


def _keep_rights(file: int, before: os.stat_result) -> None:
    """A file that is replaced goes on to belong to whom it did, and is read by whom it was."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.fchown(file, before.st_uid, before.st_gid)
        os.fchmod(file, before.st_mode & 0o777)


def _refuse_changed(place: Place, temporary: str, written: os.stat_result) -> None:
    """Renaming would replace a pipe or a device too, and would give another's file our name."""
    now = place.look()
    if now is not None and not stat.S_ISREG(now.st_mode):
        raise OSError(errno.EBUSY, "it became something else than a plain file meanwhile")
    ours = os.stat(temporary, dir_fd=place.folder, follow_symlinks=False)
    if (ours.st_dev, ours.st_ino) != (written.st_dev, written.st_ino):
        raise OSError(errno.EBUSY, "somebody replaced what was being written")


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of writers that no longer live."""
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
            leftover.unlink(missing_ok=True)  # Windows removes no open file


def _lock(file: BinaryIO) -> None:
    """Keep others from taking it for what a killed writer left; where there are no locks, its age does."""
    with suppress_no_locks():
        try_lock(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make new names durable, where folders can be synced."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
