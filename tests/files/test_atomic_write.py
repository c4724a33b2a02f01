"""Atomic writes: whole or not at all, through links, into pipes and devices."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz import BadFile
from kibitz.files import atomic_write, locks
from kibitz.files.atomic_write import check_output, remove_leftovers, write_atomically
from kibitz.files.locks import lock_file

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices")
root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may")


def write_while(path: Path, happens: Callable[[], object]) -> None:
    """Write to a file while something else happens."""
    with atomic_write.atomic_file(path) as out:
        out.write(b"text")
        happens()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_and_one_that_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for content in ("one", "another", b"\xff\0"):
        write_atomically(path, content)
        assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert names(tmp_path) == ["out"]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="nobody counts open files here")
def test_nothing_stays_open(tmp_path: Path) -> None:
    write_atomically(tmp_path / "out", "one")
    before = len(names(Path("/proc/self/fd")))
    for _ in range(3):
        write_atomically(tmp_path / "out", "another")
    assert len(names(Path("/proc/self/fd"))) == before


def test_an_error_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    for error in (ValueError, BadFile, KeyboardInterrupt):

        def fail(error: type[BaseException] = error) -> None:
            raise error

        with pytest.raises(error):
            write_while(path, fail)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["out"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_rights(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "out"
    path.write_text("secret")
    path.chmod(mode)
    write_atomically(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@root
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("theirs")
    os.chown(path, 1234, 1235)
    write_atomically(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


@posix
def test_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    target = tmp_path / "deep" / "target"
    target.write_text("old")
    (tmp_path / "deep" / "er" / "second").symlink_to("../target")
    (tmp_path / "first").symlink_to(tmp_path / "deep" / "er" / "second")
    write_atomically(tmp_path / "first", "new")
    assert target.read_text() == "new"
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "deep" / "er" / "second").is_symlink()
    assert names(tmp_path / "deep") == ["er", "target"]


@posix
def test_a_link_to_nothing_makes_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/new")
    write_atomically(tmp_path / "link", "text")
    assert (tmp_path / "folder" / "new").read_text() == "text"
    assert (tmp_path / "link").is_symlink()


@posix
def test_a_folder_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    write_atomically(tmp_path / "link" / "out", "text")
    assert (tmp_path / "folder" / "out").read_text() == "text"


@posix
def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to("pipe")
    for path in (pipe, tmp_path / "link"):
        heard: list[str] = []
        reader = threading.Thread(target=lambda heard=heard: heard.append(pipe.read_text()))
        reader.start()
        write_atomically(path, "text" * 50_000)
        reader.join()
        assert heard == ["text" * 50_000]
        assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert names(tmp_path) == ["link", "pipe"]


@posix
def test_a_pipe_whose_reader_leaves(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: pipe.open("rb").close())
    reader.start()
    with pytest.raises(BadFile, match="Broken pipe"):
        write_atomically(pipe, b"x" * 2_000_000)
    reader.join()


@root
def test_a_device_is_written_into_and_stays(tmp_path: Path) -> None:
    """Nodes of our own, so that a mistake costs none that is needed."""
    null, full = tmp_path / "null", tmp_path / "full"
    try:
        os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        null.read_bytes()
    except OSError:
        pytest.skip("may not make devices here")
    (tmp_path / "link").symlink_to("null")
    write_atomically(null, "text")
    write_atomically(tmp_path / "link", "text")
    check_output(null)
    with pytest.raises(BadFile, match="the disk is full"):
        write_atomically(full, "text")
    assert stat.S_ISCHR(null.lstat().st_mode)
    assert stat.S_ISCHR(full.lstat().st_mode)
    assert names(tmp_path) == ["full", "link", "null"]


@posix
def test_streams_cannot_seek_back() -> None:
    """The null device says that one could, and is always at 0: archives would end in a traceback."""
    with atomic_write.atomic_file(Path(os.devnull)) as out, zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", "b")
        archive.writestr("c", "d")
    with atomic_write.atomic_file(Path(os.devnull)) as out:
        assert not out.seekable()


@posix
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_standard_output_by_name_goes_on_where_it_was(tmp_path: Path) -> None:
    """With stdout redirected to a file, output by name and printed output follow each other."""
    code = (
        "import pathlib; from kibitz.files.atomic_write import write_atomically\n"
        "print('before', flush=True)\n"
        "write_atomically(pathlib.Path('/dev/stdout'), 'between\\n')\n"
        "print('after', flush=True)"
    )
    for way in ("wb", "ab"):
        with (tmp_path / "log").open(way) as log:
            subprocess.run([sys.executable, "-c", code], stdout=log, check=True)
    assert (tmp_path / "log").read_text() == "before\nbetween\nafter\n" * 2
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert piped.stdout == "before\nbetween\nafter\n"


@posix
def test_write_errors_are_reported_before_and_during_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "nowhere").symlink_to("gone/out")
    wrong = {
        tmp_path: "it is a folder",
        Path("/"): "it is a folder",
        Path("."): "it is a folder",
        tmp_path / "gone" / "out": f"there is no folder {tmp_path / 'gone'}",
        tmp_path / "nowhere": f"there is no folder {tmp_path / 'gone'}",
        tmp_path / "file" / "out": f"there is no folder {tmp_path / 'file'}",
        tmp_path / "loop": "[Tt]oo many",
        tmp_path / "nul\0": "null",
        tmp_path / "half a pair \ud800": "surrogate|encode",
        tmp_path / ("n" * 300): "too long",
    }
    for path, message in wrong.items():
        for refuse in (check_output, lambda path: write_atomically(path, "text")):
            with pytest.raises(BadFile, match=message):
                refuse(path)
    assert names(tmp_path) == ["file", "loop", "nowhere"]
    assert (tmp_path / "file").read_text() == "a file"


@posix
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(BadFile, match="it is a socket"):
            write_atomically(Path("socket"), "text")
        assert stat.S_ISSOCK(os.lstat("socket").st_mode)


def test_the_longest_name_that_a_file_may_have(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)  # 254 bytes
    write_atomically(path, "text")
    assert names(tmp_path) == [path.name]


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_protected_pieces_stay(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("dear")
    path.chmod(0o400)
    with pytest.raises(BadFile, match="write-protected"):
        write_atomically(path, "new")
    path.chmod(0o600)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadFile, match="is write-protected"):
            check_output(path)
        with pytest.raises(BadFile, match="Permission denied"):
            write_atomically(path, "new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "dear"


@root
@pytest.mark.parametrize("kind", ["link", "pipe", "file"])
def test_other_users_files_in_shared_folders_are_untouched(tmp_path: Path, kind: str) -> None:
    shared, dear = tmp_path / "shared", tmp_path / "dear"
    shared.mkdir()
    shared.chmod(0o1777)
    dear.write_text("dear")
    trap = shared / "out"
    if kind == "link":
        trap.symlink_to(dear)
    elif kind == "pipe":
        os.mkfifo(trap)
    else:
        trap.write_text("theirs")
    os.lchown(trap, 1234, 1234)
    for refuse in (check_output, lambda path: write_atomically(path, "text")):
        with pytest.raises(BadFile, match="belongs to another user"):
            refuse(trap)
    assert dear.read_text() == "dear"
    os.lchown(trap, 0, 0)
    if kind != "pipe":
        write_atomically(trap, "text")
        assert (dear if kind == "link" else trap).read_text() == "text"


@posix
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_a_file_created_meanwhile_is_not_replaced(tmp_path: Path, kind: str) -> None:
    path, dear = tmp_path / "out", tmp_path / "dear"
    dear.write_text("dear")
    happens = {"pipe": lambda: os.mkfifo(path), "link": lambda: path.symlink_to(dear), "folder": path.mkdir}
    with pytest.raises(BadFile, match="no longer a regular file"):
        write_while(path, happens[kind])
    assert dear.read_text() == "dear"
    assert names(tmp_path) == ["dear", "out"]
    assert not path.is_file() or path.is_symlink()


@posix
def test_a_folder_that_is_exchanged_meanwhile_leads_nowhere_else(tmp_path: Path) -> None:
    folder, trap = tmp_path / "folder", tmp_path / "trap"
    folder.mkdir()
    trap.mkdir()
    (trap / "out").write_text("dear")

    def exchange() -> None:
        folder.rename(tmp_path / "moved")
        folder.symlink_to(trap)

    write_while(folder / "out", exchange)
    assert (trap / "out").read_text() == "dear"
    assert (tmp_path / "moved" / "out").read_text() == "text"


@posix
def test_a_temporary_file_that_is_exchanged_is_not_given_our_name(tmp_path: Path) -> None:
    path = tmp_path / "out"

    def exchange() -> None:
        (temporary,) = tmp_path.iterdir()
        temporary.rename(tmp_path / "stolen")
        temporary.write_text("forged")

    with pytest.raises(BadFile, match="another program replaced"):
        write_while(path, exchange)
    assert not path.exists()


@posix
def test_a_folder_of_ours_holds_plain_files_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table")
    with pytest.raises(BadFile, match="not a regular file"):
        write_atomically(tmp_path / "table", "text", own_folder=True)
    assert stat.S_ISFIFO((tmp_path / "table").lstat().st_mode)


@posix
def test_only_what_our_own_writers_left_is_removed(tmp_path: Path) -> None:
    dear = tmp_path / "dear"
    dear.write_text("dear")
    old = [".table.kbt.99999-0123abcd.tmp", ".other.tmp", ".link.1-0123abcd.tmp", ".folder.1-0123abcd.tmp"]
    (tmp_path / old[0]).write_text("half")
    (tmp_path / old[1]).write_text("somebody's")
    (tmp_path / old[2]).symlink_to(dear)
    (tmp_path / old[3]).mkdir()
    for name in old:
        os.utime(tmp_path / name, (1, 1), follow_symlinks=False)
    remove_leftovers(tmp_path)
    assert names(tmp_path) == sorted([*old[1:], "dear"])
    assert dear.read_text() == "dear"


@posix
def test_a_lock_is_no_way_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "made")
    with pytest.raises(BadFile), lock_file(tmp_path / "lock"):
        pass
    assert not (tmp_path / "made").exists()


def test_one_lock_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with lock_file(path) as first:
        with lock_file(path) as second:
            assert (first, second) == (True, False)
        assert path.exists()
    assert not path.exists()


def test_content_is_durable_before_its_name_and_its_name_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, done = tmp_path / "out", list[tuple[object, ...]]()
    sync, replace = os.fsync, os.replace

    def fsync(file: int) -> None:
        seen = os.fstat(file)
        done.append(("folder",) if stat.S_ISDIR(seen.st_mode) else ("content", seen.st_size))
        sync(file)

    def rename(*args: Any, **named: Any) -> None:
        done.append(("name",))
        replace(*args, **named)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", rename)
    write_atomically(path, "text")
    assert done == [("content", 4), ("name",), ("folder",)]
    done.clear()
    # A writer of many files makes their names durable after the last.
    write_atomically(path, "longer", defer_sync=True)
    assert done == [("content", 6), ("name",)]
    atomic_write.sync_folder(tmp_path)
    assert done[2:] == [("folder",)]


def test_a_folder_of_ours_is_made_and_cleaned_and_another_is_not(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "out"
    with pytest.raises(BadFile, match="there is no folder"):
        write_atomically(path, "text")
    write_atomically(path, "text", own_folder=True)
    assert path.read_text() == "text"
    leftover = path.with_name(".out.99999-0123abcd.tmp")
    leftover.write_text("half")
    os.utime(leftover, (1, 1))
    write_atomically(path, "more")
    assert leftover.exists()
    write_atomically(path, "most", own_folder=True)
    assert names(path.parent) == ["out"]
    assert path.read_text() == "most"


@posix
def test_new_and_growing_files_are_no_leftovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    leftover = tmp_path / ".out.99999-0123abcd.tmp"
    leftover.write_text("half")
    os.utime(leftover, (1000, 1000))
    monkeypatch.setattr(atomic_write.time, "time", lambda: 1059.9)
    remove_leftovers(tmp_path)
    assert leftover.exists()
    monkeypatch.setattr(atomic_write.time, "time", lambda: 1060.0)
    with leftover.open("r+b") as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        remove_leftovers(tmp_path)
        assert leftover.exists()
    remove_leftovers(tmp_path)
    assert names(tmp_path) == []


@posix
def test_writers_hold_a_lock(tmp_path: Path) -> None:
    import fcntl

    def try_to_lock() -> None:
        (temporary,) = tmp_path.iterdir()
        assert atomic_write._TEMPORARY.fullmatch(temporary.name)
        with temporary.open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    write_while(tmp_path / "out", try_to_lock)
    assert names(tmp_path) == ["out"]


@posix
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_a_new_file_has_the_rights_that_the_user_gives_new_files(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_atomically(tmp_path / "out", "text")
        with lock_file(tmp_path / "lock"):
            rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("out", "lock")]
    finally:
        os.umask(before)
    assert rights == [0o666 & ~mask] * 2


def test_a_byte_that_is_no_text_is_written_by_its_name(tmp_path: Path) -> None:
    write_atomically(tmp_path / "out", "a\udcffb é")
    assert (tmp_path / "out").read_bytes() == b"a\\udcffb " + "é".encode()


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError("something odd"), "something odd"),
    ],
)
def test_disk_errors_are_reported(
    tmp_path: Path, error: OSError, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(BadFile, match=f"out can't be written: {why}$"):
        write_while(tmp_path / "out", fail)
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    with pytest.raises(BadFile, match=f"out can't be written: {why}; .*KIBITZ_DATA"):
        write_while(tmp_path / "out", fail)
    assert names(tmp_path) == []


@posix
def test_rights_are_asked_for_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder as seen by a user without write permission for it or its files."""
    (tmp_path / "file").write_text("dear")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(os, "access", lambda path, mode, dir_fd=None: dir_fd is not None)
    with pytest.raises(BadFile, match=f"the folder {tmp_path} is write-protected"):
        check_output(tmp_path / "new")
    check_output(tmp_path / "pipe")  # it stays in its folder
    monkeypatch.setattr(os, "access", lambda path, mode, dir_fd=None: dir_fd is None)
    check_output(tmp_path / "new")
    for name in ("file", "pipe"):
        with pytest.raises(BadFile, match="write-protected"):
            check_output(tmp_path / name)


