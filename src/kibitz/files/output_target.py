"""Resolution of output paths, safe against races and planted links.

Links are followed as the system follows them. The folder is held open, so that
renaming folders meanwhile can't redirect the output. In a sticky world-writable
folder such as /tmp, links, pipes and files of other users are refused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: The number of links that Linux follows.
_MOST_LINKS = 40
#: A folder that may be searched but not listed can be held with O_PATH too.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
#: Whether files can be named from an open folder; WebAssembly has not all it takes.
_FROM_FOLDER = {os.access, os.open, os.readlink, os.rename, os.stat, os.unlink} <= os.supports_dir_fd
_POSIX = os.name == "posix"


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """A name in a folder, and the file of that name: None if there is none yet."""

    path: Path
    #: The open folder; None where the system has no such thing, and `name` is the full path.
    folder: int | None
    name: str
    there: os.stat_result | None
    #: Whether it is an open stream of this or another process, such as /dev/stdout.
    stream: bool = False

    @property
    def is_regular(self) -> bool:
        """Whether there is, or will be, a regular file."""
        return not self.stream and (self.there is None or stat.S_ISREG(self.there.st_mode))

    def stat(self) -> os.stat_result | None:
        """Return the current status of the file, or None if there is none."""
        try:
            return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        except FileNotFoundError:
            return None


@contextlib.contextmanager
def output_target(path: Path) -> Iterator[OutputTarget]:
    """Resolve a path to its target during the block; OSError if it can't be written to."""
    with contextlib.ExitStack() as held:
        try:
            target = _follow(path, held)
            _refuse(target)
        except ValueError as error:  # not a path at all, such as one with a NUL
            raise OSError(errno.EINVAL, str(error)) from None
        yield target


def _follow(path: Path, held: contextlib.ExitStack) -> OutputTarget:
    for _ in range(_MOST_LINKS):
        if _is_stream(path):
            return OutputTarget(path, None, str(path), os.stat(path), stream=True)
        if not path.name:  # `/`, `.` and the like
            raise OSError(errno.EISDIR, "it is a folder")
        if not path.parent.is_dir():
            raise OSError(errno.ENOENT, f"there is no folder {path.parent}")
        folder = None
        if _FROM_FOLDER:
            folder = os.open(path.parent, _FOLDER)
            held.callback(os.close, folder)
        target = OutputTarget(path, folder, path.name if _FROM_FOLDER else str(path), None)
        there = target.stat()
        if there is None or not stat.S_ISLNK(there.st_mode):
            return OutputTarget(path, folder, target.name, there)
        _refuse_strange(there, folder)
        path = path.parent / os.readlink(target.name, dir_fd=folder)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_stream(path: Path) -> bool:
    """Whether a path such as /dev/stdout has led to an open file of a process.

    Such a link does not hold a path, or holds one that must not be replaced while the stream is open.
    """
    folder = os.path.realpath(path.parent)
    return _POSIX and (folder == "/dev/fd" or folder.startswith("/proc/")) and path.name.isdecimal()


def _refuse(target: OutputTarget) -> None:
    there = target.there
    if there is None or target.stream:
        return
    if stat.S_ISDIR(there.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if stat.S_ISSOCK(there.st_mode):
        raise OSError(errno.ENXIO, "it is a socket")
    _refuse_strange(there, target.folder)
    if not os.access(target.name, os.W_OK, dir_fd=target.folder):
        raise OSError(errno.EACCES, "it is write-protected")


def _refuse_strange(there: os.stat_result, folder: int | None) -> None:
    if folder is None:
        return
    around = os.fstat(folder)
    everybodys = around.st_mode & stat.S_ISVTX and around.st_mode & stat.S_IWOTH
    if everybodys and there.st_uid not in (os.geteuid(), around.st_uid):
        raise OSError(errno.EACCES, "it belongs to another user, in a world-writable folder")


def open_stream(target: OutputTarget) -> int:
    """Open a pipe, a device or an open stream for writing; a pipe waits for its reader."""
    if target.stream and target.path.parent.resolve() == Path(f"/proc/{os.getpid()}/fd"):
        # Duplicate the stream: opening its file again would start at offset 0 and overwrite the output.
        return os.dup(int(target.path.name))
    flags = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | (os.O_APPEND if target.stream else 0)
    flags |= 0 if target.stream else getattr(os, "O_NOFOLLOW", 0)
    opened = os.open(target.name, flags, dir_fd=target.folder)
    if not target.stream and stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EBUSY, "it was replaced by another file")
    return opened
