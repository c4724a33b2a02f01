"""Interrupted solving resumes and ends in the same table."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

import kibitz
from kibitz import _core
from kibitz.solving import by_endgame, checkpoints, solve
from kibitz.solving.checkpoints import forget_parts, parts_folder
from kibitz.solving.table_store import find_table, kept_table, remove_table, table_path, tables_folder

#: One that marks what can be reached, one that knows, and one with dice.
SPECS = ["connect:width=4,height=4,length=4", "numerical", "ewn:size=4,stones=2,faces=6"]


def bytes_of(spec: str) -> bytes:
    table = kibitz.solve(spec)
    assert table.path is not None
    return table.path.read_bytes()


@pytest.fixture(autouse=True)
def _write_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.0)


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("spec", SPECS)
def test_stopped_at_every_stage_it_goes_on_to_the_same_table(
    spec: str, held: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the table is not held in memory but put together from its parts."""
    whole = bytes_of(spec)
    remove_table(kept_table(spec))
    if not held:
        monkeypatch.setattr(by_endgame, "_HELD", 0)
    folder = parts_folder(table_path(kibitz.load(spec)))
    real = checkpoints.Checkpoints.keep
    rounds = 0

    def keep_one_and_stop(self, *part):  # type: ignore[no-untyped-def]
        real(self, *part)
        raise KeyboardInterrupt

    monkeypatch.setattr(checkpoints.Checkpoints, "keep", keep_one_and_stop)
    while True:
        try:
            kibitz.solve(spec)
            break
        except KeyboardInterrupt:
            rounds += 1
            assert len(list(folder.glob("*.kbp"))) == rounds
            assert find_table(kibitz.load(spec)) is None
    assert rounds >= 3
    assert bytes_of(spec) == whole
    assert not folder.exists()


def test_leftovers_are_listed_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self, *part):  # type: ignore[no-untyped-def]
        real(self, *part)
        raise KeyboardInterrupt

    real = checkpoints.Checkpoints.keep
    monkeypatch.setattr(checkpoints.Checkpoints, "keep", stop)
    with pytest.raises(KeyboardInterrupt):
        kibitz.solve(SPECS[0])
    run = [sys.executable, "-m", "kibitz", "tables"]
    assert "unfinished: connect" in subprocess.run(run, capture_output=True, text=True).stderr
    assert (
        "removed" in subprocess.run([*run, "remove", "--unfinished"], capture_output=True, text=True).stdout
    )
    assert list(tables_folder().iterdir()) == []


def test_another_process_at_work_is_left_alone() -> None:
    game = kibitz.load(SPECS[0])
    with checkpoints.checkpoints(game, table_path(game)) as ours:
        ours.keep("values-1", {}, {"values": b"ours"})
        with checkpoints.checkpoints(game, table_path(game)) as theirs:
            assert not theirs.restore("values-1", bool)
            theirs.keep("values-2", {}, {"values": b"theirs"})
        assert ours.restore("values-1", bool)
        assert not ours.restore("values-2", bool)


def test_parts_of_other_rules_are_not_taken() -> None:
    game, other = kibitz.load(SPECS[0]), kibitz.load("tictactoe")
    with checkpoints.checkpoints(game, table_path(game)) as parts:
        parts.keep("values-1", {}, {"values": b"x"})
        folder = parts_folder(table_path(game))
        assert not checkpoints.Checkpoints(other, folder, 0).restore("values-1", bool)


def test_a_stop_keeps_finished_parts() -> None:
    heard = 0

    def stop_late(done: int, total: int) -> bool:
        nonlocal heard
        heard = done
        return done < total / 2

    spec = "connect:width=5,height=4,length=4"
    with pytest.raises(kibitz.Stopped, match="finished parts are kept"):
        kibitz.solve(spec, progress=stop_late)
    before = heard
    first: list[int] = []
    kibitz.solve(spec, progress=lambda done, total: first.append(done))
    assert first[0] > before / 4
    assert solve.find_table(kibitz.load(spec)) is not None


def test_a_stop_while_counting_what_need_not_be_done() -> None:
    """The listener may say no at any moment, also between two pieces of native work."""
    control = _core.Control(progress=lambda done, total: False)
    control.begin(10)
    time.sleep(0.11)  # the listener is asked ten times a second
    with pytest.raises(_core.Stopped):
        control.advance(1)


