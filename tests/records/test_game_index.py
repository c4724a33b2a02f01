"""The index of saved games says what the files say, whatever happens to either."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import pytest

import kibitz
from kibitz.records import game_index
from kibitz.records.game_index import FILE
from kibitz.records.index_storage import MemoryStorage
from kibitz.records.move_log import Line, LiveFile
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from kibitz.records.summary import GameSummary

GAMES = [kibitz.load(spec) for spec in ("tictactoe", "connect:width=4,height=4", "ewn:size=3,stones=3")]


def random_record(rng: random.Random, finish: bool) -> Record:
    game = rng.choice(GAMES)
    position, moves = game.start(), []
    while not position.is_over and (finish or rng.random() < 0.8):
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    return Record(
        game, tuple(moves), outcome=position.outcome, tags={"First": rng.choice(["person", "random"])}
    )


def check_against_files(store: Store) -> None:
    """Compare every answer of the index with what reading all files says."""
    found: dict[str, Record | None] = {}
    for path in store.folder.glob("*.pgn"):
        try:
            found[path.stem] = store.load(path.stem)
        except (kibitz.BadFile, kibitz.ChangedRecord):
            found[path.stem] = None
    listed = list(store.listed())
    assert {row.name: row.summary for row in listed} == {
        name: record and GameSummary.of(record) for name, record in found.items()
    }
    times = [(-row.path.stat().st_mtime_ns, row.name) for row in listed]
    assert times == sorted(times)
    unfinished = {name for name, record in found.items() if record and record.outcome is None}
    assert {row.name for row in store.listed(unfinished=True)} == unfinished
    view = store.index.view()
    for game in GAMES:
        records = [record for record in found.values() if record and record.game == game]
        assert Counter(row.summary for row in store.listed(game) if row.summary) == Counter(
            map(GameSummary.of, records)
        )
        played: dict[kibitz.Position, dict[int, list[int]]] = {}
        for record in records:
            column = {"*": None, "1-0": 1, "1/2-1/2": 2, "0-1": 3}[record.result]
            for position, move in zip(record.positions(), record.moves, strict=False):
                counts = played.setdefault(position, {}).setdefault(move.code, [0, 0, 0, 0])
                counts[0] += 1
                if column:
                    counts[column] += 1
        for position, moves in played.items():
            assert {code: list(counts) for code, counts in view.moves_from(position).items()} == moves


@pytest.fixture(params=["sqlite", "memory"])
def store(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Store:
    if request.param == "memory":
        monkeypatch.setattr(game_index, "_storage", lambda path: MemoryStorage())
    return Store(tmp_path)


def test_the_index_follows_the_files(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_index, "_BATCH", 7)  # many batches
    monkeypatch.setattr(game_index, "_FIRST_PAGE", 3)
    rng = random.Random(7)
    for _ in range(8):
        for _ in range(20):
            name = f"game-{rng.randrange(40)}"
            path = store.path(name)
            match rng.randrange(6):
                case 0:
                    path.unlink(missing_ok=True)
                case 1:
                    path.write_text("nonsense")
                case 2 if (
                    path.exists() and "5" in path.read_text()
                ):  # edited in place: the checksum no longer fits
                    path.write_text(path.read_text().replace("5", "6"))
                case 3 if path.exists():
                    os.utime(path, (rng.randrange(9), rng.randrange(9)))
                case _:
                    store.save(name, random_record(rng, rng.random() < 0.7))
        check_against_files(store)
        check_against_files(Store(store.folder))  # another program


def test_only_changed_files_are_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_index, "_CLOCK_STEP", -(10**12))  # a clock that tells any two writes apart
    read, real = [], game_index.read_record_text

    def reading(path: Path) -> str:
        read.append(path.stem)
        return real(path)

    monkeypatch.setattr(game_index, "read_record_text", reading)
    for name in ("one", "two", "three"):
        store.save(name, Record(GAMES[0], (GAMES[0].start().move("5"),)))
    assert len(list(store.listed())) == 3
    assert sorted(read) == ["one", "three", "two"]
    store.save("one", Record(GAMES[0]))
    store.path("two").unlink()
    assert {row.name: row.summary and row.summary.plies for row in store.listed()} == {"one": 0, "three": 1}
    assert sorted(read) == ["one", "one", "three", "two"]


def test_moves_in_a_log_count(store: Store) -> None:
    store.save("game", Record.parse('[Game "tictactoe"]\n\n1. 5 *'))
    assert [row.summary.plies for row in store.listed() if row.summary] == [1]
    log = LiveFile(store.folder)
    for ply, move in enumerate("1928", start=1):
        log.add(Line("game", ply, move))
        check_against_files(store)
        assert [row.summary.plies for row in store.listed() if row.summary] == [1 + ply]
    for path in log.rotate():
        path.unlink()
    check_against_files(store)


def _damage(path: Path, how: str) -> None:
    if how == "missing":
        path.unlink()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif how == "overwritten":
        path.write_bytes(b"nonsense" * 1000)
    elif how == "a page":
        data = bytearray(path.read_bytes())
        data[4096:8192] = random.Random(1).randbytes(4096)
        path.write_bytes(data)
    else:
        with sqlite3.connect(path) as database:
            database.execute(how)
        database.close()


@pytest.mark.parametrize(
    "how",
    [
        *("missing", "empty", "cut", "overwritten", "a page"),
        *("DROP TABLE games", "UPDATE state SET version = '0 0.1.0 little'", "UPDATE state SET seen = x'00'"),
    ],
)
def test_a_damaged_index_is_made_again(tmp_path: Path, how: str) -> None:
    store, rng = Store(tmp_path), random.Random(3)
    for number in range(30):
        store.save(f"game-{number}", random_record(rng, True))
    check_against_files(store)
    _damage(tmp_path / FILE, how)
    check_against_files(store)
    check_against_files(Store(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="folders can't be made read-only there")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_listed_too(tmp_path: Path) -> None:
    Store(tmp_path).save("game", random_record(random.Random(1), True))
    tmp_path.chmod(0o500)
    try:
        check_against_files(Store(tmp_path))
    finally:
        tmp_path.chmod(0o700)


def test_an_index_that_is_in_the_way_is_done_without(tmp_path: Path) -> None:
    Store(tmp_path).save("game", random_record(random.Random(1), True))
    (tmp_path / FILE).mkdir()
    check_against_files(Store(tmp_path))


def _write_and_list(folder: Path, seed: int) -> None:
    store, rng = Store(folder), random.Random(seed)
    for _ in range(25):
        store.save(f"game-{rng.randrange(20)}", random_record(rng, True))
        list(store.listed())


def test_programs_may_use_it_at_the_same_time(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    programs = [context.Process(target=_write_and_list, args=(tmp_path, seed)) for seed in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
        assert program.exitcode == 0
    check_against_files(Store(tmp_path))
