"""Predicted costs of solving: the figures of docs/tables.md, and actual tables."""

from __future__ import annotations

import dataclasses
import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

import kibitz
from kibitz.files.table_file import TableFile
from kibitz.solving import by_endgame, solve_plan
from kibitz.solving.by_endgame import is_streamed, width_of
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.solve_plan import SolvePlan, check_room, make_plan

EWN = kibitz.load("ewn")
#: Positions with exactly so many stones, as docs/tables.md counts them.
STONES = {2: 323, 3: 94_110, 4: 9_978_480, 5: 426_717_360, 6: 10_794_593_160}
UP_TO = {stones: sum(STONES[fewer] for fewer in range(2, stones + 1)) for stones in STONES}
THREADS = os.cpu_count() or 1
GIB = 1 << 30


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting positions with six stones takes a second."""
    monkeypatch.setattr(solve_plan, "_places", lambda game, pieces: UP_TO[pieces])


def test_positions_are_counted_as_documented() -> None:
    for pieces in (2, 3, 4, 5):
        assert make_plan(EWN, pieces=pieces).places == UP_TO[pieces]


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("pieces", "disk"),
    # "Bytes up to so many", with a head of a page; six stones are put together from their parts.
    [(2, 2_584), (3, 755_464), (4, 20_145_826), (5, 446_863_186), (6, 2 * 11_668_173_706 - 4_096)],
)
def test_the_disk_that_endgames_need(pieces: int, disk: int) -> None:
    made = make_plan(EWN, pieces=pieces)
    assert made.layout == "endgame"
    assert (made.pieces, made.places, made.disk) == (pieces, UP_TO[pieces], disk + 4_096)
    assert made.threads == THREADS


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("pieces", "fewer", "unit", "table"),
    # What is known of fewer stones lies threefold, beside its images, in two bytes at least; a unit has no
    # more than a quarter of all positions or a gibibyte; and the table is held up to a billion positions.
    [
        (2, 0, 323 // 4, 323 * 8),
        (3, 323 * 8, 94_433 // 4, 94_433 * 8),
        (4, 94_433 * 2, 10_072_913 // 4, 10_072_913 * 2),
        (5, 10_072_913 * 2, 436_790_273 // 4, 436_790_273 + 10_072_913),
        (6, 436_790_273 * 2, GIB, 0),
    ],
)
def test_the_memory_that_endgames_need(pieces: int, fewer: int, unit: int, table: int) -> None:
    assert make_plan(EWN, pieces=pieces).memory == 3 * fewer + unit + table


def test_endgames_without_dice_have_a_byte_a_place() -> None:
    made = make_plan(kibitz.load("chess"), pieces=3)
    assert made.disk == made.places + 4_096
    # The table, and the current unit: at most a quarter of it, and the block being written.
    assert made.memory == made.places + made.places // 4 + 2**25
    assert (made.layout, made.pieces, made.threads) == ("endgame", 3, THREADS)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("most", "pieces"),
    [
        (None, 4),  # five stones would be more than twenty million positions
        (10**12, 4),
        (UP_TO[4], 4),
        (UP_TO[4] - 1, 3),
        (UP_TO[3], 3),
        (UP_TO[3] - 1, 2),
        (UP_TO[2], 2),
    ],
)
def test_unasked_as_many_pieces_as_are_modest(most: int | None, pieces: int) -> None:
    made = make_plan(EWN, most)
    assert (made.pieces, made.places) == (pieces, UP_TO[pieces])


def test_no_more_pieces_than_there_are() -> None:
    small = kibitz.load("ewn:size=3,stones=2")
    assert make_plan(small).pieces == 4
    assert make_plan(small, pieces=4).pieces == 4
    for pieces in (1, 5):
        with pytest.raises(kibitz.BadOption, match=f"2 to 4 stones, not {pieces}"):
            make_plan(small, pieces=pieces)


@pytest.mark.usefixtures("counted")
def test_more_positions_than_allowed_are_refused() -> None:
    assert make_plan(EWN, UP_TO[5], 5).places == UP_TO[5]
    with pytest.raises(
        kibitz.BadOption, match="436,790,273 positions with up to 5 stones, more than 436,790,272"
    ):
        make_plan(EWN, UP_TO[5] - 1, 5)
    with pytest.raises(kibitz.BadOption, match="323 positions with up to 2 stones, more than 322"):
        make_plan(EWN, 322)


def test_the_disk_sets_the_limit_of_endgames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, 10**12))
    for places, refused in ((20_000_000_000, False), (1_000_000_000_000, True)):
        monkeypatch.setattr(solve_plan, "_places", lambda game, pieces, places=places: places)
        made = make_plan(EWN, pieces=6)
        assert made.places == places
        if refused:
            with pytest.raises(kibitz.BadFile, match="MB of disk"):
                check_room(made, tmp_path / "table.kbt")
        else:
            check_room(made, tmp_path / "table.kbt")


@pytest.mark.parametrize(
    ("places", "width"), [(323, 8), (4_000_000, 8), (4_000_001, 2), (20_000_000, 2), (20_000_001, 1)]
)
def test_the_bytes_of_a_chance(places: int, width: int) -> None:
    """Chances of up to three stones have eight bytes, of four two, and of more one: docs/tables.md."""
    assert width_of(places) == width


def test_tables_up_to_a_billion_positions_are_held_in_memory() -> None:
    assert not is_streamed(1_000_000_000)
    assert is_streamed(1_000_000_001)
    assert not is_streamed(UP_TO[5])
    assert is_streamed(UP_TO[6])


@pytest.mark.parametrize(("spec", "images"), [("numerical", 8), ("connect:width=5,height=4", 2)])
def test_tiers_need_a_byte_a_place_of_memory_and_half_of_that_on_disk(spec: str, images: int) -> None:
    game = kibitz.load(spec)
    made = make_plan(game)
    places = game.rules.index_size
    assert (made.layout, made.places, made.threads, made.pieces) == ("dense", places, THREADS, None)
    # And a bit to mark what can be reached.
    assert made.memory == places + places // 8
    assert made.disk == places // 2 + 4_096
    assert made.images == images


def test_a_game_is_cut_into_tiers_only_where_that_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.load("mnk:width=4,height=3,length=3")
    places = game.rules.index_size
    assert make_plan(game).layout == "dense"
    for most, layout in ((places, "dense"), (places - 1, "keyed")):
        assert make_plan(game, most).layout == layout
    for small, layout in ((places - 1, "dense"), (places, "keyed")):
        monkeypatch.setattr(solve_plan, "SMALL", small)
        assert make_plan(game).layout == layout
    assert make_plan(kibitz.load("tictactoe")).layout == "keyed"


@pytest.mark.parametrize(
    ("spec", "width"), [("tictactoe", 2), ("kalah:pits=2,seeds=2", 4), ("race:goal=5", 8)]
)
def test_a_listed_position_has_a_key_and_a_value(
    spec: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bytes for who wins, four for points, eight for a chance; 200 while it is solved."""
    game = kibitz.load(spec)
    made = make_plan(game, 1_234)
    assert made == SolvePlan("keyed", 1_234, 1_234 * 200, 1_234 * (8 + width))
    monkeypatch.setattr(solve_plan, "free_memory", lambda: 4e9)
    assert make_plan(game).places == (game.rules.index_size or 10_000_000)
    table = kibitz.solve(spec, keep=True)
    assert table.path is not None
    file = TableFile(table.path)
    assert len(file.section("keys")) + len(file.section("values")) == len(table) * (8 + width)


