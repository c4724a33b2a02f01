"""Files and the store: whole or not at all, and hostile files refused."""

import os
from datetime import datetime
from pathlib import Path

import pytest

import kibitz
from kibitz.files.whole_file import write_whole
from kibitz.records.files import read_record
from kibitz.records.record import Record
from kibitz.records.store import Store
from kibitz.words.errors import BadFile

GAME = kibitz.load("tictactoe")


def record(*moves: str) -> Record:
    position, made = GAME.start(), []
    for text in moves:
        made.append(position.move(text))
        position = position.play(text)
    return Record(GAME, tuple(made), outcome=position.outcome)


def test_save_and_load(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "folder")
    name = store.fresh_name(GAME, datetime(2026, 1, 31, 20, 15))
    assert name.startswith("tictactoe-20260131-201500-")
    path = store.save(name, record("5", "1"))
    assert store.load(name) == store.load(str(path)) == record("5", "1")
    assert os.listdir(store.folder) == [path.name]


def test_a_failed_write_leaves_the_old_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pgn"
    write_whole(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="disk is full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.pgn"]


def test_listing_newest_first_with_broken_files_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("older", record("5"))
    store.save("ended", record("5", "1", "3", "7", "4", "9", "6"))
    (tmp_path / "broken.pgn").write_text("nonsense")
    for at, name in enumerate(["older", "ended", "broken"]):
        os.utime(store.path(name), (at, at))
    rows = store.saved()
    assert [row.name for row in rows] == ["broken", "ended", "older"]
    assert "line 1" in rows[0].problem
    latest = store.latest_unfinished()
    assert latest is not None
    assert latest.name == "older"
    assert Store(tmp_path / "nowhere").saved() == []


@pytest.mark.parametrize("name", ["", "nope", "../x", "a" * 500, "a\0b", "."])
def test_no_such_game(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadFile):
        Store(tmp_path).load(name)


@pytest.mark.parametrize("data", [b"", b"\0" * 100, b"\xff\xfe", b"[" * 5000, b"{" * 5000, b"a" * 2_000_000])
def test_hostile_files_are_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.pgn"
    path.write_bytes(data)
    with pytest.raises(BadFile, match=r"bad\.pgn"):
        read_record(path)
    assert path.read_bytes() == data


@pytest.mark.skipif(os.name != "posix", reason="pipes in the file system")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="plain file"):
        read_record(tmp_path / "pipe")


def test_folder_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert Store().folder == tmp_path / "games"
