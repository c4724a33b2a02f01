"""Tables on disk: truncated, changed or foreign files are refused."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import kibitz
from kibitz import BadFile, BadOption, WrongGame
from kibitz.files import atomic_write
from kibitz.solving import solve, table, table_store
from kibitz.solving.table_store import (
    find_table,
    kept_table,
    kept_tables,
    open_kept,
    remove_table,
    table_path,
    unfinished,
)

GAME = kibitz.load("tictactoe")
OTHER = kibitz.load("tictactoe", misere=True)


def kept_file() -> Path:
    found = kibitz.solve(GAME)
    assert found.path is not None
    return found.path


def test_nothing_is_found_before_solving() -> None:
    assert find_table(GAME) is None
    assert kept_tables() == []


def test_solved_tables_are_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept_file()
    monkeypatch.setattr(solve, "solve_in_memory", None)
    again = kibitz.solve("tictactoe")
    assert again.path == path
    assert again.size == path.stat().st_size
    assert find_table(GAME) is find_table(GAME)


def test_a_table_for_other_rules_is_refused() -> None:
    path = kept_file()
    path.rename(table_path(OTHER))
    with pytest.raises(BadFile, match=r"misere=no, not for .*misere=yes"):
        find_table(OTHER)


def test_a_table_for_older_rules_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_file()
    monkeypatch.setattr(GAME.solving, "rules_version", 2)
    table_store._opened.clear()
    with pytest.raises(BadFile, match=r"version 1 .* this is version 2"):
        find_table(GAME)
    assert kibitz.solve(GAME).positions == 765
    assert find_table(GAME) is not None


def test_a_failure_while_writing_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept_file()
    before = path.read_bytes()

    def fail(out, facts, sections):  # type: ignore[no-untyped-def]
        out.write(before[:3000])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table, "write", fail)
    with pytest.raises(BadFile, match="the disk is full"):
        kibitz.solve(GAME, again=True)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_only_what_the_dead_left_behind_is_cleaned_up() -> None:
    folder = kept_file().parent
    old = time.time() - 3600
    orphan, young, writing = (folder / f".x.kbt.1-{n * 8}.tmp" for n in "abc")
    for path in (orphan, young, writing):
        path.write_bytes(b"half")
    os.utime(orphan, (old, old))
    with writing.open("r+b") as held:
        os.utime(writing, (old, old))
        atomic_write._lock(held)
        atomic_write.remove_leftovers(folder)
    assert not orphan.exists()
    assert young.exists()
    assert writing.exists() or os.name != "posix"


def test_a_position_of_another_game_is_refused() -> None:
    found = kibitz.solve(GAME)
    with pytest.raises(WrongGame, match="misere"):
        found.value(OTHER.start())


def test_tables_are_listed_opened_and_removed_by_name() -> None:
    path = kept_file()
    kibitz.solve("mnk:width=2,height=2,length=2")
    assert [kept.name for kept in kept_tables()] == ["mnk:width=2,height=2,length=2", "tictactoe"]
    for name in ("tictactoe", path.name, path.stem, "mnk:width=3,height=3,length=3"):
        assert kept_table(name).path == path
    assert open_kept(kept_table("tictactoe")).positions == 765
    remove_table(kept_table("tictactoe"))
    assert find_table(GAME) is None
    with pytest.raises(BadOption, match="no table named 'tictactoe'"):
        kept_table("tictactoe")


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadOption, match="more than 1000 positions"):
        kibitz.solve("mnk:width=4,height=4,length=4", most_positions=1000)
    assert kept_tables() == []


def test_stopping_writes_nothing() -> None:
    seen = []

    def stop(done: int, total: int) -> bool:
        seen.append((done, total))
        return False

    with pytest.raises(kibitz.Stopped):
        kibitz.solve("mnk:width=4,height=4,length=4", progress=stop, most_positions=5_000_000)
    assert len(seen) == 1
    assert kept_tables() == []


def test_unfinished_work_is_found_by_its_folders(cache: Path) -> None:
    assert unfinished() == []
    folder = kept_file().parent
    for name in ("b.part", "a.part"):
        (folder / name).mkdir()
    (folder / "c.part").write_bytes(b"no folder")
    assert unfinished() == [folder / "a.part", folder / "b.part"]
    assert folder == cache / "tables"


def test_a_file_that_can_not_be_read_is_listed_with_its_trouble() -> None:
    path = kept_file()
    good = kept_table("tictactoe")
    assert (good.size, good.positions, good.layout, good.problem) == (path.stat().st_size, 765, "keyed", None)
    bad = path.with_name("bad.kbt")
    bad.write_bytes(b"nonsense")
    listed = {kept.name: kept for kept in kept_tables()}
    assert set(listed) == {"tictactoe", "bad.kbt"}
    assert (listed["bad.kbt"].spec, listed["bad.kbt"].positions) == (None, None)
    assert listed["bad.kbt"].problem
    with pytest.raises(BadFile, match=r"bad\.kbt"):
        open_kept(kept_table("bad"))
    with pytest.raises(BadOption, match=r"no table named 'chess' \(kept are: bad\.kbt, tictactoe\)"):
        kept_table("chess")


def test_without_tables_none_is_named() -> None:
    for name in ("tictactoe", "no such game"):
        with pytest.raises(BadOption, match="kept are: none yet"):
            kept_table(name)


def test_a_table_is_found_by_any_spec_of_its_game() -> None:
    kibitz.solve("ewn:size=3,stones=2")
    found = kept_table("ewn:size=3,stones=2,setup=21v12")
    assert found.path == table_path(kibitz.load("ewn:size=3,stones=2"))


def test_removal_includes_the_parts() -> None:
    path = kept_file()
    path.with_suffix(".part").mkdir()
    kept = kept_table("tictactoe")
    remove_table(kept)
    assert list(path.parent.iterdir()) == []
    remove_table(kept)  # somebody else was quicker


def test_a_file_is_opened_again_only_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept_file()
    assert table_store.table_stamp(table_path(OTHER)) is None
    stamp = table_store.table_stamp(table_path(GAME))
    opened = []
    real = table.open_table

    def count(game: kibitz.Game, where: Path) -> kibitz.Table:
        opened.append(where)
        return real(game, where)

    monkeypatch.setattr(table_store, "open_table", count)
    monkeypatch.setattr(table_store, "_opened", {})
    first = find_table(GAME)
    assert find_table(GAME) is first
    assert opened == [path]
    data = path.read_bytes()
    path.unlink()
    assert find_table(GAME) is None
    path.write_bytes(data)
    os.utime(path, ns=(1, 1))
    assert table_store.table_stamp(table_path(GAME)) != stamp
    again = find_table(GAME)
    assert again is not None
    assert again is not first
    assert opened == [path, path]


def test_search_asks_endgames_alone_and_nothing_that_is_spoilt() -> None:
    kept_file()
    assert table_store.known_probe(GAME) is None
    game = kibitz.load("ewn:size=3,stones=2")
    assert table_store.known_probe(game) is None
    path = kibitz.solve(game).path
    assert path is not None
    assert table_store.known_probe(game) is not None
    path.write_bytes(path.read_bytes()[:5000])
    assert table_store.known_probe(game) is None
