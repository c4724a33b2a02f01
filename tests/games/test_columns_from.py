"""Columns of Connect-N counted from 0, in drawings, input and records."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.main import main
from kibitz.game_review.review import review
from kibitz.records.record_store import Store


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def test_ten_columns_are_0_to_9() -> None:
    game, usual = kibitz.load("connect:columns_from=0"), kibitz.load("connect")
    assert [str(move) for move in game.start().moves] == [str(column) for column in range(10)]
    assert game.start().draw().splitlines()[-1].split() == [str(column) for column in range(10)]
    board = game.view.board(game.start())
    assert board is not None
    assert board.columns == tuple(map(str, range(10)))
    # The same game: only the notation differs.
    assert game.start().play("0", "9") == usual.start().play("1", "10")
    assert game.position("0 9 9") == usual.position("1 10 10") == game.position("099")
    assert game.rules.key(game.start().state) == usual.rules.key(usual.start().state)
    for wrong in ("10", "-1", "x"):
        with pytest.raises(kibitz.BadNotation, match="a column from 0 to 9"):
            game.start().move(wrong)
    with pytest.raises(kibitz.BadOption):
        kibitz.load("connect:columns_from=2")


def test_reasons_name_the_columns_that_are_shown() -> None:
    position = kibitz.load("connect4:columns_from=0").position(
        "...o.../...o.../...o.../..xx.../.oxx.../.xoo..x"
    )
    usual = kibitz.load("connect4").position(str(position))
    for move, other in zip(position.moves, usual.moves, strict=True):
        said, common = kibitz.explain(position, move), kibitz.explain(usual, other)
        assert [int(str(each)) + 1 for each in said.line] == [int(str(each)) for each in common.line]


def run(text: str, *options: str) -> str:
    found = CliRunner().invoke(main, ["play", *options, "-y", "--plain"], input=text)
    assert found.exit_code == 0, found.output
    return found.output


def test_it_is_read_shown_and_recorded() -> None:
    said = run("0\n9\nquit\n", "connect", "--columns-from", "0", "--people", "2")
    assert " 0 1 2 3 4 5 6 7 8 9\n" in said
    assert "red played 0." in said
    (saved,) = Store().saved()
    assert saved.record is not None
    assert saved.record.tags["Display"] == "columns_from=0"
    assert [str(move) for move in saved.record.moves] == ["1", "10"]  # records are written from 1
    again = run("0\nquit\n", "--resume")
    assert " 0 1 2 3 4 5 6 7 8 9\n" in again
    assert "red played 0." in again
    # A review speaks of the columns that its players saw.
    found = review(saved.record, kibitz.Limit(depth=1))
    assert [decision.played.move.text for decision in found.decisions] == ["0", "9"]


def test_a_c4x_file_goes_on_with_columns_from_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("1\n10\n-1\nquit\n", "connect", "--people", "2")
    assert Path("data.c4x").exists()
    said = run("9\nquit\n", "--resume", "data.c4x", "--columns-from", "0", "--people", "2")
    assert "red played 9." in said
    assert said.count(" 0 1 2 3 4 5 6 7 8 9\n") >= 2
