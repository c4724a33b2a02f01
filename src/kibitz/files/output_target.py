"""Where an output goes: what lies there, and in which folder.

Links are followed as the system follows them. The folder is held open, so that
nobody who renames folders meanwhile can lead the output elsewhere. In a folder
that everybody may write to, such as /tmp, other people's links, pipes and files
are not touched: whoever put them there may mean no good.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: As many as Linux follows.
_MOST_LINKS = 40
#: A folder that may be searched but not listed can be held with O_PATH too.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_POSIX = os.name == "posix"


@dataclass(frozen=True, slots=True)
class Place:
    """A name in a folder, and what bears it: None if nothing does yet."""

    path: Path
    #: The folder, held open; None where the system can't do that, and `name` is a whole path.
    folder: int | None
    name: str
    there: os.stat_result | None
    #: One of the streams that this or another process has open, whatever lies behind it.
    stream: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether a plain file is there, or will be."""
        return not self.stream and (self.there is None or stat.S_ISREG(self.there.st_mode))

    def look(self) -> os.stat_result | None:
        """What bears the name now."""
        try:
            return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        except FileNotFoundError:
            return None


@contextlib.contextmanager
def place_of(path: Path) -> Iterator[Place]:
    """The place that a path leads to; OSError says why it leads to none that may be written to."""
    with contextlib.ExitStack() as held:
        try:
            place = _follow(path, held)
            _refuse(place)
        except ValueError as error:  # no path at all, such as one with a NUL
            raise OSError(errno.EINVAL, str(error)) from None
        yield place


def _follow(path: Path, held: contextlib.ExitStack) -> Place:
    for _ in range(_MOST_LINKS):
        if _is_stream(path):
            return Place(path, None, str(path), os.stat(path), stream=True)
        if not path.name:  # `/`, `.` and the like
            raise OSError(errno.EISDIR, "it is a folder")
        if not path.parent.is_dir():
            raise OSError(errno.ENOENT, f"there is no folder {path.parent}")
        folder = None
        if _POSIX:
            folder = os.open(path.parent, _FOLDER)
            held.callback(os.close, folder)
        place = Place(path, folder, path.name if _POSIX else str(path), None)
        there = place.look()
        if there is None or not stat.S_ISLNK(there.st_mode):
            return Place(path, folder, place.name, there)
        _refuse_strange(there, folder)
        path = path.parent / os.readlink(place.name, dir_fd=folder)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_stream(path: Path) -> bool:
    """Whether a path such as /dev/stdout has led to the open files of a process.

    What such a link says is no path, or one that must not be replaced while the stream goes on.
    """
    folder = os.path.realpath(path.parent)
    return _POSIX and (folder == "/dev/fd" or folder.startswith("/proc/")) and path.name.isdecimal()


def _refuse(place: Place) -> None:
    there = place.there
    if there is None or place.stream:
        return
    if stat.S_ISDIR(there.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if stat.S_ISSOCK(there.st_mode):
        raise OSError(errno.ENXIO, "it is a socket")
    _refuse_strange(there, place.folder)
    if not os.access(place.name, os.W_OK, dir_fd=place.folder):
        raise OSError(errno.EACCES, "it is write-protected")


def _refuse_strange(there: os.stat_result, folder: int | None) -> None:
    if folder is None:
        return
    around = os.fstat(folder)
    everybodys = around.st_mode & stat.S_ISVTX and around.st_mode & stat.S_IWOTH
    if everybodys and there.st_uid not in (os.geteuid(), around.st_uid):
        raise OSError(errno.EACCES, "it belongs to somebody else, in a folder that everybody may write to")


def open_stream(place: Place) -> int:
    """A pipe, a device or an open stream, to be written into; a pipe waits for its reader."""
    if place.stream and place.path.parent.resolve() == Path(f"/proc/{os.getpid()}/fd"):
        # The same stream, not the file behind it from its beginning: both would write over each other.
        return os.dup(int(place.path.name))
    flags = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | (os.O_APPEND if place.stream else 0)
    flags |= 0 if place.stream else getattr(os, "O_NOFOLLOW", 0)
    opened = os.open(place.name, flags, dir_fd=place.folder)
    if not place.stream and stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EBUSY, "it became another file meanwhile")
    return opened
