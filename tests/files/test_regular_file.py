"""Reading of files: regular ones only, none too long, and code as it was at the start of the work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz import BadFile
from kibitz.files.code_file import code_referenced_in, read_code, with_code
from kibitz.files.regular_file import open_regular_file, read_regular_file

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices")


def test_a_file_may_be_as_long_as_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"1", b"12345"):
        path.write_bytes(data)
        assert read_regular_file(path, 5) == data
        with open_regular_file(path) as file:
            assert file.read() == data
    path.write_bytes(b"123456")
    with pytest.raises(BadFile, match="is longer than 5 bytes"):
        read_regular_file(path, 5)


def test_unreadable_files_are_reported(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path / "none", "No such file"),
        (tmp_path / "nul\0", "null"),
        (tmp_path, "(?i)directory|denied"),
    ):
        with pytest.raises(BadFile, match=why):
            read_regular_file(path, 5)


@posix
def test_a_pipe_or_a_device_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(BadFile, match="is not a regular file"):
            read_regular_file(path, 5)


def test_code_sent_along_takes_precedence_over_files(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here.py", tmp_path / "elsewhere.py"
    here.write_text("here")
    assert read_code(here) == b"here"
    with with_code({str(here): b"there", str(elsewhere): b""}):
        assert (read_code(here), read_code(elsewhere)) == (b"there", b"")
    assert read_code(here) == b"here"
    with pytest.raises(BadFile):
        read_code(elsewhere)
    assert code_referenced_in(f"a job about {here}".encode()) == {str(here): b"here"}
    assert code_referenced_in(b"a job about nothing") == {}


def test_a_bound_takes_no_memory(tmp_path: Path) -> None:
    """However much may be read, no more is asked for than there is."""
    (tmp_path / "file").write_bytes(b"text")
    assert read_regular_file(tmp_path / "file", 2**60) == b"text"
    with pytest.raises(BadFile, match="longer than 3 bytes"):
        read_regular_file(tmp_path / "file", 3)
    assert read_regular_file(tmp_path / "file", 4) == b"text"
