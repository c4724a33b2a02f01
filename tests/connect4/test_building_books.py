"""Opening books: building in parts, packing results of other programs, and verification."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import kibitz
from kibitz import _core
from kibitz.base.errors import BadFile, BadOption, Stopped
from kibitz.executors.executor import SerialExecutor
from kibitz.games.connect import book as books
from kibitz.games.connect import book_building, distributed_book
from kibitz.games.connect.book import NOT_YET, Book, built_path, find_book, read_book, write_book
from kibitz.games.connect.book_building import build_book, check_book, pack_book
from kibitz.games.connect.solver import ConnectSolver

GAME = kibitz.load("connect:width=5,height=4")
PLIES = 4


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book that was built at once."""
    return build_book(GAME, PLIES, tmp_path_factory.mktemp("book") / "whole", threads=1, table_bits=20)


def plies_of(book: Book) -> list[int]:
    return list(ConnectSolver(GAME, book=False).core.book_plies(book.keys))


def numbers_in(packed: bytes) -> list[int]:
    """Keys as docs/connect4.md says: differences in groups of seven bits, lowest first."""
    keys, shift, number = [0], 0, 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            keys.append(keys[-1] + number)
            shift = number = 0
    return keys[1:]


def signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


# Building


@pytest.mark.parametrize("together", [1, 7, 32, 10_000])
def test_others_may_solve_the_deepest_positions(
    whole: Book, tmp_path: Path, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed_book, "_TOGETHER", together)
    deepest = plies_of(whole).count(PLIES)
    jobs: list[int] = []

    class Counted(SerialExecutor):
        def run(self, work: Callable, jobs_given):  # type: ignore[no-untyped-def,type-arg]
            for job in jobs_given:
                jobs.append(len(job[2]))
                yield work(job)

    received: list[tuple[int, int]] = []
    found = build_book(
        GAME,
        PLIES,
        tmp_path / "spread",
        threads=1,
        table_bits=20,
        executor=Counted(),
        progress=lambda done, total: received.append((done, total)),
    )
    assert (found.keys, found.scores) == (whole.keys, whole.scores)
    assert sum(jobs) == deepest
    assert max(jobs) == min(together, deepest)
    assert len(jobs) == -(-deepest // together)
    spread = received[: len(jobs)]
    assert [done for done, _ in spread] == [min(together * (n + 1), deepest) for n in range(len(jobs))]
    assert {total for _, total in spread} == {len(whole.scores)}


def test_only_missing_parts_are_distributed(whole: Book, tmp_path: Path) -> None:
    plies = plies_of(whole)
    missing = [i for i, ply in enumerate(plies) if ply == PLIES][::5]
    part = bytes(NOT_YET if i in missing else score for i, score in enumerate(whole.scores))
    solver = ConnectSolver(GAME, book=False).core
    *_, last = distributed_book.solve_deepest(solver, GAME, whole.keys, part, 20, SerialExecutor())
    assert last == whole.scores
    blank = bytes([NOT_YET]) * len(plies)
    *_, last = distributed_book.solve_deepest(solver, GAME, whole.keys, blank, 20, SerialExecutor())
    assert all((score == NOT_YET) == (ply < PLIES) for score, ply in zip(last, plies, strict=True))


def test_work_of_others_is_saved_every_half_minute(
    whole: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed_book, "_TOGETHER", 8)
    clock = {"now": 100.0}
    monkeypatch.setattr(book_building, "time", SimpleNamespace(monotonic=lambda: clock["now"]))
    path, saved = tmp_path / "slow", []

    def progress(done: int, total: int) -> bool:
        saved.append(path.exists() and len(whole.scores) - read_book(GAME, path).scores.count(NOT_YET))
        clock["now"] += 15.5
        return True

    build_book(GAME, PLIES, path, threads=1, table_bits=20, executor=SerialExecutor(), progress=progress)
    # Every second part: 31 seconds after the last time. What is saved is what was there then.
    assert saved[:7] == [False, False, 16, 16, 32, 32, 48]


def test_work_of_others_that_was_stopped_is_kept_and_gone_on_with(
    whole: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed_book, "_TOGETHER", 8)
    path, reply = tmp_path / "stopped", list[int]()

    def progress(done: int, total: int) -> bool:
        reply.append(done)
        return done != 24

    def build() -> Book:
        return build_book(
            GAME, PLIES, path, threads=1, table_bits=20, executor=SerialExecutor(), progress=progress
        )

    with pytest.raises(Stopped, match=r"not complete.*resumes.*stopped"):
        build()
    assert len(whole.scores) - read_book(GAME, path).scores.count(NOT_YET) == reply[-1] == 24
    assert build().scores == whole.scores
    assert reply[3] == 32


@pytest.mark.parametrize("listed", [True, False], ids=["solving", "listing"])
def test_building_and_checking_stop_when_asked_to(listed: bool, tmp_path: Path) -> None:
    """Of a game that takes minutes, so that it is asked whether to go on before all is done."""
    game, path = kibitz.load("connect4"), tmp_path / "large"

    def progress(done: int, total: int) -> bool:
        return listed and total == 0

    with pytest.raises(Stopped):
        build_book(game, 2 if listed else 12, path, threads=1, table_bits=20, progress=progress)
    assert path.exists() == listed
    assert not listed or NOT_YET in read_book(game, path).scores
    shipped = find_book(game)
    assert shipped is not None
    with pytest.raises(Stopped, match="check was stopped" if listed else "positions .* not all found"):
        check_book(game, shipped, samples=10**5, first=0, seed=1, progress=progress)


def test_a_book_of_another_depth_is_built_anew(tmp_path: Path, whole: Book) -> None:
    path = tmp_path / "book"
    shallow = build_book(GAME, 2, path, threads=1, table_bits=20)
    assert (shallow.plies, max(plies_of(shallow))) == (2, 2)
    found = build_book(GAME, PLIES, path, threads=1, table_bits=20)
    assert (found.plies, found.keys, found.scores) == (PLIES, whole.keys, whole.scores)
    path.write_bytes(b"no book")
    assert build_book(GAME, 2, path, threads=1, table_bits=20).scores == shallow.scores


def test_scores_of_a_book_are_those_of_its_positions(whole: Book) -> None:
    """A position is found again by its key: stones of the side to move and a bit above every column."""
    rng, solver = random.Random(2), ConnectSolver(GAME, book=False)
    scores = dict(zip(numbers_in(whole.keys), whole.scores, strict=True))
    assert numbers_in(whole.keys) == sorted(scores)
    met = 0
    for _ in range(60):
        position = GAME.start()
        for _ in range(rng.randrange(PLIES + 1)):
            position = position.play(rng.choice(position.moves))
        key = min(key_of(str(position), mirrored) for mirrored in (False, True))
        if key in scores:
            met += 1
            assert solver.score(position) == signed(scores[key])
    assert met > 30


def key_of(text: str, mirrored: bool) -> int:
    rows = [row[::-1] if mirrored else row for row in text.split("/")]
    height, stones = len(rows), sum(cell != "." for row in rows for cell in row)
    key = 0
    for column in range(len(rows[0])):
        discs = [row[column] for row in reversed(rows) if row[column] != "."]
        for row, disc in enumerate(discs):
            key |= (disc == "xo"[stones % 2]) << (column * (height + 1) + row)
        key |= 1 << (column * (height + 1) + len(discs))
    return key


@pytest.mark.parametrize("plies", [-1, 15])
def test_a_book_has_0_to_14_plies(tmp_path: Path, plies: int) -> None:
    with pytest.raises(BadOption, match=f"0 to 14 plies, not {plies}"):
        build_book(GAME, plies, tmp_path / "book", threads=1, table_bits=20)
    assert not (tmp_path / "book").exists()


def test_the_shallowest_book_has_the_start_alone(tmp_path: Path) -> None:
    book = build_book(GAME, 0, tmp_path / "book", threads=1, table_bits=20)
    assert numbers_in(book.keys) == [key_of(str(GAME.start()), False)]
    assert (book.plies, len(book.scores), book.facts["positions"]) == (0, 1, 1)
    assert signed(book.scores[0]) == ConnectSolver(GAME, book=False).score(GAME.start())


def test_a_book_says_where_it_comes_from(whole: Book) -> None:
    said = whole.facts["provenance"]
    assert (said["program"], said["kibitz"]) == ("kibitz book build", kibitz.__version__)
    assert whole.facts["game"] == GAME.spec


# Packing


def raw_of(book: Book, plies: int = PLIES, scores: bytes | None = None) -> bytes:
    """As the stand-alone program writes: a head, the keys with eight bytes each, and the scores."""
    keys = numbers_in(book.keys)
    return b"KBZRAW1\n" + struct.pack(f"<QQ{len(keys)}Q", plies, len(keys), *keys) + (scores or book.scores)


def test_output_of_the_book_program_becomes_a_book(whole: Book, tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.write_bytes(raw_of(whole))
    assert GAME.book is not None
    packed = GAME.book.pack(raw, tmp_path / "packed")
    assert isinstance(packed, Book)
    assert (packed.keys, packed.scores, packed.plies) == (whole.keys, whole.scores, PLIES)
    assert packed.facts["provenance"]["program"].endswith("book.cpp")
    assert GAME.book.pack(raw, None).path == built_path(GAME)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda book: b"", "not written by the book program"),
        (lambda book: raw_of(book)[:23], "not written by the book program"),
        (lambda book: b"KBZRAW2\n" + raw_of(book)[8:], "not written by the book program"),
        (lambda book: raw_of(book)[:24], "cut short"),
        (lambda book: raw_of(book)[:-1], "cut short"),
        (lambda book: raw_of(book) + b"\0", "cut short"),
        (lambda book: raw_of(book, plies=3), "first 3 plies"),
        (lambda book: raw_of(book, plies=15), "first 15 plies"),
        (
            lambda book: raw_of(book, scores=bytes([NOT_YET, NOT_YET]) + book.scores[2:]),
            r"not complete: 2 of \d+ positions",
        ),
    ],
)
def test_foreign_files_are_refused(
    whole: Book, tmp_path: Path, spoil: Callable[[Book], bytes], reason: str
) -> None:
    raw = tmp_path / "raw"
    raw.write_bytes(spoil(whole))
    with pytest.raises(BadFile, match=reason):
        pack_book(GAME, raw, tmp_path / "packed")
    assert not (tmp_path / "packed").exists()


