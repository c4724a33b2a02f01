"""File locks that the system releases when their process ends.

On POSIX they are `flock` locks, which belong to an open file: they exclude other
file objects of the same process too. On Windows a byte far behind the end is
locked, so that the content can still be read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.files.write_errors import unwritable

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
#: Seconds between two attempts, at first and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0002, 0.02
#: Seconds to wait for a lock.
LOCK_TIMEOUT = 10.0


def try_lock(handle: int) -> None:
    """Lock an open file; BlockingIOError if it is locked, another OSError without lock support."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 2**30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                raise BlockingIOError(error.errno, error.strerror) from None
            raise
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_lock_file(path: Path, *, create: bool = True) -> int:
    """Open a lock file without following links."""
    flags = os.O_RDWR | _NO_LINK | getattr(os, "O_BINARY", 0) | (os.O_CREAT if create else 0)
    return os.open(path, flags, 0o666)


def is_same_file(handle: int, path: Path) -> bool:
    """Return whether an open file is still the one at a path: its previous owner may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False))
    except OSError:
        return False


@contextlib.contextmanager
def exclusive_lock(path: Path, timeout: float = LOCK_TIMEOUT) -> Iterator[int]:
    """Hold a lock file during the block and yield its open file.

    BlockingIOError after the timeout, another OSError without lock support. The
    file stays; only the holder may remove it.
    """
    end, pause = time.monotonic() + timeout, _FIRST_PAUSE
    while True:
        handle = open_lock_file(path)
        try:
            try_lock(handle)
            if is_same_file(handle, path):
                break
        except BlockingIOError:
            if time.monotonic() > end:
                os.close(handle)
                raise
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
    try:
        yield handle
    finally:
        os.close(handle)


@contextlib.contextmanager
def update_lock(path: Path, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the lock of a file while the block reads, changes and writes it.

    Without lock support of the file system the block runs unprotected.
    """
    lock = path.with_name(f".{path.name}.lock")
    with contextlib.ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(exclusive_lock(lock, timeout))
        except BlockingIOError:
            raise BadFile(f"{path} is being written by another program; try again") from None
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise unwritable(lock, error) from None
        yield


#: Error codes of file systems without locks.
NO_LOCKS = {
    getattr(errno, name)
    for name in ("ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL")
    if hasattr(errno, name)
}


@contextlib.contextmanager
def ignore_missing_locks() -> Iterator[None]:
    """Suppress errors of file systems without locks."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Try to hold a lock file during the block, and yield whether this process holds it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = open_lock_file(path)
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        try:
            try_lock(handle)
            free = os.name != "posix" or is_same_file(handle, path)
        except OSError:
            free = False
        if not free:
            yield False
            return
        try:
            yield True
        finally:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
    finally:
        os.close(handle)
