"""Outputs: whole or not at all, through links, into pipes and devices; only plain files are replaced."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz import BadFile
from kibitz.files import whole_file
from kibitz.files.whole_file import check_output, lock_file, remove_leftovers, write_whole

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices")
root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may")


def write_while(path: Path, happens: Callable[[], object]) -> None:
    """Write to a file while something else happens."""
    with whole_file.whole_file(path) as out:
        out.write(b"text")
        happens()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_and_one_that_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for content in ("one", "another", b"\xff\0"):
        write_whole(path, content)
        assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert names(tmp_path) == ["out"]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="nobody counts open files here")
def test_nothing_stays_open(tmp_path: Path) -> None:
    write_whole(tmp_path / "out", "one")
    before = len(names(Path("/proc/self/fd")))
    for _ in range(3):
        write_whole(tmp_path / "out", "another")
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
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@root
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("theirs")
    os.chown(path, 1234, 1235)
    write_whole(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


@posix
def test_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    target = tmp_path / "deep" / "target"
    target.write_text("old")
    (tmp_path / "deep" / "er" / "second").symlink_to("../target")
    (tmp_path / "first").symlink_to(tmp_path / "deep" / "er" / "second")
    write_whole(tmp_path / "first", "new")
    assert target.read_text() == "new"
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "deep" / "er" / "second").is_symlink()
    assert names(tmp_path / "deep") == ["er", "target"]


@posix
def test_a_link_to_nothing_makes_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/new")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "folder" / "new").read_text() == "text"
    assert (tmp_path / "link").is_symlink()


@posix
def test_a_folder_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    write_whole(tmp_path / "link" / "out", "text")
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
        write_whole(path, "text" * 50_000)
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
        write_whole(pipe, b"x" * 2_000_000)
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
    write_whole(null, "text")
    write_whole(tmp_path / "link", "text")
    check_output(null)
    with pytest.raises(BadFile, match="the disk is full"):
        write_whole(full, "text")
    assert stat.S_ISCHR(null.lstat().st_mode)
    assert stat.S_ISCHR(full.lstat().st_mode)
    assert names(tmp_path) == ["full", "link", "null"]


@posix
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_standard_output_by_name_goes_on_where_it_was(tmp_path: Path) -> None:
    """Redirected to a file, what is written by name and what is printed stand one after the other."""
    code = (
        "import pathlib; from kibitz.files.whole_file import write_whole\n"
        "print('before', flush=True)\n"
        "write_whole(pathlib.Path('/dev/stdout'), 'between\\n')\n"
        "print('after', flush=True)"
    )
    for way in ("wb", "ab"):
        with (tmp_path / "log").open(way) as log:
            subprocess.run([sys.executable, "-c", code], stdout=log, check=True)
    assert (tmp_path / "log").read_text() == "before\nbetween\nafter\n" * 2
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert piped.stdout == "before\nbetween\nafter\n"


@posix
def test_what_can_not_be_written_is_said_before_and_then(tmp_path: Path) -> None:
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
        for refuse in (check_output, lambda path: write_whole(path, "text")):
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
            write_whole(Path("socket"), "text")
        assert stat.S_ISSOCK(os.lstat("socket").st_mode)


def test_the_longest_name_that_a_file_may_have(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)  # 254 bytes
    write_whole(path, "text")
    assert names(tmp_path) == [path.name]


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_what_is_protected_stays(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("dear")
    path.chmod(0o400)
    with pytest.raises(BadFile, match="write-protected"):
        write_whole(path, "new")
    path.chmod(0o600)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadFile, match="may not be changed"):
            check_output(path)
        with pytest.raises(BadFile, match="Permission denied"):
            write_whole(path, "new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "dear"


@root
@pytest.mark.parametrize("kind", ["link", "pipe", "file"])
def test_what_others_left_where_everybody_may_write_is_not_touched(tmp_path: Path, kind: str) -> None:
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
    for refuse in (check_output, lambda path: write_whole(path, "text")):
        with pytest.raises(BadFile, match="belongs to somebody else"):
            refuse(trap)
    assert dear.read_text() == "dear"
    os.lchown(trap, 0, 0)
    if kind != "pipe":
        write_whole(trap, "text")
        assert (dear if kind == "link" else trap).read_text() == "text"


@posix
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_what_is_put_there_meanwhile_is_not_replaced(tmp_path: Path, kind: str) -> None:
    path, dear = tmp_path / "out", tmp_path / "dear"
    dear.write_text("dear")
    happens = {"pipe": lambda: os.mkfifo(path), "link": lambda: path.symlink_to(dear), "folder": path.mkdir}
    with pytest.raises(BadFile, match="meanwhile"):
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

    with pytest.raises(BadFile, match="somebody replaced"):
        write_while(path, exchange)
    assert not path.exists()


@posix
def test_a_folder_of_ours_holds_plain_files_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table")
    with pytest.raises(BadFile, match="not a plain file"):
        write_whole(tmp_path / "table", "text", own_folder=True)
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
