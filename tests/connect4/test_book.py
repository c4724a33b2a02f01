"""Opening books: built, resumed, checked, used and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.errors import BadFile
from kibitz.cli.main import main
from kibitz.games.connect.book import NOT_YET, built_path, find_book, read_book, write_book
from kibitz.games.connect.book_building import build_book, check_book
from kibitz.games.connect.solver import ConnectSolver

pytestmark = pytest.mark.core

GAME = kibitz.load("connect:width=5,height=4")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))


def build(path: Path, plies: int = 4) -> bytes:
    return build_book(GAME, plies, path, threads=2, table_bits=20).scores


def test_its_scores_are_those_of_the_solver_and_of_another_build(tmp_path: Path) -> None:
    assert build(tmp_path / "one") == build(tmp_path / "two")
    book = read_book(GAME, tmp_path / "one")
    assert book.whole
    assert check_book(GAME, book, samples=50, first=3, seed=1) > 50


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = build(tmp_path / "book")
    book = read_book(GAME, tmp_path / "book")
    part = bytes(NOT_YET if i % 3 else score for i, score in enumerate(whole))
    write_book(GAME, tmp_path / "part", 4, book.keys, part, {})
    assert not read_book(GAME, tmp_path / "part").whole
    assert build(tmp_path / "part") == whole


def test_it_is_found_and_used() -> None:
    build(built_path(GAME))
    solver = ConnectSolver(GAME)
    assert solver.book is not None
    before = solver.core.nodes
    score = solver.score(GAME.start())
    assert solver.core.nodes == before
    assert score == ConnectSolver(GAME, book=False).score(GAME.start())


def test_a_wrong_score_is_found(tmp_path: Path) -> None:
    scores = bytearray(build(tmp_path / "book"))
    book = read_book(GAME, tmp_path / "book")
    scores[0] = scores[0] + 1
    write_book(GAME, tmp_path / "book", 4, book.keys, bytes(scores), {})
    with pytest.raises(BadFile, match="is worth"):
        check_book(GAME, read_book(GAME, tmp_path / "book"), samples=10**6, first=-1, seed=1)


def test_a_damaged_or_foreign_one_is_passed_over() -> None:
    path = built_path(GAME)
    build(path)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert find_book(GAME) is None
    with pytest.raises(BadFile):
        read_book(GAME, path)


def test_the_command_builds_and_checks() -> None:
    run = CliRunner()
    built = run.invoke(main, ["book", "build", GAME.spec, "--plies", "3"])
    assert "of up to 3 plies" in built.output
    checked = run.invoke(main, ["book", "check", GAME.spec, "--samples", "5"])
    assert "good" in checked.output
    refused = run.invoke(main, ["book", "info", "tictactoe"])
    assert "tictactoe has no opening book" in str(refused.exception)


def test_the_book_that_comes_with_kibitz_agrees_with_published_counts() -> None:
    """Eight plies, nobody has won and no move is forced: 67,557 positions, of which the first player
    wins 44,473, draws 6,449 and loses 16,635 (J. Tromp's data set of 1995 in the UCI repository).
    """
    solver = ConnectSolver(kibitz.load("connect4"))
    assert solver.book is not None
    plies = solver.core.book_plies(solver.book.keys)
    eight = [score for score, ply in zip(solver.book.scores, plies, strict=True) if ply == 8]
    won = sum(0 < score < NOT_YET for score in eight)
    assert (len(eight), won, eight.count(0)) == (67_557, 44_473, 6_449)