def test_few_positions_are_listed_without_asking_whether_there_are_more() -> None:
    """Which takes as long as listing them."""
    game = kibitz.load("connect4")
    assert make_plan(game, 999_999).places == 999_999
    with pytest.raises(kibitz.BadOption, match="more than 1,000,000 positions"):
        make_plan(game, 1_000_000)


@pytest.mark.parametrize(
    ("spec", "pieces", "measured"),
    # Microseconds for a place on one core, from docs/tables.md.
    [
        ("connect:width=5,height=4", None, 0.48),
        ("connect:width=9,height=2", None, 0.65),
        ("mnk:width=4,height=4,length=3", None, 0.28),
        ("mnk:width=4,height=4,length=4", None, 0.61),
        ("ewn", 4, 0.04),
        ("ewn", 5, 0.03),
    ],
)
def test_the_time_is_roughly_what_was_measured(spec: str, pieces: int | None, measured: float) -> None:
    made = make_plan(kibitz.load(spec), pieces=pieces)
    said = 1e6 * made.seconds * made.threads / made.places
    assert measured / 4 < said < 4 * measured


@pytest.mark.parametrize("layout", ["keyed", "dense", "endgame"])
def test_time_goes_with_the_places_and_is_shared_by_threads(layout: str) -> None:
    one = SolvePlan(layout, 1_000_000, 0, 0)
    assert 0.1 < one.seconds < 10
    assert dataclasses.replace(one, places=3_000_000).seconds == pytest.approx(3 * one.seconds)
    assert dataclasses.replace(one, threads=4).seconds == pytest.approx(one.seconds / 4)
    assert dataclasses.replace(one, seconds_a_place=0.5, threads=4).seconds == 125_000
    more = [dataclasses.replace(one, images=images).seconds for images in (0, 1, 2)]
    assert more[2] - more[1] == pytest.approx(more[1] - more[0])
    assert one.seconds < more[1] < 2 * one.seconds


Usage = namedtuple("Usage", "total used free")


def test_a_table_that_the_disk_has_no_space_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def usage(folder: Path) -> Usage:
        asked.append(folder)
        return Usage(10**9, 0, 2_000_000)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    path = tmp_path / "not" / "there" / "table.kbt"
    fits = SolvePlan("dense", 1, memory=0, disk=2_000_000)
    check_room(fits, path)
    assert asked == [tmp_path]
    large = dataclasses.replace(fits, disk=2_000_001)
    with pytest.raises(
        kibitz.BadFile, match=r"would need 2\.0 MB of disk, and .* has 2\.0 MB left"
    ) as refusal:
        check_room(large, path)
    assert f"{tmp_path} has" in str(refusal.value)
    # The size of a graph that is only enumerated is unknown.
    check_room(dataclasses.replace(large, layout="keyed"), path)
    # Parts of it that are there make room.
    parts_folder(path).mkdir(parents=True)
    (parts_folder(path) / "part").write_bytes(b"x")
    check_room(large, path)
    with pytest.raises(kibitz.BadFile):
        check_room(dataclasses.replace(large, disk=2_000_002), path)


def test_where_the_table_is_held_is_asked_of_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.load("ewn:size=3,stones=2")
    held = make_plan(game)
    monkeypatch.setattr(by_endgame, "_HELD", held.places - 1)
    streamed = make_plan(game)
    assert streamed.disk == 2 * 8 * held.places
    assert streamed.memory == held.memory - 8 * held.places
