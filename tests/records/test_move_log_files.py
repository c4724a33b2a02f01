"""Files of the move log beside records, with full disks and failed writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadFile
from kibitz.records.move_log import (
    Line,
    LiveFile,
    brought_up_to_date,
    left_behind,
    live_files,
    live_lines,
    read_lines,
)
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from kibitz.records.variation import Variation

GAME = kibitz.load("tictactoe")
FOUR = '[Termination "first resigned"]\n[Clock "9.0 9.0"]\n[Game "tictactoe"]\n\n1. 5 1 2. 9 3 1-0'


def _moves(record: Record | None) -> str:
    assert record is not None
    return "".join(map(str, record.moves))


@pytest.mark.parametrize(
    "line",
    [
        Line("game", 0, "5"),
        Line("game", 12, 'a "b" {c}\n', "1.5 0.0"),
        Line("näme", 3, "\ud800"),
        Line.whole("game", '[Game "tictactoe"]\n\n*\n'),
    ],
)
def test_a_line_is_one_line_and_read_as_it_was(line: Line) -> None:
    assert line.text().isascii()
    assert line.text().count("\n") == 1
    assert Line.read(line.text()) == line
    assert Line.read(line.text().rstrip("\n")) == line
    assert Line.read("0" + line.text()[1:]) in (None, line)
    assert Line.read(line.text()[:-2]) is None


def test_lines_lie_in_one_file_until_another_is_begun(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    out = LiveFile(folder)
    assert not folder.exists()
    lines = [Line("game", ply, str(ply + 1)) for ply in range(5)]
    for line in lines[:2]:
        out.add(line)
    (first,) = live_files(folder)
    assert out.rotate() == [first]
    assert out.rotate() == []
    for line in lines[2:]:
        out.add(line)
    (second,) = out.rotate()
    assert second.name > first.name
    assert (list(read_lines(first)), list(read_lines(second))) == (lines[:2], lines[2:])
    assert live_lines(folder) == {"game": lines}
    if os.name == "posix":  # nobody else is to read what others play
        assert [path.stat().st_mode & 0o777 for path in (first, second)] == [0o600] * 2


def test_files_are_read_from_the_oldest_on(tmp_path: Path) -> None:
    for name, when in (("c", 1), ("b", 3), ("a", 3), ("d", 2)):
        (tmp_path / f".{name}.live").write_text(Line(name, 0, name).text())
        os.utime(tmp_path / f".{name}.live", (when, when))
    (tmp_path / "e.pgn").write_text("")
    assert [path.name for path in live_files(tmp_path)] == [".c.live", ".d.live", ".a.live", ".b.live"]
    assert list(live_lines(tmp_path)) == ["c", "d", "a", "b"]


def test_after_half_a_line_the_next_goes_into_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, write = LiveFile(tmp_path), os.write
    out.add(Line("game", 0, "5"))
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda handle, data: write(handle, data[:-3]))
        with pytest.raises(BadFile, match=r"can't be written to: .*full") as said:
            out.add(Line("game", 1, "1"))
    assert str(tmp_path) in str(said.value)
    out.add(Line("game", 1, "2"))
    assert [line.move for line in live_lines(tmp_path)["game"]] == ["5", "2"]
    assert len(out.rotate()) == 2


def test_writes_are_synced_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = LiveFile(tmp_path)
    forced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: forced.append(os.fstat(handle).st_ino))
    out.add(Line("game", 0, "5"))
    out.sync()
    assert forced == [live_files(tmp_path)[0].stat().st_ino]


def test_a_record_that_goes_on_loses_what_was_said_of_other_moves() -> None:
    start = GAME.start()
    at = [start.play(*"519"[:ply]) if ply else start for ply in range(4)]
    beside = {ply: (Variation((at[ply].move("2"),)),) for ply in range(4)}
    marks = dict.fromkeys((1, 2, 3, 4), (1,))
    given = Record.parse(FOUR)
    record = Record(
        GAME, given.moves, None, given.outcome, given.tags, {0: "a", 2: "b", 4: "c"}, marks, beside
    )
    # Another third move takes the place of the old one, so that two are still the same.
    now = brought_up_to_date(record, [Line("x", 2, "8", "5.0 4.0")])
    assert now is not None
    assert _moves(now) == "518"
    assert now.outcome is None
    assert now.tags == {"Clock": "5.0 4.0"}
    assert now.comments == {0: "a", 2: "b"}
    assert now.marks == {1: (1,), 2: (1,)}
    assert now.variations == {0: beside[0], 1: beside[1]}


def test_the_last_clock_that_was_reported_is_kept() -> None:
    record = Record.parse('[Game "tictactoe"]\n\n*')
    lines = [Line("x", 0, "5", "9 9"), Line("x", 1, "1", "9 8"), Line("x", 2, "9")]
    now = brought_up_to_date(record, lines)
    assert now is not None
    assert now.tags == {"Clock": "9 8"}
    # A whole record has a clock of its own, or none.
    now = brought_up_to_date(record, [lines[0], Line.whole("x", str(record)), Line("x", 0, "1")])
    assert now is not None
    assert (now.tags, _moves(now)) == ({}, "1")


def test_lines_that_say_nothing_new_or_nothing_possible_change_nothing() -> None:
    record = Record.parse(FOUR)
    for lines in (
        [],
        [Line("x", 3, "3")],
        [Line("x", 4, "5")],  # taken
        [Line("x", 5, "7")],  # the move before it is missing
        [Line.whole("x", "nonsense")],
    ):
        assert brought_up_to_date(record, lines) is record
    assert _moves(brought_up_to_date(record, [Line.whole("x", "nonsense"), Line("x", 4, "7")])) == "51937"
    assert _moves(brought_up_to_date(record, [Line("x", 4, "7"), Line("x", 6, "8")])) == "51937"


@contextmanager
def _dead(folder: Path, *lines: Line) -> Iterator[Path]:
    """A file that nobody holds any more."""
    out = LiveFile(folder)
    for line in lines:
        out.add(line)
    (path,) = out.rotate()
    yield path


def test_lines_of_the_dead_are_folded_into_records_and_those_of_the_living_stay(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("old", Record.parse('[Game "tictactoe"]\n\n1. 5 *'))
    (tmp_path / "damaged.pgn").write_text("nonsense")
    whole = Line.whole("new", '[Game "tictactoe"]\n\n1. 2 *')
    alive = LiveFile(tmp_path)
    alive.add(Line("old", 2, "9"))
    with _dead(tmp_path, Line("old", 1, "1"), whole, Line("damaged", 0, "5"), Line("none", 0, "5")) as path:
        store.fold()
        assert not path.exists()
    assert (_moves(store.load("old")), _moves(store.load("new"))) == ("519", "2")
    assert "1. 5 1 *" in store.path("old").read_text()
    assert (tmp_path / "damaged.pgn").read_text() == "nonsense"
    assert not store.path("none").exists()
    assert len(live_files(tmp_path)) == 1


def test_files_of_the_dead_stay_if_what_was_done_with_them_failed(tmp_path: Path) -> None:
    with _dead(tmp_path, Line("game", 0, "5")) as path:
        found: list[dict[str, list[Line]]] = []

        def fail() -> None:
            with left_behind(tmp_path) as lines:
                found.append(lines)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert found == [{"game": [Line("game", 0, "5")]}]
        assert path.exists()


def test_lines_belong_to_the_records_of_their_folder_alone(tmp_path: Path) -> None:
    store, elsewhere = Store(tmp_path / "games"), tmp_path / "game.pgn"
    record = Record.parse('[Game "tictactoe"]\n\n1. 5 *')
    store.save("game", record)
    elsewhere.write_text(str(record))
    with _dead(store.folder, Line("game", 1, "1"), Line("other", 1, "2")):
        assert _moves(store.load("game")) == _moves(store.load(str(store.path("game")))) == "51"
        assert _moves(store.load(str(elsewhere))) == "5"
        assert [_moves(row.record) for row in store.saved()] == ["51"]
        latest = store.latest_unfinished()
        assert latest is not None
        assert _moves(latest.record) == "51"


def test_a_game_that_has_ended_since_is_not_the_latest_unfinished(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for when, name in enumerate(("older", "newer"), start=1):
        store.save(name, Record.parse('[Game "tictactoe"]\n\n1. 5 1 2. 4 2 *'))
        os.utime(store.path(name), (when, when))
    with _dead(tmp_path, Line("newer", 4, "6")):
        latest = store.latest_unfinished()
        assert latest is not None
        assert (latest.name, latest.path, latest.changed) == ("older", store.path("older"), 1)
