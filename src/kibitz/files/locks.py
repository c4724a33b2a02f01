"""Locks that end with the process that holds them, however it ends.

On POSIX they are `flock` locks, which belong to an open file: another file
object of the same process is kept out too. Windows locks a byte far behind the
end, so that the content can still be read.
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
#: Seconds between two tries, at first and at most.
_SOON, _LATER = 0.0002, 0.02
#: Seconds to wait for whoever reads, changes and writes a file.
PATIENCE = 10.0


def try_lock(handle: int) -> None:
    """Lock an open file; BlockingIOError if somebody holds it, another OSError where there are no locks."""
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
    """A file to lock, open; a link is not followed."""
    flags = os.O_RDWR | _NO_LINK | getattr(os, "O_BINARY", 0) | (os.O_CREAT if create else 0)
    return os.open(path, flags, 0o666)


def bears_its_name(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at a path: who held it before may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False))
    except OSError:
        return False


@contextlib.contextmanager
def one_at_a_time(path: Path, patience: float = PATIENCE) -> Iterator[int]:
    """Wait for a lock file and hold it while the block lasts; its open file.

    BlockingIOError when somebody else keeps it for too long, another OSError
    where there are no locks. The file stays; whoever removes it holds it.
    """
    end, pause = time.monotonic() + patience, _SOON
    while True:
        handle = open_lock_file(path)
        try:
            try_lock(handle)
            if bears_its_name(handle, path):
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
        pause = min(2 * pause, _LATER)
    try:
        yield handle
    finally:
        os.close(handle)


@contextlib.contextmanager
def updating(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """While the block lasts, nobody else who asks for this changes a file: read it, change it, write it.

    A file system without locks is gone on with: its owner then has to see to it.
    """
    lock = path.with_name(f".{path.name}.lock")
    with contextlib.ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(one_at_a_time(lock, patience))
        except BlockingIOError:
            raise BadFile(
                f"{path} is being written by another program, which does not end; try again"
            ) from None
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise unwritable(lock, error) from None
        yield


#: What systems say where a file system has no locks.
NO_LOCKS = {
    getattr(errno, name)
    for name in ("ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL")
    if hasattr(errno, name)
}


@contextlib.contextmanager
def suppress_no_locks() -> Iterator[None]:
    """Go on where the file system has no locks."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Whether this process is the one that holds a lock; until the block ends, or the process does."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = open_lock_file(path)
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        try:
            try_lock(handle)
            free = os.name != "posix" or bears_its_name(handle, path)
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