def test_parts_of_a_whole_table_are_forgotten(tmp_path: Path) -> None:
    """Their writer was killed between writing the table and removing them."""
    table = tmp_path / "table.kbt"
    forget_parts(table)
    assert list(tmp_path.iterdir()) == []
    parts = parts_folder(table)
    parts.mkdir()
    (parts / "values-0").write_bytes(b"any")
    forget_parts(table)
    assert not parts.exists()


GAME = kibitz.load("tictactoe")


def parts(folder: Path, every: float) -> checkpoints.Checkpoints:
    return checkpoints.Checkpoints(GAME, folder, every)


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.kbp")}


def test_parts_wait_until_it_is_time_or_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    kept = parts(tmp_path, 10)
    kept.keep("one", {}, {"values": b"1"})
    now[0] = 109.9
    kept.keep("two", {}, {"values": b"2"})
    assert names(tmp_path) == set()
    now[0] = 110
    kept.keep("three", {}, {"values": b"3"})
    assert names(tmp_path) == {"one", "two", "three"}
    now[0] = 119.9  # ten seconds after the last ones
    kept.keep("four", {}, {"values": b"4"})
    assert "four" not in names(tmp_path)
    kept.flush()
    assert "four" in names(tmp_path)
    read: list[bytes] = []
    assert kept.restore("four", lambda part: read.append(bytes(part.section("values"))))
    assert read == [b"4"]
    kept.stay()
    kept.keep("five", {}, {"values": b"5"})
    assert "five" in names(tmp_path)


def test_solving_works_without_kept_parts(tmp_path: Path) -> None:
    kept = checkpoints.Checkpoints(GAME, None, 0)
    kept.keep("one", {}, {"values": b"1"})
    kept.flush()
    assert not kept.restore("one", bool)
    assert kept.blocks is None
    assert not kept.make_room(0)
    shared = parts(tmp_path, 0).blocks
    assert shared is not None
    assert (shared.game, shared.folder) == (GAME, tmp_path)


def test_a_part_of_no_use_is_not_restored(tmp_path: Path) -> None:
    kept = parts(tmp_path, 0)
    kept.keep("one", {}, {"values": b"1"})

    def refuse(part: object) -> None:
        raise ValueError("no such tier")

    def fail(part: object) -> None:
        raise RuntimeError("a mistake of ours")

    assert not kept.restore("one", refuse)
    assert not kept.restore("other", bool)
    with pytest.raises(RuntimeError):
        kept.restore("one", fail)
    assert kept.restore("one", bool)


def test_parts_make_space_where_that_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "table.part"
    kept = parts(folder, 0)
    assert not kept.make_room(0)  # there is nothing to remove
    kept.keep("one", {}, {"values": bytes(5_000)})
    size = checkpoints.parts_size(tmp_path / "table.kbt")
    assert size == sum(path.stat().st_size for path in folder.iterdir()) > 5_000
    usage = type("Usage", (), {"free": 1_000})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    assert not kept.make_room(size + 1_001)
    assert folder.exists()
    assert kept.make_room(size + 1_000)
    assert not folder.exists()
    kept.keep("two", {}, {"values": b"2"})
    assert not folder.exists()
    assert checkpoints.parts_size(tmp_path / "table.kbt") == 0


def test_parts_are_kept_when_it_is_interrupted_and_not_when_the_disk_is_full(tmp_path: Path) -> None:
    for error, left in (
        (KeyboardInterrupt(), {"one"}),
        (kibitz.BadFile("full"), set()),
        (None, None),
    ):
        table = tmp_path / type(error).__name__ / "table.kbt"
        table.parent.mkdir()
        folder = parts_folder(table)
        assert folder == table.with_name("table.part")
        try:
            with checkpoints.checkpoints(GAME, table, every=1_000) as kept:
                kept.keep("one", {}, {"values": b"1"})
                if error is not None:
                    raise error
        except (KeyboardInterrupt, kibitz.BadFile):
            assert names(folder) == left
        else:
            assert not folder.exists()


def test_without_a_word_parts_are_written_some_time_apart(tmp_path: Path) -> None:
    with checkpoints.checkpoints(GAME, tmp_path / "table.kbt", every=1_000) as kept:
        kept.keep("one", {}, {"values": b"1"})
        assert names(parts_folder(tmp_path / "table.kbt")) == set()
    with checkpoints.checkpoints(GAME, tmp_path / "table.kbt") as kept:  # every part, by the fixture above
        kept.keep("one", {}, {"values": b"1"})
        assert names(parts_folder(tmp_path / "table.kbt")) == {"one"}
        forget_parts(tmp_path / "table.kbt")  # of another process, which is at work on them
        assert names(parts_folder(tmp_path / "table.kbt")) == {"one"}