@posix
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_an_open_stream_goes_on_where_it_was(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as out:
        out.write(b"one ")
        out.flush()
        for path in (f"/dev/fd/{out.fileno()}", f"/proc/self/fd/{out.fileno()}"):
            check_output(Path(path))
            write_atomically(Path(path), "two ")
        out.write(b"three")
    assert log.read_text() == "one two two three"
    # Another process's stream is written to at its end.
    with log.open("ab") as out, subprocess.Popen(["sleep", "60"], stdout=out) as other:
        write_atomically(Path(f"/proc/{other.pid}/fd/1"), " four")
        other.kill()
    assert log.read_text() == "one two two three four"
    assert names(tmp_path) == ["log"]


@posix
def test_a_number_is_no_stream_in_a_folder_of_files(tmp_path: Path) -> None:
    write_atomically(tmp_path / "1", "text")
    assert (tmp_path / "1").read_text() == "text"
    assert names(tmp_path) == ["1"]


@root
def test_other_users_files_are_theirs_only_in_shared_folders(tmp_path: Path) -> None:
    shared, theirs = tmp_path / "shared", tmp_path / "shared" / "out"
    shared.mkdir()
    for mode, owner in ((0o777, 0), (0o1755, 0), (0o1777, 1234)):
        theirs.write_text("theirs")
        os.chown(theirs, 1234, 1234)
        os.chown(shared, owner, owner)
        shared.chmod(mode)
        write_atomically(theirs, "ours")
        assert theirs.read_text() == "ours"


def test_a_lock_makes_its_folder_and_is_gone_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "lock"
    for _ in range(2):
        with lock_file(path) as held:
            assert held
            assert path.exists()
        assert names(path.parent) == []
    with lock_file(path):
        path.unlink()  # somebody else did
    with pytest.raises(ZeroDivisionError), lock_file(path):
        raise ZeroDivisionError
    assert names(path.parent) == []


@posix
def test_a_lock_on_a_file_that_is_gone_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who held it before may remove the file between opening and locking it."""
    path, lock = tmp_path / "lock", locks.try_lock
    for replaced in (False, True):

        def removed_first(handle: int, replaced: bool = replaced) -> None:
            path.unlink()
            if replaced:
                path.write_text("another's")
            lock(handle)

        monkeypatch.setattr(locks, "try_lock", removed_first)
        with lock_file(path) as held:
            assert not held
        assert path.exists() is replaced


@posix
def test_a_long_way_through_links_is_followed_and_an_endless_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "0").write_text("old")
    for number in range(1, 42):
        (tmp_path / f"{number}").symlink_to(f"{number - 1}")
    write_atomically(tmp_path / "39", "new")
    assert (tmp_path / "0").read_text() == "new"
    with pytest.raises(BadFile, match=r"[Tt]oo many"):  # as the system would say
        write_atomically(tmp_path / "41", "newer")
    assert (tmp_path / "0").read_text() == "new"
