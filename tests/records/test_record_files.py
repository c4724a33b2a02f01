"""Files and the store: whole or not at all, and hostile files refused."""

import os
import re
from datetime import datetime
from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadFile, ChangedRecord
from kibitz.files.atomic_write import write_atomically
from kibitz.records.files import data_folder, read_record
from kibitz.records.foreign_formats import format_foreign, is_foreign, read_foreign
from kibitz.records.record import Record
from kibitz.records.record_store import Store

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
    write_atomically(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="disk is full"):
        write_atomically(path, "new")
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
    with pytest.raises(BadFile, match="regular file"):
        read_record(tmp_path / "pipe")


def test_folder_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert Store().folder == tmp_path / "games"


def test_names_of_games_say_what_and_when_and_are_never_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    names = {store.fresh_name(GAME, datetime(2026, 1, 31, 20, 15, 7)) for _ in range(20)}
    assert len(names) > 15
    assert all(re.fullmatch(r"tictactoe-20260131-201507-[0-9a-f]{4}", name) for name in names)


def test_a_game_in_a_file_is_called_by_the_letters_of_its_name(tmp_path: Path) -> None:
    rules = Path(kibitz.__file__).parent / "examples" / "nim.py"
    for file, short in (
        ("my nim (2).py", "mynim2"),
        ("été_-1.py", "t_-1"),
        ("日本.py", "game"),
        (f"{'n' * 50}.py", "n" * 40),
    ):
        (tmp_path / file).write_text(rules.read_text())
        assert Store(tmp_path).short_name(kibitz.load(str(tmp_path / file))) == short
    assert Store(tmp_path).short_name(kibitz.load("mnk:width=4,height=3")) == "mnk"


def test_games_are_found_by_name_or_by_path(tmp_path: Path) -> None:
    store = Store(tmp_path / "games")
    longest = "n" * 80
    for name in ("a-B_9", longest):
        path = store.save(name, record("5"))
        assert store.find(name) == store.find(str(path)) == path == store.folder / f"{name}.pgn"
    with pytest.raises(BadFile, match=rf"named '{longest}' in .*games, and no such file"):
        store.find(longest + "n")


def test_a_game_is_deleted_for_good_and_only_from_the_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "games")
    path = store.save("game", record("5"))
    other = tmp_path / "other.pgn"
    other.write_text(str(record("5")))
    for name in ("nope", str(path), "../other", str(other), "", "n" * 81):
        with pytest.raises(BadFile, match="there is no saved game named"):
            store.delete(name)
    assert store.delete("game") == path
    assert not path.exists()
    assert other.exists()
    with pytest.raises(BadFile, match="'game'"):
        store.delete("game")
    store.path("folder").mkdir()
    with pytest.raises(BadFile, match=r"can't delete .*folder\.pgn: "):
        store.delete("folder")


def test_a_changed_game_is_loaded_only_if_asked_to(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.save("game", record("5", "1"))
    path.write_text(path.read_text().replace("5 1", "5 2"))
    with pytest.raises(ChangedRecord, match=r"game\.pgn"):
        store.load("game")
    assert store.load("game", accept_changed=True) == record("5", "2")


def test_lists_are_of_one_game_if_it_is_given(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("ours", record("5"))
    store.save("theirs", Record(kibitz.load("connect4")))
    (tmp_path / "broken.pgn").write_text("nonsense")
    (tmp_path / "notes.txt").write_text("nonsense")
    for name in ("ours", "theirs", "broken"):
        os.utime(store.path(name), (7, 7))
    # Of the same time, by their names.
    assert [(row.name, row.record is None) for row in store.saved()] == [
        *(("broken", True), ("ours", False), ("theirs", False))
    ]
    assert [row.name for row in store.saved(GAME)] == ["ours"]
    assert [(row.changed, row.path.name) for row in store.listed()] == [
        (7, f"{name}.pgn") for name in ("broken", "ours", "theirs")
    ]
    latest = store.latest_unfinished(kibitz.load("connect4"))
    assert latest is not None
    assert latest.name == "theirs"
    assert Store(tmp_path / "nowhere").latest_unfinished() is None


def test_the_data_folder_is_the_users_unless_set_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    monkeypatch.delenv("KIBITZ_DATA", raising=False)
    assert data_folder() == Path(platformdirs.user_data_dir("kibitz", appauthor=False))
    monkeypatch.setenv("KIBITZ_DATA", "")
    assert data_folder() == Path(platformdirs.user_data_dir("kibitz", appauthor=False))
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert data_folder() == tmp_path


def test_files_of_other_programs_are_known_by_their_names(tmp_path: Path) -> None:
    assert is_foreign("data.c4x")
    assert is_foreign(Path("DATA.C4X"))
    assert not is_foreign("data.pgn")
    position = kibitz.load("connect4").start().play("4", "4")
    path = tmp_path / "game.C4X"
    path.write_text(format_foreign(position, path))
    found = read_foreign(path)
    assert found.tags["Event"] == "A game from game.C4X"
    assert str(found.positions()[-1]) == str(position)
    path.write_bytes(b"x" * 100_001)
    with pytest.raises(BadFile, match="longer than 100000 bytes"):
        read_foreign(path)