# Checking


@pytest.mark.parametrize("first", [-1, 0, 2, 4])
def test_all_positions_of_the_first_plies_are_computed_again(whole: Book, first: int) -> None:
    expected = sum(ply <= first for ply in plies_of(whole))
    received: list[tuple[int, int]] = []
    compared = check_book(
        GAME,
        whole,
        samples=0,
        first=first,
        seed=1,
        progress=lambda done, total: received.append((done, total)),
    )
    assert compared == expected
    assert all(0 <= done <= total == expected for done, total in received)


def test_a_sample_is_drawn_by_its_seed(whole: Book) -> None:
    count = len(whole.scores)
    assert check_book(GAME, whole, samples=10, first=-1, seed=1) == 10
    assert check_book(GAME, whole, samples=10**6, first=PLIES, seed=1, threads=2) == count
    both = check_book(GAME, whole, samples=10, first=1, seed=1)
    assert 10 <= both <= 10 + sum(ply <= 1 for ply in plies_of(whole))


def test_a_wrong_score_is_named_with_the_right_one(whole: Book, tmp_path: Path) -> None:
    for place in (0, len(whole.scores) // 2):
        scores = bytearray(whole.scores)
        scores[place] = (signed(scores[place]) - 3) % 256
        write_book(GAME, tmp_path / "wrong", PLIES, whole.keys, bytes(scores), {})
        with pytest.raises(BadFile) as refused:
            check_book(GAME, read_book(GAME, tmp_path / "wrong"), samples=10**6, first=-1, seed=1)
        key, right, said = map(
            int, re.findall(r"key (\d+) is worth (-?\d+), and the book says (-?\d+)", str(refused.value))[0]
        )
        assert (key, right) == (numbers_in(whole.keys)[place], signed(whole.scores[place]))
        assert said == right - 3


def test_a_book_with_other_positions_is_wrong(whole: Book, tmp_path: Path) -> None:
    write_book(GAME, tmp_path / "other", PLIES - 1, whole.keys, whole.scores, {})
    with pytest.raises(BadFile, match="first 3 plies"):
        check_book(GAME, read_book(GAME, tmp_path / "other"), samples=1, first=0, seed=1)


# Finding


def test_the_deepest_whole_book_is_used(whole: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped"
    monkeypatch.setattr(books, "shipped_path", lambda game: shipped)

    def found() -> tuple[Path, int] | None:
        book = find_book(GAME)
        return None if book is None else (book.path, book.plies)

    assert GAME.book is not None
    assert found() is None
    assert GAME.book.find() is None
    build_book(GAME, 2, shipped, threads=1, table_bits=20)
    assert found() == (shipped, 2)
    deep = GAME.book.build(PLIES, None, threads=1, table_bits=20)
    assert deep.path == built_path(GAME)
    assert found() == (built_path(GAME), PLIES)
    assert GAME.book.read(deep.path).facts == deep.facts
    write_book(GAME, deep.path, PLIES, whole.keys, bytes([NOT_YET]) + whole.scores[1:], {})
    assert found() == (shipped, 2)  # the other lacks a score
    shipped.write_bytes(b"nothing")
    assert found() is None


def test_a_book_belongs_to_one_game(whole: Book) -> None:
    for spec in ("connect:width=4,height=5", "connect:width=5,height=4,length=3"):
        with pytest.raises(BadFile, match="is not a book of"):
            read_book(kibitz.load(spec), whole.path)
    assert read_book(kibitz.load("connect:width=5,height=4,mark1=#"), whole.path).scores == whole.scores
    assert len(_core.unpack_keys(whole.keys)) == len(whole.scores)
